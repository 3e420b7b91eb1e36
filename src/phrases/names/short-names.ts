// Matches models by the words beside them. Names that are ordinary words or numbers need a trim, an engine or the like after
// them: `up gti`, `500 lounge`, `note 1.2`. Digits may be said in words: `audi a three`, `peugeot one oh eight`, `bmw three
// twenty d`.
import { addToList } from '../../lists-by-key.ts';
import { ukModels } from '../../vehicle/models.ts';
import { makeJustBefore, type Matcher, type Match, type PhraseContext } from '../words/match.ts';
import { isOr, NAMES } from '../words/word-lists.ts';
import type { ModelName, Vocabulary } from '../words/vocabulary.ts';
import { flowsAt, keyAt, type Phrase, joinedKeys } from '../words/tokenized-phrase.ts';
import { matchBadge } from './make-and-model.ts';
import { spokenDigitsAt } from '../words/numerals.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { exclusiveGroupOf } from '../terms/term.ts';

interface ShortName {
  readonly name: ModelName;
  /** Words behind it, such as trims of this model. */
  readonly followers: ReadonlySet<string>;
}

/** Among the followers: anything, or nothing. */
const ANYTHING = '*';
/** Among the followers: an engine size or a year. */
const FIGURE = '#';
/** Among the followers: an exclamation mark, or an engine size. */
const EXCLAMATION = '!';

let loaded: ReadonlyMap<string, readonly ShortName[]> | undefined;

function shortNames(): ReadonlyMap<string, readonly ShortName[]> {
  if (loaded !== undefined) return loaded;
  const byKey = new Map<string, ShortName[]>();
  for (const { make, model, names, ifFollowedBy } of ukModels().models) {
    if (ifFollowedBy.length === 0) continue;
    const { key } = names[0];
    const row = { name: { make, model }, followers: new Set(ifFollowedBy) };
    addToList(byKey, key, row);
  }
  return (loaded = byKey);
}

const ENGINE_SIZE = /^[0-9]\.[0-9]l?$/;
const YEAR = /^(?:19|20)[0-9]{2}$/;

/** Whether a word, also with a possessive, is a model where the words before say that a car follows: `our 2012 Note`. */
export function isModelWord(key: string): boolean {
  const rows = shortNames().get(key) ?? shortNames().get(key.replace(/s$/, ''));
  return (
    rows?.some(({ followers }) => [ANYTHING, FIGURE, EXCLAMATION].some((one) => followers.has(one))) === true
  );
}

export const matchShortName: Matcher = (phrase, at, { vocabulary }, previous) => {
  const names = shortNames().get(phrase.words[at].key);
  if (names === undefined || makeJustBefore(previous, at) !== undefined) return undefined;
  const follower = keyAt(phrase, at + 1);
  const found = names.find(
    (name) =>
      name.followers.has(follower) ||
      name.followers.has(follower.replace(/s$/, '')) ||
      isModel(phrase, at, name, follower) ||
      isAmongModels(phrase, at, name, vocabulary) ||
      isHoped(phrase, at, name) ||
      isCapitalised(phrase, at) ||
      (name.followers.has(EXCLAMATION) && isLimited(phrase, at)) ||
      (name.followers.has(FIGURE) && isAmongFigures(phrase, at)),
  );
  return found && { length: 1, meaning: { kind: 'model', models: [found.name] } };
};

/** Whether a capital makes a word a name: `an Up for`, `a pink Up`, but neither `Up for sale` nor `For The Edge`. */
function isCapitalised({ words }: Phrase, at: number): boolean {
  const before = at > 0 && words[at].flows ? words[at - 1] : undefined;
  if (before === undefined || !/^\p{Lu}\p{Ll}+$/u.test(words[at].text) || !/^\p{Ll}/u.test(before.text))
    return false;
  return NAMES['before up'].has(before.key) || exclusiveGroupOf(before.text) === 'colour';
}

/** Whether the other words of a short phrase are figures and colours: `£8k-£10k adam`, `green adam`. */
function isAmongFigures({ words }: Phrase, at: number): boolean {
  const isFigure = ({ key, text }: Phrase['words'][number]): boolean =>
    /^[0-9]/.test(key) || exclusiveGroupOf(text) === 'colour';
  return (
    words.length > 1 && words.length <= MAX_FIGURES && words.every((word, i) => i === at || isFigure(word))
  );
}

