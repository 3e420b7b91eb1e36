// Reads the text of a query: which of its words are one term of the trade, and what the other words stand for. The same for
// both indexes, which tell what their live rows have.
import { MATCH_WEIGHTS } from '../engine/query/bm25f.ts';
import { Memo } from '../engine/memo.ts';
import { fuzzyTerms, maxEdits } from '../engine/postings/edit-distance.ts';
import { foldText, onlyExact, tokenize } from '../engine/postings/tokenizer.ts';
import type { TextReader, TextUnit } from '../engine/schema.ts';
import { inflections } from '../vehicle/inflections.ts';
import { makeAliases } from '../vehicle/makes.ts';
import { isClass, MAX_TERM_WORDS, type TradeTerm } from '../vehicle/parse-trade-terms.ts';
import { NOWHERE, START, type Spellings } from './spellings.ts';
import { classTag, pairTag, soundOf, soundTag, termTag } from './tags.ts';

/** Half of the typos whose tags are remembered. */
const MAX_TYPOS = 2048;

type IsLive = (term: string) => boolean;

/** Some words of a query that are read together. */
interface Part {
  readonly unit: TextUnit;
  /** Its words, with nothing between. */
  readonly key: string;
  readonly length: number;
  /** Tags that raise scores. */
  readonly preferred: readonly string[];
}

export function createTextReader(spellings: Spellings, terms: readonly TradeTerm[]): TextReader {
  const classWords = classWordsOf(terms);
  const tagsOfTypos = new Memo(MAX_TYPOS, (word) => [...soundTags(word), ...classWords.like(word)]);
  return (text, isLive) => {
    const words = tokenize(foldText(text));
    const parts: Part[] = [];
    const known = new Map<string, Part>();
    for (let at = 0; at < words.length; at += parts[parts.length - 1].length) {
      // All that a part depends on. Words beside each other recur in texts that repeat themselves.
      const context = [words[at - 1] ?? '', ...words.slice(at, at + MAX_TERM_WORDS)].join(' ');
      const part =
        known.get(context) ??
        readSpelling(spellings, words, at, isLive) ??
        readInitial(words, at, isLive) ??
        readWord(words, at, isLive, tagsOfTypos);
      known.set(context, part);
      parts.push(part);
    }
    const pairs = parts.slice(1).map(({ key }, i) => pairTag(parts[i].key, key));
    return {
      units: withoutRepeats(parts.map(({ unit }) => unit)),
      preferred: [...new Set([...parts.flatMap(({ preferred }) => preferred), ...pairs])].filter(isLive),
    };
  };
}

/** The longest spelling from a word on whose class or term is live. */
function readSpelling(
  spellings: Spellings,
  words: readonly string[],
  at: number,
  isLive: IsLive,
): Part | undefined {
  let found: Part | undefined;
  let beginning = START;
  for (let length = 1; length <= Math.min(MAX_TERM_WORDS, words.length - at); length++) {
    const word = words[at + length - 1];
    beginning = spellings.step(beginning, word);
    if (beginning === NOWHERE) break;
    const wording = spellings.wordingAt(beginning);
    if (wording === undefined) continue;
    // `black s line` asks for no blacks.
    if (length > 1 && word === 's' && !wording.isWritten) continue;
    const classes = wording.classes.map(classTag).filter(isLive);
    const own = wording.terms.map(termTag).filter(isLive);
    const tags = classes.length > 0 ? classes : own;
    if (tags.length === 0) continue;
    const terms = new Map(tags.map((tag) => [tag, MATCH_WEIGHTS.exact]));
    // `eco sport`: the second is a trim, and both together may be a name.
    const joined = length === 1 ? joinedWith(words, at) : [];
    for (const name of joined) addLive(terms, name, MATCH_WEIGHTS.variant, isLive);
    // `auto trail`: also listings of that name whose gearbox is no automatic. Others that have the pair have the term.
    if (classes.length > 0)
      for (const name of joined) addLive(terms, pairTag(name, ''), MATCH_WEIGHTS.variant, isLive);
    const key = words.slice(at, at + length).join('');
    found = { unit: { terms }, key, length, preferred: classes.length > 0 ? own : [] };
  }
  return found;
}

