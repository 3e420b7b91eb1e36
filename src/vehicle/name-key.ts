// Keys of names by spelling, sound and number. One key for all spellings: without case, accents, punctuation and spaces.
// Full-text search has a tokenizer of its own.

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
