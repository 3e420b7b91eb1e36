// Suggestions for invalid words: an alias of a valid word, or the nearest spelling if no other is as near. They change no search.
import type { Field } from '../listing/fields.ts';
import { FILTERED_FIELDS } from './search-query.ts';
import { nameKey, suggestNearest } from '../vehicle/name-key.ts';
import { PARAMETER_NAMES, type ParameterName } from './parameters.ts';
import { SORT_ROWS, SORTS, type Sort } from './sorts.ts';

/** Maximum length of a text that may be the name of a class. */
const MAX_CLASS_LENGTH = 40;

/** Names that other services use, without case and punctuation. */
const PARAMETER_ALIASES: ReadonlyMap<string, ParameterName> = new Map([
  ...aliases('q', words('query search keyword keywords text term terms colour color trim variant')),
  ...FILTERED_FIELDS.flatMap(({ filter }) =>
    filter.kind === 'value'
      ? aliases(filter.parameter, filter.otherNames)
      : rangeNames(filter.otherNames, filter.min.parameter, filter.max.parameter),
  ),
  ...aliases('location', words('postcode postalcode zip zipcode near origin')),
  ...aliases('distance', words('radius within maxdistance')),
  ...aliases('sort', words('order sortby orderby sorting ordering')),
  ...aliases('page', words('pagenumber pageno')),
]);

const SORT_WORDS: ReadonlyMap<string, Sort> = new Map(
  SORT_ROWS.flatMap(({ name, otherNames }) =>
    otherNames.split(', ').map((words): [string, Sort] => [words, name]),
  ),
);

/** Includes opposites that do not exist, such as `year_asc`, so that these are not corrected to the existing order. */
const SORTS_BOTH_WAYS = [
  ...new Set<string>(
    SORTS.flatMap((sort) => [sort, sort.replace(/(?:asc|desc)$/, (way) => (way === 'asc' ? 'desc' : 'asc'))]),
  ),
];

/** The parameter probably meant by an unknown name: `price_max` for `maxPrice`. */
export function suggestParameter(name: string): ParameterName | undefined {
  return PARAMETER_ALIASES.get(nameKey(name)) ?? suggestNearest(name, PARAMETER_NAMES);
}

/** The class of a field that a word probably means. */
export function suggestClass(
  { enum: classes = [], canonicalize, meant = {} }: Pick<Field, 'enum' | 'canonicalize' | 'meant'>,
  text: string,
): string | undefined {
  if (text.length > MAX_CLASS_LENGTH) return undefined;
  const word = nameKey(text);
  return (
    (Object.hasOwn(meant, word) ? meant[word] : undefined) ??
    canonicalize?.(text) ??
    suggestNearest(text, classes)
  );
}

export function suggestSort(text: string): Sort | undefined {
  const words = text.toLowerCase().replace(/[\s_-]+/g, ' ');
  const meant = SORT_WORDS.get(words) ?? suggestNearest(text, SORTS_BOTH_WAYS);
  return SORTS.find((sort) => sort === meant);
}

function words(text: string): string[] {
  return text.split(' ');
}

function aliases(name: ParameterName, names: readonly string[]): [string, ParameterName][] {
  return names.map((other) => [other, name]);
}

/** All ways to name a bound: `maxprice`, `pricemax`, `priceto`, … */
function rangeNames(
  nouns: readonly string[],
  min: ParameterName,
  max: ParameterName,
): [string, ParameterName][] {
  const bounds = [
    { name: min, words: ['min', 'minimum', 'from', 'gte'] },
    { name: max, words: ['max', 'maximum', 'to', 'upto', 'lte'] },
  ];
  return nouns.flatMap((noun) =>
    bounds.flatMap(({ name, words }) =>
      words.flatMap((word): [string, ParameterName][] => [
        [`${noun}${word}`, name],
        [`${word}${noun}`, name],
      ]),
    ),
  );
}
