// Removes what a phrase says not to matter any more from a search: `any fuel`, `forget the colour and the price limit`.
import { isParameterName, type ParameterName } from '../../listing/parameters.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { removePlace, removeUnits } from './apply-clause.ts';
import type { Topic } from './refine-words.ts';
import type { Span } from '../query-builder.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import { groupsOfTopic } from './search-words.ts';

const LIMITS: readonly ParameterName[] = ['price_min', 'price_max', 'miles_min', 'miles_max', 'year_min', 'year_max', 'engine_min', 'engine_max', 'distance']; // prettier-ignore

const PARAMETERS: Readonly<Partial<Record<Topic, readonly ParameterName[]>>> = {
  price: ['price_min', 'price_max'],
  mileage: ['miles_min', 'miles_max'],
  year: ['year_min', 'year_max'],
  engine: ['engine_min', 'engine_max'],
  make: ['make', 'model'],
  limits: LIMITS,
  'lower limits': LIMITS.filter((name) => name.endsWith('_min')),
  'upper limits': LIMITS.filter((name) => name.endsWith('_max')),
};

/** Of classes, the group that says the same in the text: `fuel` for `diesel` in `q`. */
const CLASS_GROUPS: Readonly<Partial<Record<Topic, string>>> = { fuel_type: 'fuel', transmission: 'gearbox' };

export function removeTopics(search: SearchUnderChange, topics: readonly Topic[], words: Span): void {
  for (const topic of topics) {
    if (topic === 'place') removePlace(search, words);
    for (const name of PARAMETERS[topic] ?? [topic].filter(isParameterName))
      search.change('remove', name, undefined, words);
    if (topic === 'make' || topic === 'model')
      removeUnits(search, words, ({ group, keys }) => group === 'trim' || (group === undefined && keys.some((key) => modelOfBadge(key, undefined) !== undefined))); // prettier-ignore
    const groups = [...groupsOfTopic(topic), CLASS_GROUPS[topic]];
    removeUnits(search, words, ({ group }) => group !== undefined && groups.includes(group));
  }
}
