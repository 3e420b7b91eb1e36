// The singular of a plural and the plural of a singular, by spelling alone: `seats` and `seat`, `bodies` and `body`.

const LETTERS = /^[a-z]{3,}$/;
const SIBILANT = /(?:s|x|z|ch|sh)$/;
const CONSONANT_Y = /[bcdfghjklmnpqrstvwxz]y$/;

/** The other number of a folded word, and guesses where its spelling leaves several; none for short words and digits. */
export function inflections(word: string): readonly string[] {
  if (!LETTERS.test(word)) return [];
  if (word.endsWith('ss')) return [`${word}es`];
  if (word.endsWith('s')) return singulars(word);
  if (CONSONANT_Y.test(word)) return [`${word.slice(0, -1)}ies`];
  return [SIBILANT.test(word) ? `${word}es` : `${word}s`];
}

function singulars(word: string): readonly string[] {
  if (word.length >= 5 && word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.length < 4) return [];
  const withoutS = word.slice(0, -1);
  const stem = word.slice(0, -2);
  return word.length >= 5 && word.endsWith('es') && SIBILANT.test(stem) ? [stem, withoutS] : [withoutS];
}
