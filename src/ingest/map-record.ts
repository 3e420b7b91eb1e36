// A record in a dealer's own names becomes one in Forecourt's. Several columns may feed one field, and helpers such as a
// unit's column are worked in; whether a value can be taken is not said here.
import { dealerDomain } from '../listing/dealer-domain.ts';
import { echoed } from '../problem.ts';
import type { ResolvedColumn, ColumnResolver } from './column-resolver.ts';
import { parsePostalAddress } from './values/postal-address.ts';
import type { FeedMapping } from './feed-mapping.ts';
import type { FeedRecord } from './read/feed-record.ts';
import type { RecordField } from './record-result.ts';
import { flatten } from './read/flatten.ts';
import type { ColumnField } from './layouts/layout.ts';
import { appendVariant } from './append-variant.ts';
import { imagesOf } from './images-of.ts';
import { isBlankValue as isNoText, cleanText } from './values/text.ts';
import { withCurrency, withEngineUnit, withMileageUnit } from './values/value-unit.ts';

interface SourceValue {
  readonly column: ResolvedColumn;
  readonly value: unknown;
}

type Values = Partial<Record<RecordField, unknown>>;

/** Calls `onColumn` with each name of the record. */
export function mapRecord(
  { line, value }: FeedRecord,
  resolver: ColumnResolver,
  mapping: FeedMapping | undefined,
  onColumn?: (name: string, column: ResolvedColumn | null | undefined, value: unknown) => void,
): FeedRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, value };
  const sources = new Map<ColumnField, SourceValue[]>();
  const ignoredColumns: string[] = [];
  for (const [name, part] of flatten(value)) {
    const column = resolver.resolve(name);
    onColumn?.(name, column, part);
    if (column === undefined) ignoredColumns.push(echoed(name));
    if (column === undefined || column === null || isEmptyValue(part)) continue;
    const others = sources.get(column.field);
    if (others === undefined) sources.set(column.field, [{ column, value: part }]);
    else others.push({ column, value: part });
  }
  for (const list of sources.values()) {
    list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
  }
  const values = combineColumns(sources);
  for (const [field, constant] of mapping?.constants ?? []) values[field] ??= constant;
  if (mapping?.dealerFromAdvert === true) values.dealer ??= hostOf(values.advert_url);
  return { line, value: values, ...(ignoredColumns.length > 0 && { ignoredColumns }) };
}

function combineColumns(sources: ReadonlyMap<ColumnField, readonly SourceValue[]>): Values {
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

  // A dealer is a domain; what is none is a name, and can be searched.
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

const COMBINED_FIELDS: readonly ColumnField[] = [
  'images',
  'keywords',
  'dealer',
  'mileage',
  'engine_size',
  'price',
];
const AUXILIARY_ONLY: readonly ColumnField[] = [
  'variant',
  'mileage_unit',
  'currency',
  'address',
  'dealer_name',
];

/** Whether a field takes the value of its first column as it is. */
function takesFirstValue(field: ColumnField): field is RecordField {
  return !COMBINED_FIELDS.includes(field) && !AUXILIARY_ONLY.includes(field);
}

/** Of a list where one value is wanted, the first that is one. */
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

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'string' && isNoText(value.trim());
}

function isDomain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false;
  const domain = dealerDomain(cleanText(value));
  return domain !== undefined && domain.includes('.') && !/\s/.test(domain);
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
}
