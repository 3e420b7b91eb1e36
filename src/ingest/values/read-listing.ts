// Turns a record into a listing, rejection or omission, by the field table. Invalid values are reported and become unknown.
import { isTextList } from '../../json.ts';
import { BoundedMap } from '../../memo.ts';
import type { Point } from '../../geo/great-circle.ts';
import { readPostcode } from '../../geo/postcode.ts';
import type { FeedOptions, FeedReader, FieldFacts } from '../../listing/field.ts';
import { FIELDS } from '../../listing/fields.ts';
import {
  type IncomingListing,
  type VehicleIdentifiers,
  MAX_DESCRIPTION_LENGTH,
  MAX_IMAGES,
} from '../../listing/listing.ts';
import { memoizedByModel, nameModel } from '../../vehicle/model-name.ts';
import { modelKey } from '../../vehicle/name-key.ts';
import { rejection, type MappedRecord, type Origins, type RecordResult } from './record-result.ts';
import {
  dealerOfPage,
  readAdvertUrl,
  readDealer,
  readId,
  readRegistration,
  readVin,
  readImageUrl,
  readImageUrls,
} from './url.ts';
import { picturesBelow, type StatedRoots } from './stated-root.ts';
import { isNew, type NewChoice, whyNotListed, readFlag } from './sale-status.ts';
import {
  ValueIssues,
  InvalidValue,
  NOT_GIVEN,
  UNREADABLE,
  type FieldValue,
  MAX_WORD_LENGTH,
  truncateText,
  isBlankValue,
  isMissing,
  isPlaceholder,
  readText,
  cleanHtml,
  cleanLines,
  cleanText,
} from './text.ts';
import { readInstant, readYear } from './year.ts';
import { readEngineSize, readMileage } from './measures.ts';
import { readDegrees, readWholeNumber } from './number.ts';
import { townOfPostcode } from './postal-address.ts';
import { needsVatAmount, readPrice, readVatStatus, type VatChoice } from './price.ts';

type Values = MappedRecord['values'];

/** Maximum cached words of each field. */
const MAX_KNOWN_WORDS = 20_000;
/** All keywords of a listing together. Some feeds list every nut and bolt; the index must not. */
const MAX_KEYWORDS_LENGTH = 2000;

export interface ListingChoices {
  /** The dealer of records that name none. */
  readonly dealer?: string | undefined;
  /** Whether new vehicles are listed. Default: `keep`. */
  readonly newVehicles?: NewChoice | undefined;
  /** How prices without VAT are read. Default: `unknown`. */
  readonly vat?: VatChoice | undefined;
  /** The host of the dealer's site, if it is not that of the dealer. */
  readonly site?: string;
  /**
   * The domains of the sites that the feed states, the longest first: a record without a dealer whose advert is on one is that
   * dealer's.
   */
  readonly sites?: readonly string[];
  /** The addresses below which the feed says that its pictures and pages are. */
  readonly roots?: StatedRoots;
}

/** The record's listing, or why there is none. `now` is in milliseconds since 1970: later years and arrivals are invalid. */
export function readListing(record: MappedRecord, now: number, choices: ListingChoices = {}): RecordResult {
  const { line, values, ignoredColumns, overridden, unused } = record;
  if (record.unfilled !== undefined) return rejection(line, 'missing_placeholder', record.unfilled);
  const valueIssues = new ValueIssues();
  for (const { field, reason, value, count } of unused ?? []) valueIssues.add(field, reason, value, count);
  const notListed =
    record.noVehicle === undefined
      ? whyNotListed(values, choices.newVehicles, valueIssues)
      : ({ reason: 'not_a_vehicle', message: record.noVehicle } as const);
  const id = readId(values.id, line);
  const dealer = readDealer(
    isMissing(values.dealer)
      ? (choices.dealer ?? dealerOfPage(values.advert_url, choices.sites) ?? values.dealer)
      : values.dealer,
    line,
  );
  if (notListed !== undefined) {
    return {
      kind: 'omission',
      line,
      ...notListed,
      ...(typeof id === 'string' && { id }),
      ...(typeof dealer === 'string' && { dealer }),
      valueIssues: valueIssues.list,
      ...(ignoredColumns !== undefined && { ignoredColumns }),
      ...(overridden !== undefined && { overridden }),
    };
  }
  if (typeof id !== 'string') return id;
  if (typeof dealer !== 'string') return dealer;
  const advertUrl = readAdvertUrl(values.advert_url, line, choices.site ?? choices.dealer);
  if (typeof advertUrl !== 'string') return advertUrl;

  const { vat, roots: { pictures: pictureRoot } = {} } = choices;
  const context: ReadContext = { values, now, vat, advertUrl, pictureRoot, valueIssues, sourceTerms: [] };
  const listing: Record<string, unknown> = { id, dealer, advertUrl };
  for (const { property, row, read } of ROW_READERS) listing[property] = read(row, values[row.name], context);
  listing.loc ??= typeof listing.postcode === 'string' ? (townOfPostcode(listing.postcode) ?? null) : null;
  nameVehicle(listing, context);
  listing.sourceTerms = sourceTermsOf(context);
  const vehicle = readIdentifiers(context);
  return {
    kind: 'listing',
    line,
    listing: listing as unknown as IncomingListing,
    valueIssues: valueIssues.list,
    origins: originsOf(listing, values, record.origins),
    vehicle,
    ...(ignoredColumns !== undefined && { ignoredColumns }),
    ...(overridden !== undefined && { overridden }),
  };
}

