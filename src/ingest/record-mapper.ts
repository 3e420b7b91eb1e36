// From a reader's records to records in Forecourt's own names. The layout is known from a CSV feed's header, else from the
// first record that is an object. Records of the contract's own layout are passed on as they are.
import { dealerDomain } from '../listing/dealer-domain.ts';
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

  /** The names that records of a CSV feed are to have. Throws a Problem `feed_unreadable` for no header of a feed. */
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
        ? 'The lines seem to end in CR: save the feed with LF or CRLF line ends.'
        : 'The first row must name the columns.';
      const got = `(got ${quoted(own.join(delimiter))})`;
      const fault = `the header on line ${line} lacks ${LIST.format(missing)} ${got}. ${hint}`;
      if (profile === undefined) throw unreadable(this.#feed, fault);
      profile.headerError = fault;
    }
    return this.#resolver === undefined ? own : names;
  }

  /** The same records, where they are in Forecourt's own names already. */
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
    // A dealer that is not known is told record by record, unless nothing at all is known.
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

/** Calls `onColumn` with each name of the record. */
function mapRecord(
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

const AUXILIARY: readonly ColumnField[] = AUXILIARY_FIELDS;
const COMBINED_FIELDS: readonly ColumnField[] = [
  'images',
  'keywords',
  'dealer',
  'mileage',
  'engine_size',
  'price',
];

/** Whether a field takes the value of its first column as it is. */
function takesFirstValue(field: ColumnField): field is RecordField {
  return !COMBINED_FIELDS.includes(field) && !AUXILIARY.includes(field);
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

/** Addresses and what is none, in the order of the columns, each text once. */
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

/** Of a model and its variant together: with twice as much no shared words make the name short enough. */
const MAX_JOINED_LENGTH = 4 * MAX_WORD_LENGTH;

export interface NamedModel {
  readonly model: string | undefined;
  /** A variant that found no place in the model. */
  readonly remainder: string | undefined;
}

/** What is no text is left alone: `model` is undefined then, and stays what it is. */
export function appendVariant(model: unknown, variant: unknown, make: unknown): NamedModel {
  const asText = (value: unknown): string =>
    typeof value === 'string' ? cleanText(value) : typeof value === 'number' ? String(value) : '';
  const extra = asText(variant);
  if (extra === '') return { model: undefined, remainder: undefined };
  const base = asText(model);
  // Without a model the variant's first word could be anything.
  if (base === '') return { model: undefined, remainder: extra };
  // Joining compares runs of words, which takes the square of their number.
  if (base.length + extra.length > MAX_JOINED_LENGTH) return { model: undefined, remainder: extra };
  const name = joinWords(base, withoutMake(extra, asText(make)));
  return name.length > MAX_WORD_LENGTH
    ? { model: undefined, remainder: extra }
    : { model: name, remainder: undefined };
}

/** Words of the variant that the model ends with or that repeat it are not said twice. */
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
