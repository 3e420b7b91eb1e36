// What a phrase changed in a search, in sentences for people: `Price at most £7,200, cheaper than the £8,000 before.`
import { FILTERED_FIELDS } from '../../listing/filtered-fields.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import { SORT_ROWS } from '../../listing/sorts.ts';
import { KM_PER_MILE } from '../resolve-quantity.ts';
import { unitsOf, type SearchWords, parseValueList } from './search-words.ts';

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

const pounds = (text: string): string => `£${grouped(text)}`;
const miles = (text: string): string => `${grouped(text)} miles`;
const litres = (text: string): string => `${text} litres`;
const plain = (text: string): string => text;

const WORDINGS: Readonly<Partial<Record<ParameterName, Wording>>> = {
  price_min: { name: 'Price', limit: 'at least', value: pounds },
  price_max: { name: 'Price', limit: 'at most', value: pounds },
  miles_min: { name: 'Mileage', limit: 'at least', value: miles },
  miles_max: { name: 'Mileage', limit: 'at most', value: miles },
  year_min: { name: 'Year', limit: 'from', value: plain },
  year_max: { name: 'Year', limit: 'up to', value: plain },
  engine_min: { name: 'Engine', limit: 'at least', value: litres },
  engine_max: { name: 'Engine', limit: 'at most', value: litres },
  location: { name: 'Place', value: plain },
  distance: { name: 'Distance', value: radius },
  sort: { name: 'Order', value: (text) => lowerFirst(orderLabel(text)) },
  page: { name: 'Page', value: plain },
};

export function sentenceOf(
  { operation, parameter, before, after }: ChangedValue,
  reason: string | undefined,
): string {
  if (parameter === 'q') return ofWords(unitsOf(before ?? ''), unitsOf(after ?? ''));
  const { name, limit, value } = WORDINGS[parameter] ?? { name: labelOf(parameter), value: listed };
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

/** `“blue” instead of “red”`, `Also “sunroof”`. */
function ofWords(before: readonly SearchWords[], after: readonly SearchWords[]): string {
  const isIn = (units: readonly SearchWords[], unit: SearchWords): boolean =>
    units.some(({ text, isExcluded }) => text === unit.text && isExcluded === unit.isExcluded);
  const added = quotedUnits(after.filter((unit) => !isIn(before, unit)));
  const gone = quotedUnits(before.filter((unit) => !isIn(after, unit)));
  if (added === '') return `No longer in the advert: ${gone}.`;
  return `In the advert: ${added}${gone === '' ? '' : `, instead of ${gone}`}.`;
}

function quotedUnits(units: readonly SearchWords[]): string {
  return units.map(({ text, isExcluded }) => `${isExcluded ? 'not ' : ''}“${text}”`).join(', ');
}

function labelOf(parameter: ParameterName): string {
  const field = FILTERED_FIELDS.find(
    ({ filter }) => filter.kind === 'value' && filter.parameter === parameter,
  );
  return field?.filter.label ?? parameter;
}

/** `Ford or Audi, not Fiesta`. */
function listed(text: string): string {
  const { any, none } = parseValueList(text);
  const parts = [any.join(' or '), ...(none.length > 0 ? [`not ${none.join(' or ')}`] : [])];
  return parts.filter((part) => part !== '').join(', ');
}

function radius(band: string): string {
  const km = DISTANCE_BANDS_KM[Number(band)];
  if (km === Infinity) return 'any';
  const distance = km / KM_PER_MILE;
  return `within ${distance < 10 ? String(Math.round(distance * 10) / 10) : String(Math.round(distance))} miles`;
}

function orderLabel(sort: string): string {
  return SORT_ROWS.find(({ name }) => name === sort)?.label ?? sort;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

const COUNT = new Intl.NumberFormat('en-GB');

/** With commas: `8,000`. */
function grouped(text: string): string {
  return COUNT.format(Number(text));
}