function originsOf(
  listing: Readonly<Record<string, unknown>>,
  values: Values,
  origins: MappedRecord['origins'],
): Origins {
  let text = '';
  const sent = (name: string): string | undefined =>
    origins === undefined ? (isMissing(values[name]) ? undefined : name) : origins.get(name);
  for (const { name, property } of KNOWN_ROWS) {
    const known = listing[property];
    if (known === null || (Array.isArray(known) && known.length === 0)) continue;
    // The town is that of the postcode, and the dealer that of the feed.
    const origin = sent(name) ?? (name === 'loc' ? sent('postcode') : undefined) ?? SETTINGS;
    text += `${text === '' ? '' : '\n'}${name}${origin === name ? '' : `\t${origin}`}`;
  }
  return text;
}

const SETTINGS = "(the feed's settings)";

/** Splits the model that a dealer sent into base model and variant, where both are known; then the make is too. */
function nameVehicle(listing: Record<string, unknown>, { values, sourceTerms }: ReadContext): void {
  const { make, model } = listing;
  if (typeof model !== 'string') return;
  const named = nameOf(make === null ? null : String(values.make), model);
  if (named === undefined) return;
  listing.make = named.make;
  listing.model = named.model;
  if (named.sourceTerm !== undefined) sourceTerms.push(named.sourceTerm);
}

/** The names for a make as it was sent and a model, and the model if it is not in them. Undefined: they stay as they are. */
const nameOf = memoizedByModel((make, model) => {
  const sentMake = make === null ? null : readText(make, MAX_WORD_LENGTH);
  const named = sentMake instanceof InvalidValue ? undefined : nameModel(sentMake, model);
  if (named === undefined || named.model.length > MAX_WORD_LENGTH) return undefined;
  const isInNames = modelKey(named.make + named.model).includes(modelKey(model));
  return { ...named, sourceTerm: isInNames ? undefined : model };
});

type FeedRow = FieldFacts & { readonly feed: FeedOptions };

interface ReadContext {
  readonly values: Values;
  readonly now: number;
  readonly vat: VatChoice | undefined;
  readonly advertUrl: string;
  readonly pictureRoot: string | undefined;
  readonly valueIssues: ValueIssues;
  /** The dealer's words that canonical ones replaced. */
  readonly sourceTerms: string[];
}

/** The value of the row's property of the listing; null: unknown. */
type RowReader = (row: FeedRow, value: unknown, context: ReadContext) => unknown;

function ofValue(
  read: (value: unknown, row: FeedRow, now: number) => FieldValue<string | number>,
): RowReader {
  return (row, value, { valueIssues, now }) => valueIssues.take(row.name, value, read(value, row, now));
}

const READERS: Readonly<Record<Exclude<FeedReader, 'identity' | 'longitude' | 'word'>, RowReader>> = {
  year: ofValue((value, _, now) => readYear(value, new Date(now).getUTCFullYear() + 1)),
  mileage: ofValue(readMileage),
  engine_size: ofValue(readEngineSize),
  price: (_, value, context) => readPriceOf(value, context),
  whole_number: ofValue((value, { feed }) =>
    readWholeNumber(value, feed.bounds ?? [0, Number.MAX_SAFE_INTEGER]),
  ),
  postcode: ({ name }, value, { valueIssues }) =>
    valueIssues.take(name, value, postcodeIn(readText(value, MAX_WORD_LENGTH))),
  latitude: (_, __, { values, valueIssues }) => readPoint(values, valueIssues),
  image: ({ name }, value, { advertUrl, valueIssues }) =>
    valueIssues.take(name, value, readImageUrl(value, advertUrl)),
  images: (_, value, context) => readImages(value, context),
  description: (_, value, { valueIssues }) => readDescription(value, valueIssues),
  instant: ofValue((value, _, now) => readInstant(value, now)),
};

