// The sound of a name, for names that are written as they are heard: `zaphira`, `sportidge`. Vowels after the first letter do not
// count, nor do double letters.

/** Equal for words that sound alike: `kasi` and `cassy` are both `ks`. */
export function soundKey(word: string): string {
  const consonants = word
    .replace(/^kn/, 'n')
    .replace(/ph/g, 'f')
    .replace(/sch|sh|ch|sc(?=[eiy])/g, 's')
    .replace(/ck|qu?/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/z/g, 's')
    .replace(/dg|g(?=[eiy])/g, 'j')
    .replace(/w/g, 'v')
    .replace(/(?<=[aeiouy])r$/, '')
    .replace(/h/g, '');
  const first = consonants.slice(0, 1).replace(/[aeiouy]/, 'a');
  return (first + consonants.slice(1).replace(/[aeiouy]/g, '')).replace(/(.)\1+/g, '$1');
}
