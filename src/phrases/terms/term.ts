// Matches terms of the trade (vehicle/trade-terms.ts), the longest run of words first: `one owner`, `full service history`. They
// go to `q` as they are written, because a search knows their other spellings. Classes are parameters, so they are not here.
import { KeyStarts, nameKey, NearWords } from '../../vehicle/name-key.ts';
import { MAX_TERM_WORDS, isClass, type TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { heardMake, isTrimMake } from '../../vehicle/makes.ts';
import { TERM_GROUPS, type TermGroup } from '../../vehicle/term-groups.ts';
import { readStatedWords } from '../../vehicle/stated-words.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { isClassKey, MIN_JOINED_LENGTH } from './classes.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import type { Match, Matcher } from '../words/match.ts';
import { isOr, isTableWord, NAMES, SUBJECTS } from '../words/word-lists.ts';
import { ONES } from '../words/numerals.ts';
import { keyAt, oncePerWord, type Phrase, textOf } from '../words/tokenized-phrase.ts';

const MIN_FUZZY_LENGTH = 5;
export const BODIES = NAMES['plural of a body'];

interface TermKeys {
  readonly whole: ReadonlySet<string>;
  readonly starts: KeyStarts;
  /** The plurals of `whole` that no term is spelt as. */
  readonly plurals: ReadonlySet<string>;
  /** The single words of all terms that are long enough to be recognised misspelt. */
  readonly words: ReadonlySet<string>;
  /** The same, by those that are one edit away. */
  readonly near: NearWords;
  /** Those of `whole` that say that a car is no write-off by the words for one: a phrase excludes these. */
  readonly negated: ReadonlySet<string>;
  /** The groups of `whole`. */
  readonly groups: ReadonlyMap<string, TermGroup>;
  /** Its single words of groups of which a car has one. */
  readonly choices: NearWords;
}

function readTermKeys(terms: readonly TradeTerm[]): TermKeys {
  const whole = new Set<string>();
  const spelt = new Set<string>();
  const words = new Set<string>();
  const groups = new Map<string, TermGroup>();
  for (const { group, spellings, keys } of terms) {
    if (isClass({ group })) continue;
    for (const key of keys) {
      if (isClassKey(key)) continue;
      whole.add(key);
      groups.set(key, group);
    }
    for (const spelling of spellings) {
      spelt.add(nameKey(spelling));
      for (const word of spelling.split(/[\s-]+/).map(nameKey)) {
        if (word.length >= MIN_FUZZY_LENGTH && /^[a-z]+$/.test(word)) words.add(word);
      }
    }
  }
  const plurals = new Set([...whole].filter((key) => !spelt.has(key) && key.endsWith('s')));
  const choices = new NearWords(
    [...groups.keys()].filter((key) => spelt.has(key) && isChoice(groups.get(key))),
  );
  const { neverWrittenOff } = readStatedWords(new Set(terms.map(({ id }) => id))).rows;
  const lacks = terms.find((term) => !isClass(term) && term.id === neverWrittenOff)?.keys ?? [];
  const negated = new Set(lacks.filter((key) => whole.has(/^(?:nota|not|no)(.+)$/.exec(key)?.[1] ?? '')));
  return {
    whole,
    starts: new KeyStarts(whole),
    plurals,
    negated,
    words,
    near: new NearWords(words),
    groups,
    choices,
  };
}

let loaded: TermKeys | undefined;

function termKeys(): TermKeys {
  return (loaded ??= readTermKeys(tradeTerms().terms));
}

export const matchTerm: Matcher = (phrase, at) => {
  const length = termLengthAt(phrase, at);
  const kind = kindAt(phrase, at);
  if (kind !== undefined && kind.length >= length) {
    const { plural, isOther } = kind.meaning;
    return { length: kind.length, meaning: { kind: 'free_text', plural, ...(isOther && { isOther }) } };
  }
  const wording = NAMES['wording of a term'].find(phrase, at) ?? misspeltNounAt(phrase, at);
  if (wording !== undefined && wording.length > length)
    return { length: wording.length, meaning: { kind: 'free_text', as: wording.meaning } };
  const noun = at + length;
  // `blue colour`
  const isColour =
    length > 0 &&
    NAMES['noun of a colour'].has(keyAt(phrase, noun)) &&
    termLengthAt(phrase, noun) < 2 &&
    exclusiveGroupOf(textOf(phrase, at, noun)) === 'colour';
  if (isColour) return { length: length + 1, meaning: { kind: 'free_text', as: textOf(phrase, at, noun) } };
  const as = otherSpelling(phrase, at, length);
  if (as !== undefined) return { length: Math.max(length, 1), meaning: { kind: 'free_text', as } };
  return length > 0 ? { length, meaning: { kind: 'free_text' } } : undefined;
};

/** How the term of `length` words at word `at`, or the word that means one, is searched for instead. */
function otherSpelling(phrase: Phrase, at: number, length: number): string | undefined {
  const { key, text } = phrase.words[at];
  if (length === 0) return sharedNounAt(phrase, at) ?? misspeltChoiceAt(phrase, at);
  // `Seven-seater`
  if (length === 2 && ONES.has(key) && phrase.words[at + 1].gap === '-')
    return `${text} ${phrase.words[at + 1].text}`;
  if (length > 1) return undefined;
  // `GTIs`
  return BODIES.get(key) ?? (termKeys().plurals.has(key) ? text.replace(/['’]?s$/i, '') : undefined);
}

const MIN_CHOICE_LENGTH = 4;

/**
 * The black of `blak or grey`. A search reads a word as another only if nothing is found, and the other alternative is found,
 * so what is meant is decided here, by the group of the other.
 */
function misspeltChoiceAt(phrase: Phrase, at: number): string | undefined {
  const { words } = phrase;
  const { key } = words[at];
  if (key.length < MIN_CHOICE_LENGTH) return undefined;
  const others = [at - 2, at + 2].filter((other) => {
    const or = (at + other) / 2;
    return isOr(words.at(or)?.key ?? '') && other >= 0 && other < words.length;
  });
  if (others.length === 0) return undefined;
  const groups = others.map((other) => exclusiveGroupOf(words[other].text));
  const meant = termKeys()
    .choices.near(key)
    .filter((word) => groups.includes(termKeys().groups.get(word)));
  return meant.length === 1 ? meant[0] : undefined;
}

function isNumber(key = ''): boolean {
  return /^[1-9]$/.test(key) || ONES.has(key);
}

/** `7 seeter`: the number tells which word is meant. */
function misspeltNounAt({ words }: Phrase, at: number): PhraseMatch<string> | undefined {
  const next = words.at(at + 1);
  if (next?.flows !== true || !isNumber(words[at].key) || isTableWord(next.key)) return undefined;
  const noun = termKeys()
    .near.near(next.key)
    .find((word) => isTerm(words[at].key + word));
  return noun === undefined ? undefined : { length: 2, meaning: `${words[at].text} ${noun}` };
}

/** The term of `3` in `3 or 5 door`. */
function sharedNounAt(phrase: Phrase, at: number): string | undefined {
  const { words } = phrase;
  // `a newer one, 2 owners`
  const isPronoun = words[at].key === 'one' && words[at].flows;
  const isSlash = !isPronoun && /^\s*[/,]\s*$/.test(words.at(at + 1)?.gap ?? '');
  const next = isSlash ? at + 1 : at + 2;
  if (!isNumber(words[at].key) || !isNumber(words.at(next)?.key)) return undefined;
  if (!isSlash && !isOr(words[at + 1].key)) return undefined;
  const length = termLengthAt(phrase, next);
  const term = length < 2 ? undefined : textOf(phrase, next + 1, next + length);
  const whole = `${words[at].text} ${term ?? ''}`;
  return term !== undefined && isTerm(whole) ? whole : undefined;
}

/** The number of words of the longest term that begins at word `at`; 0 if none does. */
export const termLengthAt = oncePerWord(({ words }, at): number => {
  const { whole, starts, negated } = termKeys();
  let key = '';
  let length = 0;
  for (let i = at; i < Math.min(at + MAX_TERM_WORDS, words.length); i++) {
    if (i > at && !words[i].flows) break;
    if (i > at && NAMES['before no term'].has(words[at].key) && /^\s/.test(words[at + 1].gap)) break;
    key += words[i].key.replace('.', '');
    if (!starts.mayBegin(key)) break;
    if (!whole.has(key) || negated.has(key)) continue;
    const isAccident =
      i === at
        ? NAMES['no term'].has(key)
        : key.length < MIN_JOINED_LENGTH && !/[0-9]/.test(key) && words[i].gap !== '/';
    // `trade in`, `what have you got in`: no term ends so.
    if (i > at && words[i].key === 'in' && /^\s/.test(words[i].gap)) continue;
    if (!isAccident) length = i + 1 - at;
  }
  return length;
});

export function isTerm(text: string): boolean {
  return termKeys().whole.has(nameKey(text));
}

/** The group of a term of which a car has one: its colour, its body. */
export function exclusiveGroupOf(text: string): TermGroup | undefined {
  const group = termKeys().groups.get(nameKey(text));
  return isChoice(group) ? group : undefined;
}

/** Whether one of two terms is narrower than the other: a double cab is a pickup. */
export function isKindOf(one: string, other: string): boolean {
  const keys = [nameKey(one), nameKey(other)];
  return tradeTerms().terms.some(
    (term) =>
      keys.some((key) => term.keys.includes(key)) && keys.some((key) => term.narrowerKeys.includes(key)),
  );
}

/** What a match is searched for as, if it is for words. */
export function saidBy({ from, to, meaning }: Match, phrase: Phrase): string | undefined {
  return meaning.kind === 'free_text' ? (meaning.as ?? textOf(phrase, from, to)) : undefined;
}

/** Whether words right behind a model are its trim: `GTI`, or letters that spell no word, such as `VXR`. */
export function isTrim(match: Match, phrase: Phrase): boolean {
  const said = nameKey(saidBy(match, phrase) ?? '');
  const group = termKeys().groups.get(said);
  const make = heardMake(said);
  const isLetters = group === undefined && /^[b-df-hj-np-tv-z]{1,3}$/.test(said);
  return group === 'trim' || isLetters || (make !== undefined && isTrimMake(make));
}

export function groupOf(match: Match, phrase: Phrase): TermGroup | undefined {
  const said = saidBy(match, phrase);
  return said === undefined ? undefined : exclusiveGroupOf(said);
}

/** Whether a listing has one term of the group, as a rule: another one takes its place. */
export function isChoice(group: string | undefined): boolean {
  return TERM_GROUPS.onPage.some(({ name, choice }) => name === group && choice !== 'several');
}

/** Whether a word is one of a term's, so that it is no misspelt name. */
export function isTermWord(key: string): boolean {
  const { words } = termKeys();
  return words.has(key) || (key.endsWith('s') && words.has(key.slice(0, -1)));
}

/** Whether a word is one edit away from a word of a term: `sunrof`. */
export function resemblesTerm(key: string): boolean {
  if (key.length < MIN_FUZZY_LENGTH) return false;
  return termKeys().near.near(key).length > 0;
}

interface Kind {
  readonly plural: string;
  /** Whether no listing is one, whatever it says. */
  readonly isOther?: true;
}

const MAX_WORDS_AFTER_TOWING = 4;

function kindAt(phrase: Phrase, at: number): PhraseMatch<Kind> | undefined {
  const kind = SUBJECTS.kind.find(phrase, at);
  if (kind !== undefined) return { length: kind.length, meaning: { plural: kind.meaning } };
  const other = SUBJECTS['other kind'].find(phrase, at);
  const before = phrase.words.slice(Math.max(0, at - MAX_WORDS_AFTER_TOWING), at);
  const isTowed = before.some(({ key }) => SUBJECTS.towing.has(key));
  if (other === undefined || isTowed) return undefined;
  return { length: other.length, meaning: { plural: other.meaning, isOther: true } };
}