/** Feeds repeat their words, so each is read once. */
function wordReader(): RowReader {
  const known = new BoundedMap<string, { readonly word: string; readonly sourceTerm: string | undefined }>(
    MAX_KNOWN_WORDS,
  );
  return (row, value, { valueIssues, sourceTerms }) => {
    let read = typeof value === 'string' ? known.get(value) : undefined;
    if (read === undefined) {
      const sent = valueIssues.take(row.name, value, readText(value, MAX_WORD_LENGTH));
      if (sent === null) return null;
      const canonical = row.canonicalize?.(sent);
      // A number or a letter, which only the dealer's system knows the meaning of.
      const isCode = /^(?:[0-9]+|\p{L})$/u.test(sent);
      if (row.canonicalize !== undefined && canonical === undefined && isCode)
        return valueIssues.take<string>(row.name, value, UNREADABLE);
      const word = canonical ?? sent;
      read = { word, sourceTerm: word.toLowerCase() === sent.toLowerCase() ? undefined : sent };
      if (typeof value === 'string' && value.length <= MAX_WORD_LENGTH) known.set(value, read);
    }
    if (read.sourceTerm !== undefined) sourceTerms.push(read.sourceTerm);
    return read.word;
  };
}

/** The fields in the table's order, which is also that of a record's issues. The latitude's reader reads the longitude too. */
const ROW_READERS = FIELDS.flatMap(({ feed, property, ...field }) => {
  if (feed === undefined || property === null) return [];
  if (feed.reader === 'identity' || feed.reader === 'longitude') return [];
  const read = feed.reader === 'word' ? wordReader() : READERS[feed.reader];
  return [{ property, row: { ...field, property, feed }, read }];
});

const KNOWN_ROWS = FIELDS.flatMap(({ feed, property, name }) =>
  feed === undefined || feed.isRequired === true || property === null ? [] : [{ name, property }],
);

function readPoint(values: Values, valueIssues: ValueIssues): Point | null {
  const latitude = readDegrees(values.latitude, 90);
  const longitude = readDegrees(values.longitude, 180);
  const lat = valueIssues.take('latitude', values.latitude, latitude);
  const lng = valueIssues.take('longitude', values.longitude, longitude);
  if (lat !== null && lng !== null) {
    if (lat !== 0 || lng !== 0) return { lat, lng };
    valueIssues.add('latitude', 'zero_position', values.latitude);
  } else if (lat !== null && longitude === null) {
    valueIssues.add('latitude', 'incomplete', values.latitude);
  } else if (lng !== null && latitude === null) {
    valueIssues.add('longitude', 'incomplete', values.longitude);
  }
  return null;
}

function postcodeIn(text: FieldValue<string>): FieldValue<string> {
  if (typeof text !== 'string') return text;
  return readPostcode(text) === undefined ? UNREADABLE : text.toUpperCase();
}

function readImages(value: unknown, { advertUrl, pictureRoot, valueIssues }: ReadContext): readonly string[] {
  const { urls, invalid } = readImageUrls(picturesBelow(value, pictureRoot), advertUrl);
  if (invalid.length > 0) valueIssues.add('images', 'unreadable', invalid[0], invalid.length);
  if (urls.length <= MAX_IMAGES) return urls;
  valueIssues.add('images', 'too_many', urls[MAX_IMAGES], urls.length - MAX_IMAGES);
  return urls.slice(0, MAX_IMAGES);
}

/** One text, or those of several columns, each on lines of its own. */
function readDescription(value: unknown, valueIssues: ValueIssues): string | null {
  if (typeof value !== 'string' && !isTextList(value)) {
    return valueIssues.take<string>('full_description', value, readText(value, MAX_DESCRIPTION_LENGTH));
  }
  const text =
    typeof value === 'string'
      ? cleanHtml(value)
      : value
          .map(cleanHtml)
          .filter((line) => !isBlankValue(line) && !isPlaceholder(line))
          .join('\n');
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return valueIssues.take<string>('full_description', value, NOT_GIVEN);
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  valueIssues.add('full_description', 'cut', text);
  // Cleaned again, because the cut may leave a space, or half a character made of a thousand accents.
  return cleanLines(truncateText(text, MAX_DESCRIPTION_LENGTH));
}

