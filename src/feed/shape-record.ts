// A record in a dealer's own names becomes one in Forecourt's. Several columns may feed one field, and helpers such as a
// unit's column are worked in; whether a value can be taken is not said here.
import { dealerDomain } from '../listing/dealer-domain.ts';
import { echoed } from '../problem.ts';
import type { Column, ColumnTable } from './column-table.ts';
import { addressParts } from './address-parts.ts';
import type { FeedMapping } from './feed-mapping.ts';
import type { FeedRecord } from './feed-record.ts';
import type { RecordField } from './feed-item.ts';
import { flatEntries } from './flat-record.ts';
import type { ColumnField } from './layouts/layout.ts';
import { modelWithVariant } from './model-variant.ts';
import { pictureList } from './picture-list.ts';
import { isNothing as isNoText, tidy } from './read-text.ts';
import { withCurrency, withEngineUnit, withMileageUnit } from './value-unit.ts';

interface Given {
  readonly column: Column;
  readonly value: unknown;
}

type Values = Partial<Record<RecordField, unknown>>;

/** Calls `onColumn` with each name of the record. */
export function shapeRecord(
  { line, value }: FeedRecord,
  table: ColumnTable,
  mapping: FeedMapping | undefined,
  onColumn?: (name: string, column: Column | null | undefined, value: unknown) => void,
): FeedRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { line, value };
  const given = new Map<ColumnField, Given[]>();
  const ignored: string[] = [];
  for (const [name, part] of flatEntries(value)) {
    const column = table.find(name);
    onColumn?.(name, column, part);
    if (column === undefined) ignored.push(echoed(name));
    if (column === undefined || column === null || isNothing(part)) continue;
    const others = given.get(column.field);
    if (others === undefined) given.set(column.field, [{ column, value: part }]);
    else others.push({ column, value: part });
  }
  for (const list of given.values()) {
    list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
  }
  const values = assembled(given);
  for (const [field, constant] of mapping?.constants ?? []) values[field] ??= constant;
  if (mapping?.dealerFromAdvert === true) values.dealer ??= hostOf(values.advert_url);
  return { line, value: values, ...(ignored.length > 0 && { ignored }) };
}

function assembled(given: ReadonlyMap<ColumnField, readonly Given[]>): Values {
  const values: Values = {};
  for (const [field, [first]] of given) if (isPlain(field)) values[field] = first && single(first.value);
  const all = (field: ColumnField): readonly Given[] => given.get(field) ?? [];
  const one = (field: ColumnField): unknown => single(all(field)[0]?.value);
  const keywords = all('keywords').flatMap(phrases);

  const images = all('images');
  if (images.length > 0) values.images = pictureList(images.map(({ value }) => value));
  const [mileage] = all('mileage');
  if (mileage)
    values.mileage = withMileageUnit(single(mileage.value), one('mileage_unit') ?? mileage.column.unit);
  const [engine] = all('engine_size');
  if (engine) values.engine_size = withEngineUnit(single(engine.value), engine.column.unit);
  const [price] = all('price');
  if (price) values.price = withCurrency(single(price.value), one('currency'));

  const [variant, ...otherVariants] = all('variant').map(({ value }) => single(value));
  const { model, left } = modelWithVariant(values.model, variant, values.make);
  if (model !== undefined) values.model = model;
  keywords.push(...[left, ...otherVariants].filter((word) => word !== undefined));

  const address = addressParts(one('address'));
  values.postcode ??= address.postcode;
  values.loc ??= address.town;

  // A dealer is a domain; what is none is a name, and can be searched.
  const dealers = all('dealer').map(({ value }) => single(value));
  const domain = dealers.find(isDomain);
  if (domain !== undefined) values.dealer = domain;
  keywords.push(
    ...dealers.filter((dealer) => dealer !== domain),
    ...all('dealer_name').map(({ value }) => single(value)),
  );
  if (keywords.length > 0) values.keywords = keywords;
  return values;
}

const WORKED_IN: readonly ColumnField[] = ['images', 'keywords', 'dealer', 'mileage', 'engine_size', 'price'];
const HELPERS: readonly ColumnField[] = ['variant', 'mileage_unit', 'currency', 'address', 'dealer_name'];

/** Whether a field takes the value of its first column as it is. */
function isPlain(field: ColumnField): field is RecordField {
  return !WORKED_IN.includes(field) && !HELPERS.includes(field);
}

/** Of a list where one value is wanted, the first that is one. */
function single(value: unknown): unknown {
  return Array.isArray(value) ? value.find((element) => !isNothing(element)) : value;
}

function phrases({ column, value }: Given): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((word) => {
    if (column.phrase === undefined || (typeof word !== 'string' && typeof word !== 'number')) return word;
    const number = String(word).trim();
    return /^[0-9]{1,2}$/.test(number) ? column.phrase.replaceAll('#', number) : word;
  });
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isNothing);
  return typeof value === 'string' && isNoText(value.trim());
}

function isDomain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false;
  const domain = dealerDomain(tidy(value));
  return domain !== undefined && domain.includes('.') && !/\s/.test(domain);
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
}