const LETTER = /^\p{L}$/u;

/** A letter and the word after it, if listings have them as one name: `s max`, `a class`. */
function readInitial(words: readonly string[], at: number, isLive: IsLive): Part | undefined {
  const next = words.at(at + 1);
  if (next === undefined || !LETTER.test(words[at])) return undefined;
  const key = words[at] + next;
  const live = [key, pairTag(key, '')].filter(isLive);
  if (live.length === 0) return undefined;
  const terms = new Map(live.map((term) => [term, MATCH_WEIGHTS.exact]));
  return { unit: { terms }, key, length: 2, preferred: [] };
}

function readWord(
  words: readonly string[],
  at: number,
  isLive: IsLive,
  tagsOfTypos: Memo<readonly string[]>,
): Part {
  const word = words[at];
  const terms = new Map<string, number>();
  for (const form of inflections(word)) addLive(terms, form, MATCH_WEIGHTS.variant, isLive);
  for (const name of joinedWith(words, at)) addLive(terms, name, MATCH_WEIGHTS.variant, isLive);
  for (const exact of exactTermsOf(word)) {
    addLive(terms, exact, MATCH_WEIGHTS.exact, isLive);
  }
  if (onlyExact(word)) return { unit: { terms }, key: word, length: 1, preferred: [] };
  const typo = {
    word,
    // At first use: most words are no typos.
    get tags() {
      return tagsOfTypos.get(word);
    },
  };
  return {
    unit: { terms, ...(at === words.length - 1 && { prefix: word }), typo },
    key: word,
    length: 1,
    preferred: [],
  };
}

function soundTags(word: string): string[] {
  const sound = soundOf(word);
  return sound === undefined ? [] : [soundTag(sound)];
}

/** The word, the make that it is an alias of, and each as two names side by side: `corsavan`, `landy`. */
function exactTermsOf(word: string): string[] {
  const make = MAKE_ALIASES.get(word);
  return [word, ...(make === undefined ? [] : [make])].flatMap((name) => [name, pairTag(name, '')]);
}

/** The word joined with the one before it and the one after: `rav 4` is also found where listings have `rav4`. */
function joinedWith(words: readonly string[], at: number): string[] {
  return [
    ...(at > 0 ? [words[at - 1] + words[at]] : []),
    ...(at + 1 < words.length ? [words[at] + words[at + 1]] : []),
  ];
}

function addLive(terms: Map<string, number>, term: string, weight: number, isLive: IsLive): void {
  if (isLive(term)) terms.set(term, weight);
}

interface ClassWords {
  /** Tags of the classes of which it may be a misspelling: `desiel`. */
  like(word: string): string[];
}

const MIN_MISSPELT_LENGTH = 5;

function classWordsOf(terms: readonly TradeTerm[]): ClassWords {
  const known = terms.filter(isClass).flatMap((term) =>
    term.spellings
      .map((spelling) => foldText(spelling))
      .filter((spelling) => spelling.length >= MIN_MISSPELT_LENGTH && /^[a-z]+$/.test(spelling))
      .map((spelling) => ({ spelling, tag: classTag(term), sound: soundOf(spelling) })),
  );
  const fuzzy = fuzzyTerms(known.map(({ spelling }) => spelling));
  return {
    like(word) {
      if (word.length < MIN_MISSPELT_LENGTH) return [];
      const sound = soundOf(word);
      const sounding = known.filter((one) => sound !== undefined && one.sound === sound);
      const near = fuzzy.find(word, maxEdits(word)).map((i) => known[i]);
      return [...new Set([...sounding, ...near].map(({ tag }) => tag))];
    },
  };
}

const MAKE_ALIASES = makeAliases();

/** Units that stand for the same are one. */
function withoutRepeats(units: readonly TextUnit[]): TextUnit[] {
  const known = new Map<string, TextUnit>();
  for (const unit of new Set(units)) {
    const { terms, prefix, typo } = unit;
    const name = JSON.stringify(terms.size > 0 ? [...terms].sort() : [prefix, typo?.word]);
    if (!known.has(name)) known.set(name, unit);
  }
  return [...known.values()];
}
