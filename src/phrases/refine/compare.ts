// Applies a comparative to a search: `cheaper` puts the cheapest first, `closer` takes the next smaller distance. Limits stay as they were
// said, because any other number would be made up; what no order compares is asked for.
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import type { Sort } from '../../listing/sorts.ts';
import type { Comparative } from './refine-words.ts';
import type { Span } from '../query-builder.ts';
import type { SearchUnderChange } from './search-under-change.ts';

interface Meaning {
  /** If the phrase sets one of these, its number counts. */
  readonly bounds: readonly ParameterName[];
  readonly sort?: Sort;
  /** Asks for the order only in so many words (`dearer ones first`): alone it may mean that a limit is too low. */
  readonly isUnclear?: true;
  /** What is asked if the order does not say it. */
  readonly question: string;
}

const LITRES = 'How large should the engine be? Say litres.';

const MEANINGS: Readonly<Record<Comparative, Meaning>> = {
  cheaper: { bounds: ['price_max'], sort: 'price_asc', question: 'Say a highest price.' },
  dearer: {
    bounds: ['price_max', 'price_min'],
    sort: 'price_desc',
    isUnclear: true,
    question: 'How much may it cost? Say a price.',
  },
  newer: { bounds: ['year_min', 'year_max'], sort: 'year_desc', question: 'Say an earliest year.' },
  older: { bounds: ['year_max', 'year_min'], question: 'How old may it be? Say a year.' },
  'fewer miles': { bounds: ['miles_max'], sort: 'miles_asc', question: 'Say a highest mileage.' },
  'more miles': { bounds: ['miles_max', 'miles_min'], question: 'Say a highest mileage.' },
  'bigger engine': { bounds: ['engine_min', 'engine_max'], question: LITRES },
  'smaller engine': { bounds: ['engine_max', 'engine_min'], question: LITRES },
  closer: { bounds: ['distance'], sort: 'distance', question: 'Closer to where? Say a town or a postcode.' },
  further: { bounds: ['distance'], question: 'Further from where? Say a town or a postcode.' },
};

/** The parameters that a comparative is about: if the phrase sets one of them, its number counts. */
export function boundsOf(by: Comparative): readonly ParameterName[] {
  return MEANINGS[by].bounds;
}

/** Changes the search; returns why it could not, as a sentence. `isOrder`: only its order (`closer ones first`). */
export function compare(
  search: SearchUnderChange,
  {
    by,
    isLarge,
    isOrder,
  }: { readonly by: Comparative; readonly isLarge: boolean; readonly isOrder: boolean },
  words: Span,
): string | undefined {
  const { sort, isUnclear, question } = MEANINGS[by];
  const isOfPlace = by === 'closer' || by === 'further';
  if (isOfPlace && search.get('location') === undefined) return question;
  if (isOfPlace && !isOrder) return moveBand(search, by, isLarge ? 2 : 1, words);
  if (isUnclear === true && !isOrder) return question;
  if (sort === undefined) return isOrder ? 'There is no such order.' : question;
  if (search.get('sort') === sort) return `The order is already this one. ${question}`;
  search.change('set', 'sort', sort, words);
  return undefined;
}

const UNLIMITED = DISTANCE_BANDS_KM.length - 1;
/** The band that `near` a place means. */
const NEAR = 4;

function moveBand(
  search: SearchUnderChange,
  by: 'closer' | 'further',
  steps: number,
  words: Span,
): string | undefined {
  const band = search.number('distance') ?? UNLIMITED;
  if (by === 'further') {
    if (band === UNLIMITED) return 'The distance has no limit.';
    search.change('loosen', 'distance', String(Math.min(band + steps, UNLIMITED)), words);
    return undefined;
  }
  if (band === 0) return 'This is the shortest distance that can be searched in.';
  search.change('tighten', 'distance', String(band === UNLIMITED ? NEAR : Math.max(band - steps, 0)), words);
  return undefined;
}
