// Tells which names are alike: by keys of spelling, sound and number, or by few edits. All spellings of a name share a key
// without case, accents, punctuation and spaces. Full-text search has a tokenizer of its own. Words near a typed one are found
// by an index.
import { distance as editDistance } from 'fastest-levenshtein';
import { withoutAccents } from '../accents.ts';

const LOWER_CASE_ALPHANUMERIC = /^[a-z0-9]*$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu;

/** The key of a text: `mercedesbenz` for `Mercedes-Benz`, `skoda` for `Škoda`; empty if the text has no letter and no digit. */
export function nameKey(text: string): string {
  const lowerCase = text.toLowerCase();
  if (LOWER_CASE_ALPHANUMERIC.test(lowerCase)) return lowerCase;
  // Lower case once more, because the decomposition may yield capitals: `™` becomes `TM`.
  return withoutAccents(lowerCase).toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '');
}

/** As `nameKey`, for models, in which a plus sign matters: `Ka+` is `kaplus`, and `Ka` is `ka`. */
export function modelKey(text: string): string {
  return nameKey(text.includes('+') ? text.replaceAll('+', 'plus') : text);
}

const GROUPS: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/e?ault$|eot$|eaux?$/g, 'o'],
  [/^(?:kn|gn|pn)/g, 'n'],
  [/^wr/g, 'r'],
  [/^x/g, 's'],
  [/ph/g, 'f'],
  [/tch|sch|ch|sh|c(?=[eiy])|z/g, 's'],
  [/ck|qu|[cq]/g, 'k'],
  [/dg(?=[eiy])|g(?=[eiy])/g, 'j'],
  [/gh|gw|gu(?=[aeiou])/g, 'g'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/r(?![aeiouy])/g, ''],
];

/**
 * The key that a word shares with those that an English speaker could take for it by ear: `zaphira` and `zafira`, `jagwar` and
 * `jaguar`. It contains the consonants, equal if they sound alike and without doubles; whether the word begins with a vowel; and
 * no `r` unless a vowel follows. For makes and models only, because too many ordinary words would share a key. The word must be
 * in lower case without accents; undefined if it is too short, or has no vowel.
 */
export function soundKey(word: string): string | undefined {
  if (/^[b-df-hj-np-tv-xz]*$/.test(word)) return undefined;
  let sounds = word;
  for (const [letters, sound] of GROUPS) sounds = sounds.replace(letters, sound);
  const first = /^[aeiou]/.test(sounds) ? 'a' : '';
  const key = first + sounds.replace(/[aeiouyh]/g, '').replace(/(.)\1+/gu, '$1');
  return key.length < 2 ? undefined : key;
}

const LETTERS_ONLY = /^[a-z]{3,}$/;

/**
 * The other number of a word in lower case: `seat` finds seats, and `seats` finds a seat. Two forms if either may be meant; none
 * for codes and short words. Only the rules of English spelling are used; a form that is no word does no harm, because no listing
 * contains it.
 */
export function inflections(word: string): readonly string[] {
  if (!LETTERS_ONLY.test(word)) return [];
  if (word.endsWith('ies') && word.length >= 5) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/.test(word) && word.length >= 5) return [word.slice(0, -2), word.slice(0, -1)];
  if (word.endsWith('ss')) return [`${word}es`];
  if (word.endsWith('s')) return word.length >= 4 ? [word.slice(0, -1)] : [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(?:x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}

/** Whether one edit makes two words equal: a letter added, dropped, replaced or swapped with the next. `A3` is not `A4`. */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++;
  if (one.length - start - end > 2) return false;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (/[0-9]/.test(a + b)) return false;
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

/** The word of `known` nearest to `text`, within two edits and one edit per three letters; undefined if two are equally near. */
export function suggestNearest<Word extends string>(text: string, known: readonly Word[]): Word | undefined {
  const key = nameKey(text);
  const maxEdits = Math.min(2, Math.floor(key.length / 3));
  const ranked = known
    .map((word) => ({ word, other: nameKey(word) }))
    // Lengths may differ by no more than the edits, so long hostile texts are compared with nothing.
    .filter(({ other }) => Math.abs(other.length - key.length) <= maxEdits)
    .map(({ word, other }) => ({ word, edits: editDistance(key, other) }))
    .sort((a, b) => a.edits - b.edits);
  const [best, second] = ranked;
  if (best === undefined || best.edits > maxEdits || best.edits === second?.edits) return undefined;
  return best.word;
}

/** In letters. Longer beginnings would rule out few more keys. */
const MAX_START = 6;

/** The beginnings of the keys of a list. They tell a reader of joined words that no further word can complete a key. */
export class KeyStarts {
  readonly #starts = new Set(['']);

  constructor(keys: Iterable<string>) {
    for (const key of keys)
      for (let length = Math.min(key.length, MAX_START); length > 0; length--)
        this.#starts.add(key.slice(0, length));
  }

  /** Whether a key may be one of the list, or may be with more letters. */
  mayBegin(key: string): boolean {
    return this.#starts.has(key.slice(0, MAX_START));
  }
}

/** A list of words, indexed by first letter and length. */
export class NearWords {
  readonly #words = new Map<string, { readonly word: string; readonly place: number }[]>();

  constructor(words: Iterable<string>) {
    let place = 0;
    for (const word of words) {
      const bucket = bucketOf(word, word.length);
      const known = this.#words.get(bucket);
      if (known === undefined) this.#words.set(bucket, [{ word, place }]);
      else known.push({ word, place });
      place += 1;
    }
  }

  /** The words one edit away from a typed one, in list order. The first letter must be right: `banger` is not a Ranger. */
  near(typed: string): string[] {
    const found: { readonly word: string; readonly place: number }[] = [];
    for (let length = typed.length - 1; length <= typed.length + 1; length++) {
      for (const one of this.#words.get(bucketOf(typed, length)) ?? [])
        if (isOneEditApart(one.word, typed)) found.push(one);
    }
    return found.sort((a, b) => a.place - b.place).map(({ word }) => word);
  }
}

function bucketOf(word: string, length: number): string {
  return `${word.charAt(0)}${length}`;
}
