// Combines a record's columns to the values of Forecourt's fields. Several columns may feed one field; auxiliary columns, such as
// a unit, are combined with the column they belong to. Values are not validated here.
import { dealerDomain } from '../listing/domain-name.ts';
import type { ResolvedColumn } from './column-resolver.ts';
import { AUXILIARY_FIELDS, type ColumnField } from './layouts/layout.ts';
import type { RecordField } from './record-result.ts';
import { appendVariant } from './values/model-name.ts';
import { withEngineUnit } from './values/engine-size.ts';
import { withMileageUnit } from './values/mileage.ts';
import { parsePostalAddress } from './values/postal-address.ts';
import { withCurrency } from './values/price.ts';
import { cleanText, isBlankValue } from './values/text.ts';
import { splitUrls } from './values/url.ts';

/** A column's value in one record. */
export interface SourceValue {
  readonly column: ResolvedColumn;
  readonly value: unknown;
}

export type Values = Partial<Record<RecordField, unknown>>;

/** The values of Forecourt's fields. `sources` has each field's columns with a value, the first to count first. */
export function combineColumns(sources: ReadonlyMap<ColumnField, readonly SourceValue[]>): Values {
  const values: Values = {};
  for (const [field, [first]] of sources)
    if (takesFirstValue(field)) values[field] = first && firstValue(first.value);
  const all = (field: ColumnField): readonly SourceValue[] => sources.get(field) ?? [];
  const one = (field: ColumnField): unknown => firstValue(all(field)[0]?.value);
  const keywords = all('keywords').flatMap(phrases);

  const images = all('images');
  if (images.length > 0) values.images = imagesOf(images.map(({ value }) => value));
  const [mileage] = all('mileage');
  if (mileage)
    values.mileage = withMileageUnit(firstValue(mileage.value), one('mileage_unit') ?? mileage.column.unit);
  const [engine] = all('engine_size');
  if (engine) values.engine_size = withEngineUnit(firstValue(engine.value), engine.column.unit);
  const [price] = all('price');
  if (price) values.price = withCurrency(firstValue(price.value), one('currency'));

  const [variant, ...otherVariants] = all('variant').map(({ value }) => firstValue(value));
  const { model, remainder } = appendVariant(values.model, variant, values.make);
  if (model !== undefined) values.model = model;
  keywords.push(...[remainder, ...otherVariants].filter((word) => word !== undefined));

  const address = parsePostalAddress(one('address'));
  values.postcode ??= address.postcode;
  values.loc ??= address.town;

  // A dealer is identified by its domain. Anything else in a dealer column is a name, searchable as a keyword.
  const dealers = all('dealer').map(({ value }) => firstValue(value));
  const domain = dealers.find(isDomain);
  if (domain !== undefined) values.dealer = domain;
  keywords.push(
    ...dealers.filter((dealer) => dealer !== domain),
    ...all('dealer_name').map(({ value }) => firstValue(value)),
  );
  if (keywords.length > 0) values.keywords = keywords;
  return values;
}

const AUXILIARY: readonly ColumnField[] = AUXILIARY_FIELDS;
const COMBINED_FIELDS: readonly ColumnField[] = [
  'images',
  'keywords',
  'dealer',
  'mileage',
  'engine_size',
  'price',
];

/** Whether a field takes the value of its first column unchanged. */
function takesFirstValue(field: ColumnField): field is RecordField {
  return !COMBINED_FIELDS.includes(field) && !AUXILIARY.includes(field);
}

/** The first non-empty element of a list; any other value as it is. */
function firstValue(value: unknown): unknown {
  return Array.isArray(value) ? value.find((element) => !isEmptyValue(element)) : value;
}

function phrases({ column, value }: SourceValue): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((word) => {
    if (column.phrase === undefined || (typeof word !== 'string' && typeof word !== 'number')) return word;
    const number = String(word).trim();
    return /^[0-9]{1,2}$/.test(number) ? column.phrase.replaceAll('#', number) : word;
  });
}

/** Whether a value counts as absent: blank, null, or a list of such. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'string' && isBlankValue(value.trim());
}

function isDomain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false;
  const domain = dealerDomain(cleanText(value));
  return domain !== undefined && domain.includes('.') && !/\s/.test(domain);
}

/** The distinct image URLs from all image columns, in column order; values that are no URLs included. */
function imagesOf(values: readonly unknown[]): unknown[] {
  const images = values.flatMap((value) => {
    const list = typeof value === 'string' ? splitUrls(value) : value;
    return Array.isArray(list) ? (list as unknown[]).map(urlOf) : [list];
  });
  return [...new Set(images)];
}

function urlOf(image: unknown): unknown {
  if (typeof image !== 'object' || image === null) return image;
  const { url, src, href } = image as Readonly<Record<string, unknown>>;
  return url ?? src ?? href ?? image;
}
