// Matches misspelt words for fuels and gearboxes: one edit away, or alike in their consonants (`dizel`).
import { LISTS, meaningOf } from './fuel-and-transmission.ts';
import type { Matcher } from './match.ts';
import { isOneEditApart } from './one-edit.ts';

const MIN_LENGTH = 5;

/** Matches what no other matcher knows. */
export const matchMisspeltClass: Matcher = ({ words }, at) => {
  const { key } = words[at];
  if (key.length < MIN_LENGTH || LISTS['other word'].has(key)) return undefined;
  const found = LISTS.sound.find(
    ({ pattern, meaning }) => isMisspelt(meaning.toLowerCase(), key) || pattern.test(key),
  );
  return found && { length: 1, meaning: meaningOf(found.meaning) };
};

/** One edit or two neighbours swapped; two of them in long words. */
function isMisspelt(word: string, typed: string): boolean {
  if (word[0] !== typed[0] && word[0] !== typed[1]) return false;
  return (
    isOneEditApart(word, typed) || (word.length >= 8 && typed.length >= 7 && areTwoEditsApart(word, typed))
  );
}

function areTwoEditsApart(word: string, typed: string): boolean {
  for (let i = 0; i <= typed.length; i++) {
    const without = typed.slice(0, i) + typed.slice(i + 1);
    if (isOneEditApart(word, without)) return true;
    const swapped = typed.slice(0, i) + (typed[i + 1] ?? '') + (typed[i] ?? '') + typed.slice(i + 2);
    if (isOneEditApart(word, swapped)) return true;
  }
  return false;
}
