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

/** The word must be in lower case without accents. Undefined: too short to be told apart. */
export function soundKey(word: string): string | undefined {
  let sounds = word;
  for (const [letters, sound] of GROUPS) sounds = sounds.replace(letters, sound);
  const first = /^[aeiou]/.test(sounds) ? 'a' : '';
  const key = first + sounds.replace(/[aeiouyh]/g, '').replace(/(.)\1+/gu, '$1');
  return key.length < 2 ? undefined : key;
}
