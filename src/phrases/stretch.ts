// Matches a second, higher price: `under 6k but could stretch to 7k`. A price that was said before counts.
import type { Matcher } from './match.ts';
import { LISTS } from './limit-words.ts';
import { PhraseReader } from './phrase-reader.ts';
import { UNITS } from './quantity-words.ts';

export const matchStretch: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  if (reader.take(LISTS.ceiling) === undefined) return undefined;
  const number = reader.takeNumeral();
  if (number === undefined || number.suffix !== '' || !(number.grouped || number.value >= 500))
    return undefined;
  const unit = reader.take(UNITS);
  if (unit !== undefined && unit !== 'pounds') return undefined;
  const meaning = { kind: 'range', field: 'price', max: Math.round(number.value), ifNoOther: true } as const;
  return { length: reader.length, meaning };
};
