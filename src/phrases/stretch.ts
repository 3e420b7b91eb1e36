// Matches a second, higher price: `under 6k but could stretch to 7k`. A price that was said before counts.
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';
import { UNITS } from './units.ts';

const STRETCH = new PhraseMatcher<true>([
  [
    true,
    'stretch to, stretch as far as, stretch up to, stretch it to, could stretch to, can stretch to, might stretch to, would ' +
      'stretch to, may stretch to, will stretch to, push to, could push to, can push to, might push to, push it to, go to, ' +
      'could go to, can go to, might go to, would go to, go up to, could go up to, can go up to, might go up to, would go up ' +
      'to, maybe up to, possibly up to, up to a push, at a push, maybe, possibly, could do, can do, could manage, absolute ' +
      'maximum, absolute limit, absolute top, top whack, could pay, can pay, could go as high as, could spend, can spend, ' +
      'might spend',
  ],
]); // prettier-ignore

export const matchStretch: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  if (reader.take(STRETCH) === undefined) return undefined;
  const number = reader.takeNumeral();
  if (number === undefined || number.suffix !== '' || !(number.grouped || number.value >= 500))
    return undefined;
  const unit = reader.take(UNITS);
  if (unit !== undefined && unit !== 'pounds') return undefined;
  const meaning = { kind: 'range', field: 'price', max: Math.round(number.value), ifNoOther: true } as const;
  return { length: reader.length, meaning };
};
