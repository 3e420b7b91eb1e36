// Reads the text of a query: finds the words that form one term of the trade, the meanings of the other words, and, by
// query-clauses.ts, how they are joined. Both indexes use it, each with the terms of its own live rows.
import { MATCH_WEIGHTS } from '../../engine/query/bm25f.ts';
import { Memo } from '../../memo.ts';
import { fuzzyTerms, maxEdits } from '../../engine/postings/edit-distance.ts';
import { foldText, onlyExact, tokenize } from '../../engine/postings/tokenizer.ts';
import type { TextReader, TextUnit } from '../../engine/schema.ts';
import { splitQuery, type QueryRun } from '../../query/query-runs.ts';
import { inflections } from '../../vehicle/name-key.ts';
import { isClass, MAX_TERM_WORDS, type TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { queryWordAt, queryWords, type QueryWordMeaning } from '../../vehicle/query-words.ts';
import { joinParts, type Element, type QueryPart } from './query-clauses.ts';
import {
  beginsName,
  isModelName,
  isModelOfMake,
  makesOfModel,
  MAKE_ALIASES,
  wordsOfName,
} from '../../vehicle/name-keys.ts';
import { NOWHERE, START, type Spellings } from './spellings.ts';
import { classTag, pairTag, soundOf, soundTag, termTag } from './tags.ts';

/** Half of the maximum of typing errors whose tags are cached. */
const MAX_TYPOS = 2048;

type IsLive = (term: string) => boolean;

export function createTextReader(spellings: Spellings, terms: readonly TradeTerm[]): TextReader {
  const classWords = classWordsOf(terms);
  const tagsOfTypos = new Memo(MAX_TYPOS, (word) => [...soundTags(word), ...classWords.like(word)]);
  return (text, isLive) => {
    const runs = splitQuery(text).map((run) => {
      const folded = foldText(run.text);
      // Before the spread: V8 takes ten times as long for new properties after one.
      return { words: tokenize(folded), hyphens: hyphensIn(folded), ...run };
    });
    const clauses = joinParts(stretchesOf(runs));
    const { required } = clauses;
    const singles = required.flatMap((alternatives) => (alternatives.length === 1 ? alternatives[0] : []));
    const choices = required.filter((alternatives) => alternatives.length > 1);
    const pairs = clauses.neighbours.map(([first, second]) => pairTag(first.key, second.key));
    const excluded = clauses.excluded
      .map((parts) => parts.map(({ unit: { terms } }): TextUnit => ({ terms })))
      .filter((units) => units.every((unit) => unit.terms.size > 0));
    return {
      units: withoutRepeats(singles.map(({ unit }) => unit)),
      preferred: [...new Set([...singles.flatMap(({ preferred }) => preferred), ...pairs])].filter(isLive),
      choices:
        choices.length === 0
          ? undefined
          : choices.map((alternatives) => alternatives.map((parts) => parts.map(({ unit }) => unit))),
      excluded: excluded.length === 0 ? undefined : excluded,
      isOpen: (required.length === 0 && runs.some(({ words }) => words.length > 0)) || undefined,
    };

    /** The excluded runs, each alone, and between them the elements of the required runs. */
    function stretchesOf(
      all: readonly (QueryRun & { readonly words: readonly string[]; readonly hyphens: Hyphens })[],
    ): { elements: Element[]; isExcluded: boolean }[] {
      const stretches: { elements: Element[]; isExcluded: boolean }[] = [];
      all.forEach(({ words, hyphens, isExcluded, isQuoted }, i) => {
        const isOpen = stretches.at(-1)?.isExcluded === false && !isExcluded;
        const stretch = isOpen ? stretches[stretches.length - 1] : { elements: [], isExcluded };
        if (!isOpen) stretches.push(stretch);
        const read = isQuoted ? readQuotation(words) : readRun(words, hyphens, i === all.length - 1);
        stretch.elements.push(...read);
      });
      return stretches;
    }

    /** A quotation as one operand. All its words are read literally, even function words: none is completed or corrected. */
    function readQuotation(words: readonly string[]): Element[] {
      const parts: QueryPart[] = [];
      for (let at = 0; at < words.length;) {
        const spelled = readSpelling(spellings, words, at, isLive) ?? readInitial(words, at, isLive);
        const part = spelled ?? withoutGuesses(readWord(words, at, false));
        parts.push(part);
        at += part.length;
      }
      return parts.length === 0 ? [] : [{ parts, isQuoted: true }];
    }

    /** The parts of a run of words, those of a name, a term or a word with hyphens as one operand, and the words that join them. */
    function readRun(words: readonly string[], hyphens: Hyphens, isLast: boolean): Element[] {
      const elements: Element[] = [];
      /** The parts of the last operand. */
      let parts: QueryPart[] = [];
      /** Where the name or term at the beginning of the last operand ends, even if no listing has it: `not cat n`. */
      let termEnd = 0;
      const known = new Map<string, QueryPart>();
      const marks = words.map((_, at) => {
        const mark = queryWordAt(words, at);
        return mark && (hyphens.has(at) || hyphens.has(at + mark.length)) ? undefined : mark;
      });
      const hasMarks = marks.some((mark) => mark !== undefined);
      // A function word inside a spelling belongs to the term, even if no listing has the term: `small car`.
      let spelledTo = 0;
      for (let at = 0; at < words.length;) {
        const spelled = hasMarks ? readSpelling(spellings, words, at, isLive) : undefined;
        if (hasMarks) spelledTo = Math.max(spelledTo, at + spellings.wordsSpelledFrom(words, at));
        const mark = marks[at];
        if (spelled === undefined && mark !== undefined && at >= spelledTo && !isName(words, at, mark)) {
          if (mark.meaning !== 'nothing') elements.push(mark.meaning);
          termEnd = 0;
          at += mark.length;
          continue;
        }
        // Everything that a part depends on. Texts that repeat themselves repeat such contexts.
        const context = [words[at - 1] ?? '', ...words.slice(at, at + MAX_TERM_WORDS)].join(' ');
        const part =
          known.get(context) ??
          spelled ??
          readSpelling(spellings, words, at, isLive) ??
          readInitial(words, at, isLive) ??
          readModelName(words[at], isLive) ??
          readWord(words, at, isLast);
        known.set(context, part);
        // No function word stands before a hyphen, so the last element is an operand.
        if (hyphens.has(at) || at < termEnd) parts.push(part);
        else {
          elements.push({ parts: (parts = [part]), isQuoted: false });
          if (hasMarks)
            termEnd = at + Math.max(wordsOfName(words, at), spellings.wordsSpelledFrom(words, at));
        }
        at += part.length;
      }
      return elements;
    }

    function readWord(words: readonly string[], at: number, isLast: boolean): QueryPart {
      const word = words[at];
      const terms = new Map<string, number>();
      for (const form of inflections(word)) addLive(terms, form, MATCH_WEIGHTS.variant, isLive);
      for (const name of [...joinedWith(words, at), ...inLitres(word)])
        addLive(terms, name, MATCH_WEIGHTS.variant, isLive);
      for (const exact of exactTermsOf(word)) {
        addLive(terms, exact, MATCH_WEIGHTS.exact, isLive);
      }
      // A word that live rows have is neither completed nor corrected.
      if (terms.size > 0 || onlyExact(word) || queryWords().placeholders.has(word))
        return { unit: { terms }, key: word, length: 1, preferred: [] };
      const typo = {
        word,
        // Lazy, because most words are spelt correctly.
        get tags() {
          return tagsOfTypos.get(word);
        },
      };
      const isPrefix = isLast && at === words.length - 1;
      // A term that no listing has is not a typing error: `purple` does not mean Polo, though it sounds alike.
      const isTerm = spellings.isSpelling(word);
      return {
        unit: { terms, ...(isPrefix && { prefix: word }), ...(!isTerm && { typo }) },
        key: word,
        length: 1,
        preferred: [],
      };
    }

    /** Whether a function word is part of a name here: `a class`, `for two`, `lexus is`. */
    function isName(
      words: readonly string[],
      at: number,
      { meaning, length }: { readonly meaning: QueryWordMeaning; readonly length: number },
    ): boolean {
      if (meaning !== 'nothing' || length > 1) return false;
      // `a 3 series`: the longer name counts.
      if (at + 2 < words.length && beginsName(words, at, 2)) return false;
      if (at > 0 && isModelOfMake(words[at - 1], words[at])) return true;
      if (spellings.wordsSpelledFrom(words, at + 1) > 1) return false;
      return readInitial(words, at, isLive) !== undefined;
    }
  };
}

/** Positions of the words that a hyphen joins to the word before. */
type Hyphens = ReadonlySet<number>;

const NO_HYPHENS: Hyphens = new Set();
const INNER_HYPHEN = /(?<=[\p{L}\p{N}])[-‐](?=[\p{L}\p{N}])/u;

/** The hyphens of a folded text. A part of a hyphenated word is not a function word: the `i` of `i-key`. */
function hyphensIn(folded: string): Hyphens {
  if (!INNER_HYPHEN.test(folded)) return NO_HYPHENS;
  const hyphens = new Set<number>();
  let count = 0;
  for (const piece of folded.split(INNER_HYPHEN)) {
    hyphens.add(count);
    count += tokenize(piece).length;
  }
  hyphens.delete(0);
  return hyphens;
}

function withoutGuesses(part: QueryPart): QueryPart {
  return { ...part, unit: { terms: part.unit.terms } };
}

/** The longest spelling from `at` on whose fuel, gearbox or term is live; undefined if there is none. */
function readSpelling(
  spellings: Spellings,
  words: readonly string[],
  at: number,
  isLive: IsLive,
): QueryPart | undefined {
  let found: QueryPart | undefined;
  let beginning = START;
  for (let length = 1; length <= Math.min(MAX_TERM_WORDS, words.length - at); length++) {
    const word = words[at + length - 1];
    beginning = spellings.step(beginning, word);
    if (beginning === NOWHERE) break;
    const wording = spellings.wordingAt(beginning);
    if (wording === undefined) continue;
    // `black s line` does not ask for blacks.
    if (length > 1 && word === 's' && !wording.isWritten) continue;
    if (beginsName(words, at, length)) continue;
    const classes = wording.classes.map(classTag).filter(isLive);
    const own = wording.terms.map(termTag).filter(isLive);
    const tags = classes.length > 0 ? classes : own;
    if (tags.length === 0) continue;
    const terms = new Map(tags.map((tag) => [tag, MATCH_WEIGHTS.exact]));
    // `eco sport`: `sport` alone is a trim, and both words together may be a name.
    const joined = length === 1 ? joinedWith(words, at) : [];
    for (const name of joined) addLive(terms, name, MATCH_WEIGHTS.variant, isLive);
    // `auto trail`: also listings of that name without the automatic gearbox. All others with this pair have the term.
    if (classes.length > 0)
      for (const name of joined) addLive(terms, pairTag(name, ''), MATCH_WEIGHTS.variant, isLive);
    const key = words.slice(at, at + length).join('');
    found = { unit: { terms }, key, length, preferred: classes.length > 0 ? own : [] };
  }
  return found;
}

const LETTER = /^\p{L}$/u;

/**
 * A letter and the word after it, if listings have them as one name: `s max`, `a class`. Also the two parts of a name with a
 * function word: `for two`. Undefined otherwise.
 */
function readInitial(words: readonly string[], at: number, isLive: IsLive): QueryPart | undefined {
  const next = words.at(at + 1);
  if (next === undefined) return undefined;
  const key = words[at] + next;
  if (!LETTER.test(words[at]) && !(queryWordAt(words, at) !== undefined && isModelName(key)))
    return undefined;
  const live = [key, pairTag(key, '')].filter(isLive);
  if (live.length === 0) return undefined;
  const terms = new Map(live.map((term) => [term, MATCH_WEIGHTS.exact]));
  return { unit: { terms }, key, length: 2, preferred: [] };
}

/**
 * A word that mostly means something else in adverts (`pick-up`), read as a model of each make that live rows have with it.
 * Undefined for other words, and if no live row has one.
 */
function readModelName(word: string, isLive: IsLive): QueryPart | undefined {
  if (!queryWords().modelNames.has(word)) return undefined;
  const live = makesOfModel(word)
    .map((make) => pairTag(make, word))
    .filter(isLive);
  if (live.length === 0) return undefined;
  const terms = new Map(live.map((tag) => [tag, MATCH_WEIGHTS.exact]));
  return { unit: { terms }, key: word, length: 1, preferred: [] };
}

function soundTags(word: string): string[] {
  const sound = soundOf(word);
  return sound === undefined ? [] : [soundTag(sound)];
}

/** The word, the make that it is an alias of, and the tags of both as two words side by side: `corsavan`, `landy`. */
function exactTermsOf(word: string): string[] {
  const make = MAKE_ALIASES.get(word);
  const own = [word, pairTag(word, '')];
  return make === undefined ? own : [...own, make, pairTag(make, '')];
}

/** The word joined with its neighbours before and after: `rav 4` also finds listings with `rav4`. */
function joinedWith(words: readonly string[], at: number): string[] {
  const joined: string[] = [];
  if (at > 0) joined.push(words[at - 1] + words[at]);
  if (at + 1 < words.length) joined.push(words[at] + words[at + 1]);
  return [...joined, ...joined.flatMap(inLitres)];
}

const LITRES = /^(\d(?:\.\d+)?)(?:litre|liter|ltr)s?$/;

/** An engine size as listings have it: `2.0l` for `2.0litre`. Empty for other words. */
function inLitres(word: string): string[] {
  const size = LITRES.exec(word)?.[1];
  return size === undefined ? [] : [`${size}l`];
}

function addLive(terms: Map<string, number>, term: string, weight: number, isLive: IsLive): void {
  if (isLive(term)) terms.set(term, weight);
}

interface WordsOfClasses {
  /** Tags of the fuels and gearboxes that the word may misspell: `desiel`. */
  like(word: string): string[];
}

const MIN_MISSPELT_LENGTH = 5;

function classWordsOf(terms: readonly TradeTerm[]): WordsOfClasses {
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

/** The units without those that mean the same as an earlier one. */
function withoutRepeats(units: readonly TextUnit[]): readonly TextUnit[] {
  if (units.length < 2) return units;
  const known = new Map<string, TextUnit>();
  for (const unit of new Set(units)) {
    const { terms, prefix, typo } = unit;
    const name = JSON.stringify(terms.size > 0 ? [...terms].sort() : [prefix, typo?.word]);
    if (!known.has(name)) known.set(name, unit);
  }
  return [...known.values()];
}
