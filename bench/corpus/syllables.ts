// Words that no language has, for what must be many and different: models, and the long tail of the vocabulary.
import type { Random } from '../../src/demo/random.ts';

const ONSETS = 'b br c cl d dr f fl g gr h j k l m n p pr r s sc st t tr v w'.split(' ');
const VOWELS = 'a e i o u a e i o ai ea ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'm', 'nd', 'rk', 'x'];

/** In lower case, one to six letters for each syllable. */
export function inventWord(random: Random, syllables: number): string {
  let word = '';
  for (let count = 0; count < syllables; count++) {
    const coda = count === syllables - 1 ? random.pick(CODAS) : '';
    word += random.pick(ONSETS) + random.pick(VOWELS) + coda;
  }
  return word;
}
