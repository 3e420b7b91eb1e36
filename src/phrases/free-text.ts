// Matches any word: what no other matcher takes is searched for in the texts of listings.
import type { Matcher } from './match.ts';
import { NUMBERS_ALONE } from './numerals.ts';
import { BODIES, resemblesTerm } from './term.ts';

const NO_UNIT = 'A number without a unit.';
/** `my 18th birthday` */
const ORDINAL = /^[0-9]{1,2}(?:st|nd|rd|th)$/;
/** Matches any word: words that no other matcher takes go to `q`. A number alone is unsupported. */
export const matchFreeText: Matcher = ({ words }, at, { vocabulary }, previous) => {
  const { key, gap } = words[at];
  // The 3 of `ST-3` belongs to it.
  const isPart = gap === '-' && previous?.meaning.kind === 'free_text';
  if (!isPart && /^[0-9.]+$/.test(key)) {
    return { length: 1, meaning: { kind: 'unsupported', reason: NO_UNIT } };
  }
  const isName =
    previous?.to === at && (previous.meaning.kind === 'make' || previous.meaning.kind === 'model');
  if (ORDINAL.test(key)) return { length: 1, meaning: { kind: 'stop_words' } };
  // `Mini One` is a trim, `a newer one` and `the VW one` are none.
  const isPronoun = isName && previous.from > 0 && words[previous.from - 1].key === 'the' && words[at].text === 'one'; // prettier-ignore
  if (NUMBERS_ALONE.has(key) && (!isName || isPronoun) && !isPart) {
    return {
      length: 1,
      meaning: key === 'one' ? { kind: 'stop_words' } : { kind: 'unsupported', reason: NO_UNIT },
    };
  }
  const body = BODIES.get(key);
  if (body !== undefined) return { length: 1, meaning: { kind: 'free_text', as: body } };
  const mayBeMisspelt = vocabulary.resembles(key) || resemblesTerm(key);
  return { length: 1, meaning: mayBeMisspelt ? { kind: 'free_text', mayBeMisspelt } : { kind: 'free_text' } };
};