/** The price, or without one the price without VAT in a column of its own. */
function readPriceOf(value: unknown, { values, vat, valueIssues }: ReadContext): number | null {
  const isWithoutVat = isPriceWithoutVat(values, valueIssues);
  const price = valueIssues.take(
    'price',
    value,
    readPrice(value, { vat, isWithoutVat, vatAmount: values.vat }),
  );
  const { price_ex_vat: net } = values;
  if (net === undefined || net === null) return price;
  const gross = valueIssues.take(
    'price_ex_vat',
    net,
    readPrice(net, { vat: price === null ? vat : 'add', isWithoutVat: true, vatAmount: values.vat }),
  );
  return price ?? gross;
}

function isPriceWithoutVat(
  { vat, plus_vat, includes_vat, price, price_ex_vat }: Values,
  valueIssues: ValueIssues,
): boolean | undefined {
  // Most records have no such column.
  if (vat === undefined && plus_vat === undefined && includes_vat === undefined) return undefined;
  const isFalse = (value: unknown): boolean | undefined => {
    const flag = readFlag(value);
    return flag === undefined ? undefined : !flag;
  };
  let isWithout: boolean | undefined;
  let isUnread = false;
  for (const [field, value, read] of [
    ['vat', vat, readVatStatus],
    ['plus_vat', plus_vat, readFlag],
    ['includes_vat', includes_vat, isFalse],
  ] as const) {
    if (isMissing(value)) continue;
    const found = read(value) ?? readVatStatus(value);
    if (found !== undefined) isWithout ??= found;
    else if (field === 'vat') isUnread = true;
    else valueIssues.add(field, 'without_effect', value);
  }
  const isAmount =
    isUnread && (needsVatAmount(price, vat, isWithout === true) || needsVatAmount(price_ex_vat, vat, true));
  if (isUnread && !isAmount) valueIssues.add('vat', 'without_effect', vat);
  return isWithout;
}

/** The words that canonical ones replaced, and those that only a search for text should find. */
function sourceTermsOf({ values, valueIssues, sourceTerms }: ReadContext): string | null {
  const { keywords, condition } = values;
  // A condition can be searched, but for `used`, which nearly all are.
  if (!isMissing(condition) && isNew(condition) !== false) {
    const words = valueIssues.take('condition', condition, readText(condition, MAX_WORD_LENGTH));
    if (words !== null) sourceTerms.push(isNew(condition) === true ? 'new' : words);
  }
  if (keywords !== undefined && keywords !== null) {
    const text = readKeywords(keywords, valueIssues);
    if (text !== '') sourceTerms.push(text);
  }
  return sourceTerms.length === 0 ? null : sourceTerms.join(' ');
}

function readKeywords(value: unknown, valueIssues: ValueIssues): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = new Set<string>();
  const invalid: unknown[] = [];
  for (const element of list) {
    if (element === null || element === undefined) continue;
    if (typeof element !== 'string' && typeof element !== 'number') {
      invalid.push(element);
      continue;
    }
    const word = cleanHtml(String(element)).replaceAll('\n', ' ');
    if (!isBlankValue(word) && !isPlaceholder(word)) words.add(word);
  }
  if (invalid.length > 0) valueIssues.add('keywords', 'unreadable', invalid[0], invalid.length);
  const text = [...words].join(' ');
  const truncated = cleanText(truncateText(text, MAX_KEYWORDS_LENGTH));
  if (truncated.length < text.length) valueIssues.add('keywords', 'cut', truncated);
  return truncated;
}

function readIdentifiers({ values, valueIssues }: ReadContext): VehicleIdentifiers | undefined {
  if (values.registration === undefined && values.vin === undefined) return undefined;
  const registration = valueIssues.take(
    'registration',
    values.registration,
    readRegistration(values.registration),
  );
  const vin = valueIssues.take('vin', values.vin, readVin(values.vin));
  if (registration === null && vin === null) return undefined;
  return { ...(registration !== null && { registration }), ...(vin !== null && { vin }) };
}
