// Matches fuels and gearboxes: the words of their tables, and the wordings of a class that the trade's terms or an operator
// have (`plug-in hybrids`, `dsg`, `S tronic`), exact, misspelt by one edit, or alike in their consonants (`dizel`). Badges that
// imply a fuel (`TDI`) are more specific than its class, so they stay search words.
import { FUELS, GEARBOXES } from '../../vehicle/classify.ts';
import { FUEL_TYPES, TRANSMISSIONS, type FuelType, type Transmission } from '../../vehicle/classes.ts';
import { KeyStarts, nameKey, isOneEditApart } from '../../vehicle/name-key.ts';
import { MAX_TERM_WORDS, isClass, type TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import type { Match, Matcher, MeaningOf } from '../words/match.ts';
import { type PhraseToken, type Phrase, textOf } from '../words/tokenized-phrase.ts';
import { WORDS, named, patternsMeaning, readLists } from '../words/word-lists.ts';

type ClassName = FuelType | Transmission;

/** Shorter keys of several words are accidents. */
export const MIN_JOINED_LENGTH = 4;

const CLASSES = [...FUELS.rows, ...GEARBOXES.rows];
const HEARD = new Set(CLASSES.flatMap(({ heard }) => heard));

interface ClassKeys {
  readonly classes: ReadonlyMap<string, ClassName>;
  readonly starts: KeyStarts;
}

let loaded: ClassKeys | undefined;

function classKeys(): ClassKeys {
  if (loaded !== undefined) return loaded;
  const classes = readClassKeys(tradeTerms().terms);
  return (loaded = { classes, starts: new KeyStarts(classes.keys()) });
}

function readClassKeys(terms: readonly TradeTerm[]): Map<string, ClassName> {
  const keys = new Map<string, ClassName>();
  for (const term of terms.filter(isClass)) {
    const value = CLASSES.find(({ name }) => name === term.name)?.name;
    if (value !== undefined) for (const key of term.keys) keys.set(key, value);
  }
  const shared = terms.flatMap((term) => {
    const value = isClass(term) ? undefined : keys.get(term.keys.find((key) => keys.has(key)) ?? '');
    return value === undefined ? [] : [{ term, value }];
  });
  for (const { term, value } of shared) for (const key of term.keys) keys.set(key, keys.get(key) ?? value);
  for (const { name, heard } of CLASSES) for (const word of heard) keys.set(nameKey(word), name);
  return keys;
}

export function isClassKey(key: string): boolean {
  return classKeys().classes.has(key);
}

function classTermAt(
  { words }: Phrase,
  at: number,
): { readonly value: ClassName; readonly length: number } | undefined {
  const { classes, starts } = classKeys();
  let found: { value: ClassName; length: number } | undefined;
  let key = '';
  for (let i = at; i < Math.min(at + MAX_TERM_WORDS, words.length); i++) {
    if (i > at && !words[i].flows) break;
    key += words[i].key;
    if (!starts.mayBegin(key)) break;
    const value = classes.get(key);
    if (value === undefined) continue;
    // The S of `auto S line` is no plural, and the engine of `diesel engine over 2 litres` has a size.
    const isPart =
      i > at &&
      (key.length < MIN_JOINED_LENGTH || words[i].key.length === 1) &&
      !isHeard(words.slice(at, i + 1));
    const hasSize = /^engines?$/.test(words[i].key) && words.at(i + 1)?.flows === true;
    if (!isPart && !hasSize) found = { value, length: i + 1 - at };
  }
  return found;
}

/** The fuel whose letter is right behind the size of an engine: `2.0L d`, but not `1.6 P reg`. */
function letterAt({ words }: Phrase, at: number, previous: Match | undefined) {
  const { key, flows } = words[at];
  const isBehindSize = flows && previous?.meaning.kind === 'range' && previous.meaning.field === 'engine';
  const isPlate = /^(?:reg|plate)/.test(words.at(at + 1)?.key ?? '');
  const value = isBehindSize && !isPlate && /^[dp]$/.test(key) ? FUELS.abbreviations.get(key) : undefined;
  return value && { value, length: 1 };
}

/** Whether the table lists these words, each on its own: `e v`. */
function isHeard(words: readonly PhraseToken[]): boolean {
  return HEARD.has(words.map(({ key }) => key).join(' '));
}

const CLASS_WORDS = readLists('classes', {
  sound: patternsMeaning(named(...FUEL_TYPES, ...TRANSMISSIONS)),
  'other word': WORDS,
  part: WORDS,
});

export const matchClass: Matcher = (phrase, at, _context, previous) => {
  const found = classTermAt(phrase, at) ?? letterAt(phrase, at, previous);
  if (found === undefined) return undefined;
  const { length, value } = found;
  const next = phrase.words.at(at + length)?.key;
  if (next !== undefined && CLASS_WORDS.part.has(next)) return undefined;
  const kinds = CLASSES.find(({ name }) => name === value)?.kinds ?? [];
  const keyOf = (count: number): string =>
    phrase.words
      .slice(at, at + count)
      .map(({ key }) => key)
      .join('');
  // `DSG` of a DSG gearbox
  const lengths = Array.from({ length }, (_, i) => i + 1);
  const said = lengths.find(
    (count) =>
      (count === length || isClassKey(keyOf(count))) && kinds.some((part) => keyOf(count).includes(part)),
  );
  const narrow = said !== undefined && { narrow: textOf(phrase, at, at + said) };
  return { length, meaning: { ...meaningOf(value), ...narrow } };
};

function meaningOf(value: ClassName): MeaningOf<'fuel' | 'transmission'> {
  const fuel = FUELS.rows.find(({ name }) => name === value)?.name;
  if (fuel === undefined) return { kind: 'transmission', value: value as Transmission };
  return { kind: 'fuel', value: fuel };
}

const MIN_LENGTH = 5;

/** Matches what no other matcher knows. */
export const matchMisspeltClass: Matcher = ({ words }, at) => {
  const { key } = words[at];
  if (key.length < MIN_LENGTH || CLASS_WORDS['other word'].has(key)) return undefined;
  const found = CLASS_WORDS.sound.find(
    ({ pattern, meaning }) => isMisspelt(meaning.toLowerCase(), key) || pattern.test(key),
  );
  return found && { length: 1, meaning: meaningOf(found.meaning) };
};

/** One edit or two neighbours swapped; two of them in long words: `autoamtkic`. */
function isMisspelt(word: string, typed: string): boolean {
  if (word[0] !== typed[0] && word[0] !== typed[1]) return false;
  if (isOneEditApart(word, typed)) return true;
  if (word.length < 8 || typed.length < 7) return false;
  const edited = Array.from(typed, (letter, i) => [
    typed.slice(0, i) + typed.slice(i + 1),
    typed.slice(0, i) + (typed[i + 1] ?? '') + letter + typed.slice(i + 2),
  ]).flat();
  return edited.some((one) => isOneEditApart(word, one));
}
