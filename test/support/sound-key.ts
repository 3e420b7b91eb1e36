// A plain sound key for the reference model: equal for words that sound alike, `zaphira` and `Zafira`.

const RULES: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/qu?|ck|x/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/(?<=.)[aeiouyhw]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Empty if the word has other letters than a to z: it then sounds like no other. */
export function soundKey(word: string): string {
  if (!/^[a-z]+$/.test(word)) return '';
  return RULES.reduce((key, [pattern, replacement]) => key.replace(pattern, replacement), word);
}
