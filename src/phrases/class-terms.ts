// Finds wordings that the trade's terms list as a fuel or a gearbox: `plug-in hybrids`, `dsg`, `S tronic`. A term of another
// group that shares a wording with a class is that class in all its wordings: `DSG gearbox`.
import { FUELS, GEARBOXES } from '../vehicle/class-words.ts';
import type { FuelType, Transmission } from '../vehicle/classes.ts';
import { isClass, MAX_TERM_WORDS, type TradeTerm } from '../vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../vehicle/trade-terms.ts';
import { nameKey } from '../vehicle/name-key.ts';
import type { PhraseToken, TokenizedPhrase } from './tokenized-phrase.ts';

export type ClassName = FuelType | Transmission;

const MAX_KEY_LENGTH = 40;
/** Shorter keys of several words are accidents. */
const MIN_JOINED_LENGTH = 4;

const CLASSES = [...FUELS.rows, ...GEARBOXES.rows];
const HEARD = new Set(CLASSES.flatMap(({ heard }) => heard));

let loaded: ReadonlyMap<string, ClassName> | undefined;

function classKeys(): ReadonlyMap<string, ClassName> {
  return (loaded ??= readClassKeys(tradeTerms().terms));
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
  return classKeys().has(key);
}

/** The longest wording of a class that begins at word `at`. */
export function classTermAt(
  { words }: TokenizedPhrase,
  at: number,
): { readonly value: ClassName; readonly length: number } | undefined {
  let found: { value: ClassName; length: number } | undefined;
  let key = '';
  for (let i = at; i < Math.min(at + MAX_TERM_WORDS, words.length); i++) {
    if (i > at && !words[i].flows) break;
    key += words[i].key;
    if (key.length > MAX_KEY_LENGTH) break;
    const value = classKeys().get(key);
    // The S of `auto S line` is no plural, and the engine of `diesel engine over 2 litres` has a size.
    const isPart =
      i > at &&
      (key.length < MIN_JOINED_LENGTH || words[i].key.length === 1) &&
      !isHeard(words.slice(at, i + 1));
    const hasSize = /^engines?$/.test(words[i].key) && words.at(i + 1)?.flows === true;
    if (value !== undefined && !isPart && !hasSize) found = { value, length: i + 1 - at };
  }
  return found;
}

/** Whether the table lists these words, each on its own: `e v`. */
function isHeard(words: readonly PhraseToken[]): boolean {
  return HEARD.has(words.map(({ key }) => key).join(' '));
}
