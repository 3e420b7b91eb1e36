// Maps a reader's records to records with Forecourt's field names. Several columns may feed one field; auxiliary columns,
// such as a unit, are combined with the column they belong to. Values are not validated here. The layout is detected from
// the CSV header, or else from the first record that is an object. Records in Forecourt's own layout are returned as they are.
import { dealerDomain } from '../listing/domain-name.ts';
import { canonicalMake } from '../listing/makes.ts';
import { nameKey } from '../listing/name-key.ts';
import { echoed, quoted } from '../problem.ts';
import { ColumnResolver, type ResolvedColumn } from './column-resolver.ts';
import type { Delimiter } from './read/csv-header.ts';
import type { FeedFormat } from './read/feed-format.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { unreadable, type FeedRecord } from './read/feed-record.ts';
import type { FeedProfile } from './feed-profile.ts';
import { flatten } from './read/flatten.ts';
import { detectLayout, LAYOUTS } from './layouts/detect.ts';
import { AUXILIARY_FIELDS, type ColumnField, type LayoutName } from './layouts/layout.ts';
import type { RecordField } from './record-result.ts';
import { withCurrency, withEngineUnit, withMileageUnit } from './values/number.ts';
import { parsePostalAddress } from './values/postal-address.ts';
import { cleanText, isBlankValue, MAX_WORD_LENGTH } from './values/text.ts';
import { splitUrls } from './values/url.ts';

const LIST = new Intl.ListFormat('en-GB');

export interface RecordMapperOptions {
  readonly layout?: LayoutName;
  readonly mapping?: FeedMapping;
  readonly dealer?: string;
  readonly profile?: FeedProfile;
}

export class RecordMapper {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #options: RecordMapperOptions;
  #layout: LayoutName | undefined;
  #resolver: ColumnResolver | undefined;

  constructor(feed: string, format: FeedFormat, options: RecordMapperOptions) {
    this.#feed = feed;
    this.#format = format;
    this.#options = options;
    const layout = options.layout ?? options.mapping?.layout;
    if (layout !== undefined) this.#useLayout(layout);
  }

