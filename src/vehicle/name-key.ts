// When two names are alike: by keys of spelling, sound and number, or by one edit. One key for all spellings: without case, accents,
// punctuation and spaces. Full-text search has a tokenizer of its own. In lists of words, those next to a typed one are found without
// comparing all of them.

const LOWER_CASE_ALPHANUMERIC = /^[a-z0-9]*$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu;

/** `mercedesbenz` for `Mercedes-Benz`, `skoda` for `Škoda`; empty if the text holds no letter and no digit. */
export function nameKey(text: string): string {
  const lowerCase = text.toLowerCase();
  if (LOWER_CASE_ALPHANUMERIC.test(lowerCase)) return lowerCase;
  // Lower case once more, because the decomposition may bring capitals: `™` becomes `TM`.
  return lowerCase.normalize('NFKD').toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '');
}

/** As `nameKey`, for models: a plus sign makes another model, so `Ka+` is `kaplus` and `Ka` is `ka`. */
export function modelKey(text: string): string {
  return nameKey(text.includes('+') ? text.replaceAll('+', 'plus') : text);
}

// A key that words share if an English speaker could take one for the other by ear: `zaphira` and `zafira`, `jagwar` and
// `jaguar`. It holds the consonants, alike where they sound alike and without doubles; of vowels only whether one comes
// first; and no `r` that is not followed by a vowel. For makes and models only: of all words, too many would share one.

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

/** The word must be in lower case without accents. Undefined: too short to be distinguished, or without a vowel. */
export function soundKey(word: string): string | undefined {
  if (/^[b-df-hj-np-tv-xz]*$/.test(word)) return undefined;
  let sounds = word;
  for (const [letters, sound] of GROUPS) sounds = sounds.replace(letters, sound);
  const first = /^[aeiou]/.test(sounds) ? 'a' : '';
  const key = first + sounds.replace(/[aeiouyh]/g, '').replace(/(.)\1+/gu, '$1');
  return key.length < 2 ? undefined : key;
}

// Singular and plural: `seat` finds seats, and `seats` a seat. By the rules of English spelling alone; a form that is no word
// does no harm, because no listing has it.

const LETTERS_ONLY = /^[a-z]{3,}$/;

/** The other number of a word in lower case: two forms where either may be meant, none for codes and short words. */
export function inflections(word: string): readonly string[] {
  if (!LETTERS_ONLY.test(word)) return [];
  if (word.endsWith('ies') && word.length >= 5) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/.test(word) && word.length >= 5) return [word.slice(0, -2), word.slice(0, -1)];
  if (word.endsWith('ss')) return [`${word}es`];
  if (word.endsWith('s')) return word.length >= 4 ? [word.slice(0, -1)] : [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(?:x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}

/**
 * Whether two words differ by one edit: a letter added, dropped, replaced, or two neighbours swapped. Digits never differ:
 * `A3` is not `A4`.
 */
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

/** A list of words, by their first letter and length. */
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

  /**
   * The words that are one edit away from a typed one, in the order of the list. The first letter must be right: `banger` is not a
   * misspelt Ranger.
   */
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
