// What a phrase changed in a search, in sentences for people: `Price at most £7,200, cheaper than the £8,000 before.`
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from '../../listing/filtered-fields.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import { SORT_ROWS } from '../../listing/sorts.ts';
import { valuesInWords } from '../../listing/values.ts';
import { unitsOf, type SearchWords } from './search-words.ts';

interface ChangedValue {
  readonly operation: 'set' | 'add' | 'remove' | 'tighten' | 'loosen' | 'exclude';
  readonly parameter: ParameterName;
  readonly before: string | null;
  readonly after: string | null;
}

/** How a value is said: `Price at most £8,000`, `Gearbox: Automatic`. */
interface Wording {
  readonly name: string;
  readonly limit?: string;
  readonly value: (text: string) => string;
}

const COUNT = new Intl.NumberFormat('en-GB');

const WORDINGS: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  ...RANGE_FIELDS.flatMap(({ kind, words, filter }) => {
    // `Engine, litres`
    const [name] = filter.label.split(',');
    const isYear = kind === 'year';
    const value = (text: string): string => (isYear ? text : (words ?? '#').replace('#', COUNT.format(Number(text)))); // prettier-ignore
    return [
      [filter.min.parameter, { name, limit: isYear ? 'from' : 'at least', value }],
      [filter.max.parameter, { name, limit: isYear ? 'up to' : 'at most', value }],
    ] as const;
  }),
  ...VALUE_FIELDS.map(({ filter }) => [filter.parameter, { name: filter.label, value: valuesInWords }] as const), // prettier-ignore
  ['location', { name: 'Place', value: (text) => text }],
  ['distance', { name: 'Distance', value: radius }],
  ['sort', { name: 'Order', value: orderLabel }],
  ['page', { name: 'Page', value: (text) => text }],
]);

export function sentenceOf(
  { operation, parameter, before, after }: ChangedValue,
  reason: string | undefined,
): string {
  const wording = WORDINGS.get(parameter);
  if (wording === undefined) return ofWords(unitsOf(before ?? ''), unitsOf(after ?? ''));
  const { name, limit, value } = wording;
  const said = (text: string): string => `${limit === undefined ? '' : `${limit} `}${value(text)}`;
  const isMoved = operation === 'tighten' || operation === 'loosen';
  if (isMoved && before !== null && after !== null && reason !== undefined)
    return `${name} ${said(after)}, ${reason} the ${value(before)} before.`;
  const end = reason === undefined ? '.' : `, ${reason}.`;
  if (after === null)
    return parameter === 'page'
      ? 'The first page.'
      : `Any ${lowerFirst(name)}, no longer ${said(before ?? '')}${end}`;
  const now = `${name}${limit === undefined ? ':' : ''} ${said(after)}`;
  if (before === null) return `${now}${end}`;
  return operation === 'add' || operation === 'exclude'
    ? `${now} (before: ${value(before)})${end}`
    : `${now}, instead of ${value(before)}${end}`;
}

/** `“blue”, instead of “red”` */
function ofWords(before: readonly SearchWords[], after: readonly SearchWords[]): string {
  const beside = (units: readonly SearchWords[], others: readonly SearchWords[]): string =>
    units
      .filter(
        (unit) =>
          !others.some(({ text, isExcluded }) => text === unit.text && isExcluded === unit.isExcluded),
      ) // prettier-ignore
      .map(({ text, isExcluded }) => `${isExcluded ? 'not ' : ''}“${text}”`)
      .join(', ');
  const [added, gone] = [beside(after, before), beside(before, after)];
  if (added === '') return `No longer in the advert: ${gone}.`;
  return `In the advert: ${added}${gone === '' ? '' : `, instead of ${gone}`}.`;
}

function radius(band: string): string {
  const km = DISTANCE_BANDS_KM[Number(band)];
  if (km === Infinity) return 'any';
  const distance = km / KM_PER_MILE;
  return `within ${distance < 10 ? String(Math.round(distance * 10) / 10) : String(Math.round(distance))} miles`;
}

function orderLabel(sort: string): string {
  return lowerFirst(SORT_ROWS.find(({ name }) => name === sort)?.label ?? sort);
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