  /** The names for a CSV feed's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter: Delimiter): readonly string[] {
    const { profile, mapping } = this.#options;
    const own = names.map((name) => name.toLowerCase());
    if (this.#layout === undefined) this.#useLayout(detectLayout(names, this.#format));
    const resolver = this.#resolver ?? new ColumnResolver(LAYOUTS.forecourt, mapping);
    if (profile !== undefined) {
      profile.delimiter = delimiter;
      for (const name of names) profile.addName(name, resolver.resolve(name));
    }
    const fields = new Set(names.map((name) => resolver.resolve(name)?.field));
    const missing = this.#missing(fields);
    if (missing.length > 0) {
      const hint = names.some((name) => name.includes('\r'))
        ? 'The lines seem to end in CR: save the feed with LF or CRLF line endings.'
        : 'The first row must name the columns.';
      const got = `(got ${quoted(own.join(delimiter))})`;
      const fault = `the header on line ${line} lacks ${LIST.format(missing)} ${got}. ${hint}`;
      if (profile === undefined) throw unreadable(this.#feed, fault);
      profile.headerError = fault;
    }
    return this.#resolver === undefined ? own : names;
  }

  /** The records with Forecourt's names; the same objects if they have those names already. */
  map(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const { mapping, profile } = this.#options;
    if (this.#layout === undefined) this.#detect(records);
    const resolver = this.#resolver;
    if (resolver !== undefined) {
      const onColumn = profile?.addValue.bind(profile);
      return records.map((record) => mapRecord(record, resolver, mapping, onColumn));
    }
    if (profile !== undefined) this.#profileOwn(records, profile);
    return records;
  }

  #detect(records: readonly FeedRecord[]): void {
    const first = records.find(({ value }) => isObject(value));
    if (first === undefined || !isObject(first.value)) return;
    this.#useLayout(
      detectLayout(
        flatten(first.value).map(([name]) => name),
        this.#format,
      ),
    );
  }

  #useLayout(layout: LayoutName): void {
    const { mapping, profile } = this.#options;
    this.#layout = layout;
    if (profile !== undefined) profile.layout = layout;
    const isOwn = layout === 'forecourt' && mapping === undefined && this.#format !== 'xml';
    if (!isOwn) this.#resolver = new ColumnResolver(LAYOUTS[layout], mapping);
  }

  #missing(fields: ReadonlySet<ColumnField | undefined>): string[] {
    const { mapping, dealer } = this.#options;
    const isGiven = (field: 'id' | 'dealer' | 'advert_url'): boolean =>
      fields.has(field) || mapping?.constants.has(field) === true;
    const missing: string[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
    // In other layouts a header may lack the dealer: records without one are then rejected one by one.
    const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
    const mustName = this.#layout === 'forecourt' || missing.length === 2;
    if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
    return missing;
  }

  #profileOwn(records: readonly FeedRecord[], profile: FeedProfile): void {
    const resolver = new ColumnResolver(LAYOUTS.forecourt, undefined);
    for (const { value } of records) {
      if (!isObject(value)) continue;
      for (const [name, part] of Object.entries(value)) profile.addValue(name, resolver.resolve(name), part);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface SourceValue {
  readonly column: ResolvedColumn;
  readonly value: unknown;
}

type Values = Partial<Record<RecordField, unknown>>;

/** The record with Forecourt's names. Calls `onColumn` with each of its own names. */
function mapRecord(
  { line, value }: FeedRecord,
  resolver: ColumnResolver,
  mapping: FeedMapping | undefined,
  onColumn?: (name: string, column: ResolvedColumn | null | undefined, value: unknown) => void,
): FeedRecord {
  if (!isObject(value)) return { line, value };
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

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'string' && isBlankValue(value.trim());
}

function isDomain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false;
  const domain = dealerDomain(cleanText(value));
  return domain !== undefined && domain.includes('.') && !/\s/.test(domain);
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
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

/** Maximum length of model and variant together. Beyond it, no overlap would make the joined name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

export interface NamedModel {
  readonly model: string | undefined;
  /** The variant, if it could not be appended. */
  readonly remainder: string | undefined;
}

/**
 * Appends a variant to a model: `Focus` and `Zetec 1.0T` give `Focus Zetec 1.0T`, which a search for the model Focus finds by
 * its first word. `model` is undefined if the model stays unchanged.
 */
export function appendVariant(model: unknown, variant: unknown, make: unknown): NamedModel {
  const asText = (value: unknown): string =>
    typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
  const extra = asText(variant);
  if (extra === '') return { model: undefined, remainder: undefined };
  const base = asText(model);
  // Without a model, the variant's first word would pass for one.
  if (base === '') return { model: undefined, remainder: extra };
  // Joining is quadratic in the number of words.
  if (base.length + extra.length > MAX_JOINED_LENGTH) return { model: undefined, remainder: extra };
  const name = joinWords(base, withoutMake(extra, asText(make)));
  return name.length > MAX_WORD_LENGTH
    ? { model: undefined, remainder: extra }
    : { model: name, remainder: undefined };
}

/** Joins model and variant; words at the model's end that start the variant appear once. */
function joinWords(model: string, variant: string): string {
  const modelWords = model.split(' ');
  const words = variant.split(' ');
  for (let length = Math.min(modelWords.length, words.length); length > 0; length--) {
    if (nameKey(modelWords.slice(-length).join('')) === nameKey(words.slice(0, length).join(''))) {
      return [...modelWords, ...words.slice(length)].join(' ');
    }
  }
  return `${model} ${variant}`;
}

function withoutMake(variant: string, make: string): string {
  const words = variant.split(' ');
  const makeKey = nameKey(canonicalMake(make) ?? make);
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const start = words.slice(0, length).join(' ');
    if (makeKey !== '' && nameKey(canonicalMake(start) ?? start) === makeKey)
      return words.slice(length).join(' ');
  }
  return variant;
}