/** `up under 5k` */
function isLimited(phrase: Phrase, at: number): boolean {
  const isFirst = at === 0 || !phrase.words[at].flows;
  return (
    isFirst &&
    flowsAt(phrase, at + 1) &&
    QUANTITIES['limit before'].get(keyAt(phrase, at + 1))?.side === 'max'
  );
}

/** Whether a word that also is an ordinary one ends a wish: `maybe a Soul`. */
function isHoped(phrase: Phrase, at: number, { followers }: ShortName): boolean {
  const { words } = phrase;
  const isWord = followers.has(FIGURE) || followers.has(EXCLAMATION);
  const isAfterHope =
    at > 1 && words[at].flows && words[at - 1].key === 'a' && NAMES['before a hope'].has(words[at - 2].key);
  return isWord && isAfterHope && !flowsAt(phrase, at + 1);
}

/** Names between such a word and one that is no other word. */
const MAX_LISTED = 4;

/**
 * Whether a word is in a list of models of which one is no other word: `Picanto or Up`, `Splash, Note or Juke`, `a Polo or an
 * Up`. At the end of a list without `or`, an Adam may as well be who asks.
 */
function isAmongModels(
  phrase: Phrase,
  at: number,
  { followers }: ShortName,
  vocabulary: Vocabulary,
): boolean {
  const { words } = phrase;
  const keyOf = (i: number): string => words[i]?.key ?? '';
  const isJoint = (i: number): boolean => NAMES.joint.has(keyOf(i));
  const isApart = (i: number): boolean => /^\s*[,/]/.test(words[i]?.gap ?? '');
  const isArticle = (i: number): boolean => /^an?$/.test(keyOf(i));
  const isSure = (i: number): boolean => keyOf(i) !== '' && vocabulary.models(keyOf(i), undefined).length > 0;
  const isName = (i: number): boolean => isSure(i) || shortNames().has(keyOf(i));
  const startOf = (i: number): number => (isArticle(i - 1) && flowsAt(phrase, i) ? i - 1 : i);
  const before = (i: number): number => {
    const start = startOf(i);
    return isJoint(start - 1) ? start - 2 : isApart(start) ? start - 1 : -1;
  };
  const behind = (i: number): number => {
    const next = isJoint(i + 1) ? i + 2 : isApart(i + 1) ? i + 1 : words.length;
    return isArticle(next) ? next + 1 : next;
  };
  const start = startOf(at);
  const isBehind = isName(before(at));
  const begins = start === 0 || !words[start].flows || NAMES['before up'].has(keyOf(start - 1));
  const ends = !flowsAt(phrase, at + 1) || QUANTITIES['limit before'].next(phrase, at + 1) !== undefined;
  // `500, panda` may begin with a price.
  if (/^[0-9]/.test(keyOf(at))) return false;
  const isLast = isBehind && ends && (isJoint(start - 1) || followers.has(EXCLAMATION));
  // `Note, Juke or Soul`, but not `note, Golf must be red`
  const next = behind(at);
  const isFirst = begins && (isJoint(at + 1) || isJoint(next + 1) || isName(behind(next)));
  const goesOn = isName(next) ? isBehind || isFirst : isBehind && isOr(keyOf(at + 1));
  if (!isLast && !goesOn) return false;
  const leadsToSure = (step: (i: number) => number): boolean => {
    let i = step(at);
    for (let steps = 1; steps < MAX_LISTED && isName(i) && !isSure(i); steps++) i = step(i);
    return isSure(i);
  };
  return leadsToSure(before) || leadsToSure(behind);
}

function isModel({ words, text }: Phrase, at: number, { followers }: ShortName, follower: string): boolean {
  if (followers.has(ANYTHING)) return !NAMES['after an ordinary number'].has(follower);
  const before = at === 0 ? undefined : words[at - 1].key;
  if (followers.has(EXCLAMATION)) {
    // `an up` for the kids, but not `an up to date one`
    if (before === 'an' && words[at].flows && !NAMES['after an ordinary word'].has(follower)) return true;
    const isMarked = text.charAt(words[at].end) === '!' || ENGINE_SIZE.test(follower);
    return isMarked && (before === undefined || NAMES['before up'].has(before));
  }
  if (!followers.has(FIGURE)) return false;
  return (
    (ENGINE_SIZE.test(follower) || YEAR.test(follower)) &&
    (before === undefined || !NAMES['before an ordinary word'].has(before))
  );
}

