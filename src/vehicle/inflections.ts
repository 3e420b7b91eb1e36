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
