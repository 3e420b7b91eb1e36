// The variants of a base model that a listing's title names after it: badges (`320d`), trims (`M Sport`) and names that are
// models of their own only in listings (`Cooper`). Summaries count them.
import { isBadge, memoizedByModel } from './model-name.ts';
import { modelsNamed, partsOfTitle, splitTitle } from './model-terms.ts';
import { modelKey } from './name-key.ts';
import { MAX_TERM_WORDS } from './parse-trade-terms.ts';
import { looseWords, runsOf } from './title-words.ts';
import { tradeTerms } from './trade-terms.ts';

export interface Variant {
  /** The spelling of the title. */
  readonly name: string;
  /** A key that all spellings share. */
  readonly key: string;
}

/** The variants in a value of `titleOf`, each once. The longer of two that overlap counts: `M Sport Pro`, not `M Sport`. */
export function variantsIn(title: string): readonly Variant[] {
  return readTitle(title).variants;
}

/** Whether the base model of a value of `titleOf` has this key. */
export function hasBase(title: string, key: string): boolean {
  return readTitle(title).baseNames.includes(key);
}

interface Title {
  /** The keys of the base model's names. */
  readonly baseNames: readonly string[];
  readonly variants: readonly Variant[];
}

function readTitle(title: string): Title {
  const { make, model } = partsOfTitle(title);
  return known(make, model);
}

const TRIM = 'trim';
const known = memoizedByModel(read);

const WORD = /[^\s/|()\u2010-\u2015-]+/gu;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}+!]+$/gu;
/** Characters that values must not contain: commas separate the values of a parameter, and quotes protect them. */
const NOT_IN_VALUES = /[\s,"]+/gu;

function read(make: string | null, model: string): Title {
  const title = splitTitle(make, model);
  const words = Array.from(title.variant.matchAll(WORD), ({ 0: text, index }) => {
    return { key: looseWords(text).join(''), from: index, to: index + text.length };
  }).filter(({ key }) => key !== '');
  const keys = words.map(({ key }) => key);
  const found = new Map<string, Variant>();
  for (let at = 0; at < words.length;) {
    const length = variantLength(keys, at, make, title);
    if (length > 0) {
      const text = title.variant.slice(words[at].from, words[at + length - 1].to);
      const name = text.replace(AROUND, '').replace(NOT_IN_VALUES, ' ');
      const key = modelKey(name);
      if (!found.has(key)) found.set(key, { name, key });
    }
    at += Math.max(1, length);
  }
  return { baseNames: title.names, variants: [...found.values()] };
}

/** The number of words from `at` on that are a variant; 0 if no variant begins there. */
function variantLength(
  words: readonly string[],
  at: number,
  make: string | null,
  { base, names }: { readonly base: string; readonly names: readonly string[] },
): number {
  const trim = trimLength(words, at, at === 0 ? modelKey(base) : '');
  if (trim > 0 || make === null) return trim;
  const runs = runsOf(words.slice(at, at + MAX_TERM_WORDS)).filter(({ from }) => from === 0);
  // `200 AMG Line` is a 200 and an AMG Line.
  const found = runs.findLast(
    ({ key, to }) =>
      words.slice(at + 1, at + to + 1).every((_, i) => trimLength(words, at + 1 + i) === 0) &&
      (names.some((name) => isBadge(make, name, key, at === 0)) || isNameInListings(make, key)),
  );
  return found === undefined ? 0 : found.to + 1;
}

/** Maximum words from `at` on that are a trim. If a trim begins with the base model, only its rest counts: `S` of a Cooper. */
function trimLength(words: readonly string[], at: number, base = ''): number {
  const keys = trimKeys();
  for (let length = Math.min(MAX_TERM_WORDS, words.length - at); length > 0; length--) {
    const key = words.slice(at, at + length).join('');
    if (keys.has(key) || keys.has(base + key)) return length;
  }
  return 0;
}

function isNameInListings(make: string, key: string): boolean {
  return modelsNamed(key).some((model) => model.make === make && !model.isOwn);
}

let trims: ReadonlySet<string> | undefined;

/** The trims' keys, in any spelling. Read lazily: an operator's terms are known only then. */
function trimKeys(): ReadonlySet<string> {
  return (trims ??= new Set(tradeTerms().terms.flatMap(({ group, keys }) => (group === TRIM ? keys : []))));
}