const MAX_FIGURES = 4;
const MAX_PREFIX_WORDS = 2;
const MAX_WORDS_AFTER = 2;
export const matchSpokenName: Matcher = (phrase, at, context, previous) => {
  const make = makeJustBefore(previous, at);
  let prefix = '';
  for (let words = 0; words <= MAX_PREFIX_WORDS; words++) {
    const found = matchDigits(phrase, at, words, prefix, make, context, previous);
    if (found !== undefined) return found;
    const word = phrase.words.at(at + words);
    if (word === undefined || (words > 0 && !word.joins) || !/^[a-z]{1,10}$/.test(word.key)) return undefined;
    prefix += word.key;
  }
  return undefined;
};

/** The model of the letters `prefix`, which are `words` words, and the digits that follow. */
function matchDigits(
  phrase: Phrase,
  at: number,
  words: number,
  prefix: string,
  make: string | undefined,
  context: PhraseContext,
  previous: Match | undefined,
): ReturnType<Matcher> {
  // `under two`, `a seven seater`: digits alone need a make, and words need a make or an article.
  if (words === 0 && make === undefined) return undefined;
  const isNamed =
    make !== undefined || (at > 0 && NAMES['before a spoken name'].has(phrase.words[at - 1].key));
  if (NAMES['letters and a word'].has(prefix) && !isNamed) return undefined;
  for (const { digits, length } of spokenDigitsAt(phrase, at + words)) {
    const end = at + words + length;
    const badge = badgeAt(phrase, end, prefix + digits, context, previous);
    if (badge !== undefined) return { length: badge.end - at, meaning: badge.meaning };
    const longer = longerName(phrase, end, prefix + digits, make, context);
    if (longer !== undefined) return { length: longer.end - at, meaning: longer.meaning };
    const models = context.vocabulary.models(prefix + digits, make);
    const own = models.filter((model) => make === undefined || model.make === make);
    if (own.length > 0 && !isCount(phrase, end))
      return { length: end - at, meaning: { kind: 'model', models: own } };
  }
  return undefined;
}

/** `320d` for `three twenty d`, `c220` for `c two twenty`: the word at `at` may be its last letter. */
function badgeAt(
  phrase: Phrase,
  at: number,
  name: string,
  context: PhraseContext,
  previous: Match | undefined,
) {
  const letter = phrase.words.at(at);
  const hasLetter = letter?.joins === true && /^[deit]$/.test(letter.key);
  if (!hasLetter && (/^[0-9]/.test(name) || isCount(phrase, at))) return undefined;
  const text = hasLetter ? name + letter.key : name;
  const word = { ...phrase.words[at - 1], text, key: text };
  const read = matchBadge({ text, words: [word] }, 0, context, previous && { ...previous, to: 0 });
  if (read?.meaning.kind !== 'model') return undefined;
  return { end: hasLetter ? at + 1 : at, meaning: read.meaning };
}

/** `C3 Picasso` for `c three picasso`. */
function longerName(
  phrase: Phrase,
  at: number,
  name: string,
  make: string | undefined,
  { vocabulary }: PhraseContext,
) {
  const keys = joinedKeys(phrase, at, MAX_WORDS_AFTER);
  if (phrase.words.at(at)?.joins !== true) return undefined;
  for (let length = keys.length; length > 0; length--) {
    const models = vocabulary
      .models(name + keys[length - 1], make)
      .filter((model) => make === undefined || model.make === make);
    if (models.length > 0) return { end: at + length, meaning: { kind: 'model', models } as const };
  }
  return undefined;
}

/** `mazda two litre`, `c four doors`. */
function isCount(phrase: Phrase, at: number): boolean {
  const key = keyAt(phrase, at);
  if (key === '' || key === 'engine') return false;
  return NAMES.counted.has(key) || QUANTITIES.unit.find(phrase, at) !== undefined;
}
