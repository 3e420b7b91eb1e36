// Combines a record's columns to the values of Forecourt's fields; auxiliary columns, such as a unit, belong to another.
// ingest/values/ decides whether they are valid.
import { classifyFuel, fuelInColumn, gearboxInColumn } from '../../vehicle/classify.ts';
import { domainName } from '../../listing/domain-name.ts';
import { factsListed, isModelYear } from './fact-lists.ts';
import { isOfAllKinds } from './categories.ts';
import type { ResolvedColumn } from './column-resolver.ts';
import { isNamedAs, partKey, wordsFor } from '../tables/feed-tables.ts';
import {
  AUXILIARY_FIELDS,
  BESIDE_NUMBERS,
  CLASS_FIELDS,
  FACT_FIELDS,
  OWN_FIELDS,
  SCALED_FIELDS,
  type ColumnField,
  type RecordField,
} from '../tables/feed-fields.ts';
import { engineSizeInNames, isVariantLike, nameFromColumns } from './name-columns.ts';
import type { PlannedRecord } from './mapping-plan.ts';
import { chosenPictures } from './picture-columns.ts';
import { readSaleStatus, readYesNo, SALE_FIELDS, statusesIn, statusInRemark } from '../values/sale-status.ts';
import { readEngineSize, WITH_UNIT, withUnits } from '../values/measures.ts';
import { scaled } from '../values/number.ts';
import { hasPostcode, isTown, parsePostalAddress, townOfPostcode } from '../values/postal-address.ts';
import { foreignSignIn, hasFee, lessDiscount, withCurrency } from '../values/price.ts';
import { saysYear, yearOfRegistration } from '../values/year.ts';
import { takeTitleFacts } from './title-facts.ts';
import { cleanText, isEmptyValue, isPlaceholder } from '../values/text.ts';
import { ADDRESS_MEMBERS, splitUrls } from '../values/url.ts';

export interface SourceValue {
  readonly name: string;
  /** The name, shortened and escaped. */
  readonly shown: string;
  readonly column: ResolvedColumn;
  readonly value: unknown;
}

/** Fields of columns that may list facts. */
const LISTING_FIELDS: readonly ColumnField[] = ['keywords', 'full_description', 'specification'];
/** The facts of which one at least must be missing for such a list to count. */
const MAIN_FACTS = ['year', 'mileage', 'fuel_type', 'transmission'] as const;
const NO_SOURCES: readonly SourceValue[] = [];
const NO_VALUES: readonly unknown[] = [];

/** The statuses that the name of a category may say of its vehicles: `Sold`. */
const GONE: ReadonlySet<string> = new Set(['sold', 'reserved']);

export type RecordValues = Partial<Record<RecordField, unknown>>;

/** Fills `origins` with the column of each field. `sources` has each field's columns with a value, the first to count first. */
export function combineColumns(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
  record: PlannedRecord,
  origins: Map<RecordField, string>,
): RecordValues {
  const values: RecordValues = {};
  /** The fields that now have a value have it from the first of these. */
  const cameFrom = (...from: readonly ColumnField[]): void => {
    const source = from.flatMap((field) => sources.get(field) ?? NO_SOURCES)[0];
    if (source === undefined) return;
    for (const field of DERIVED_FIELDS)
      if (values[field] !== undefined && !origins.has(field)) origins.set(field, source.shown);
  };
  for (const [field, [first]] of sources) if (first !== undefined) origins.set(field, first.shown);
  for (const [field, [first]] of sources)
    if (!COMBINED_FIELDS.has(field)) values[field] = first && oneValue(field, first.value);
  const all = (field: ColumnField): readonly SourceValue[] => sources.get(field) ?? NO_SOURCES;
  const one = (field: ColumnField): unknown => firstValue(all(field)[0]?.value);
  const ofCategories = all('keywords').filter(({ name }) => isNamedAs(name, 'kind'));
  const keywords = all('keywords').flatMap((source) => phrases(source, ofCategories.includes(source)));

  // A specification is a variant where there is none, else a text about the vehicle.
  const isVariant =
    !sources.has('variant') && all('specification').every(({ value }) => isVariantLike(value));
  const description = descriptionOf([...all('full_description'), ...(isVariant ? [] : all('specification'))]);
  if (description !== undefined) values.full_description = description;
  cameFrom('specification');
  for (const field of SALE_FIELDS)
    if (sources.has(field)) values[field] = all(field).flatMap(({ value }) => value);

  const images = chosenPictures(all('images'), record);
  values.thumbnail ??= images.find(({ small }) => small !== undefined)?.small;
  if (images.length > 0) values.images = imagesOf(images.map(({ value }) => value));
  for (const field of SCALED_FIELDS) {
    const [source] = all(field);
    if (source === undefined) continue;
    const unit = BESIDE_NUMBERS[field]?.[0]?.[0] ?? '';
    const said = all(unit).flatMap(({ value }) => distinctValuesOf(value));
    // `K` beside a mileage may be its unit.
    const scales = said.map((one) => {
      const text = String(one).trim().toLowerCase();
      const size = wordsFor('scale').get(text) ?? wordsFor('minor digits').get(text);
      return size === undefined || (unit === 'mileage_unit' && text.length === 1) ? undefined : Number(size);
    });
    const scale = source.column.scale ?? scales.find((one) => one !== undefined);
    const named = field === 'price' ? foreignSignIn(source.name) : source.column.unit;
    const known = said.find((_, n) => scales[n] === undefined) ?? named;
    const value = scaled(firstValue(source.value), scale);
    values[field] = (field === 'price' ? withCurrency : WITH_UNIT[field])?.(value, known) ?? value;
  }
  values.price = lessDiscount(values.price, one('discount'), one('discount_unit'));
  // A buyer is told of a fee that comes on top.
  if (hasFee(values.price))
    values.full_description = [values.full_description ?? [], `Price: ${values.price}`].flat();

  const texts = (field: ColumnField): readonly unknown[] =>
    sources.has(field) ? all(field).flatMap(({ value }) => distinctValuesOf(value)) : NO_VALUES;
  const variants = [...texts('variant'), ...(isVariant ? texts('specification') : [])];
  const categories = ofCategories.flatMap(({ value }) => distinctValuesOf(value));
  const titled = {
    ...{ models: texts('model'), variants, whole: texts('make_model'), titles: texts('title') },
    categories,
  };
  const descriptions = all('full_description').flatMap(({ name, value }) =>
    OWN_FIELDS.includes(name.toLowerCase()) ? [] : distinctValuesOf(value),
  );
  const isNamed = [titled.models, titled.whole, titled.titles].some((list) => list.length > 0);
  // A sheet of few columns describes the vehicle where others name it: `FORD TRANSIT 300 2.0 TDCI`.
  const names = isNamed ? titled : { ...titled, titles: descriptions.filter(isVariantLike) };
  const said = [
    ...[...names.titles, ...names.whole].flatMap(statusesIn),
    ...texts('full_description').flatMap(statusInRemark),
    ...categories.filter((category) => GONE.has(readSaleStatus(category) ?? '')),
  ];
  if (said.length > 0) values.status = [...distinctValuesOf(values.status), ...said];
  keywords.push(...nameFromColumns(names, values));
  cameFrom('make_model', 'title', 'variant');

  if (MAIN_FACTS.some((field) => values[field] === undefined))
    for (const { value, shown } of LISTING_FIELDS.flatMap(all))
      for (const [field, said] of factsListed(value)) {
        if (said === undefined || values[field] !== undefined) continue;
        if (field === 'year' && isModelYear(said, values.model)) continue;
        values[field] = said;
        origins.set(field, shown);
      }
  splitFuelAndGearbox(values);
  // `2.0 D` as a fuel
  const fuel = String(values.fuel_type);
  const isEngine = /[0-9]/.test(fuel) && isSized(fuel) && fuelInColumn(fuel) === undefined;
  if (isEngine) values.fuel_type = undefined;
  const engines = [...(isEngine ? all('fuel_type').slice(0, 1) : NO_SOURCES), ...all('engine')];
  for (const source of engines.flatMap(eachValue)) keywords.push(...takeEngine(source, values));
  cameFrom('engine', 'fuel_type');
  // `1.5 TSI Match 5dr, sat nav, parking sensors`
  const begun = isVariant ? [] : texts('specification').map((text) => String(text).split(',', 1)[0]);
  const named = engineSizeInNames(
    [
      ...[...variants, values.model, ...names.models],
      ...[...names.titles, ...names.whole, ...begun.filter(isVariantLike)],
    ],
    values.fuel_type,
  );
  if (named !== undefined) values.engine_size ??= named;
  cameFrom('variant', 'model', 'title', 'make_model');
  for (const source of all('gears').flatMap(eachValue)) keywords.push(...takeGears(source, values));
  cameFrom('gears');
  const tags = all('keywords').filter(
    (source) => ofCategories.includes(source) || isNamedAs(source.name, 'tags'),
  );
  takeTitleFacts(
    {
      ...names,
      variants: [...variants, ...names.models, ...texts('engine')],
      tags: tags
        .map(({ value }) => distinctValuesOf(value))
        .flatMap((list) => (list.length === 1 && AUTO.test(String(list[0])) ? [] : list)),
    },
    values,
  );
  cameFrom('title', 'make_model', 'variant', 'model');
  values.year ??= yearOfRegistration(one('registration'));
  cameFrom('registration');
  if (saysYear(values.registration)) values.registration = undefined;

  // A place that has a postcode is an address.
  const address = parsePostalAddress(one('address') ?? (hasPostcode(values.loc) ? values.loc : undefined));
  if (hasPostcode(values.loc)) values.loc = undefined;
  values.postcode ??= address.postcode;
  values.loc ??= address.town;
  cameFrom('address');
  // The name of a branch, or a county, is the place only where no town is known.
  const places = [...texts('branch'), ...texts('county')];
  const hasTown = typeof values.postcode === 'string' && townOfPostcode(values.postcode) !== undefined;
  values.loc ??= places.find(isTown) ?? (hasTown ? undefined : places[0]);
  cameFrom('branch', 'county');
  keywords.push(...places.filter((place) => place !== values.loc));

  // A dealer is identified by its domain. Anything else in a dealer column is a name, searchable as a keyword.
  const dealers = texts('dealer');
  const domain = dealers.find(
    (value) => typeof value === 'string' && domainName(cleanText(value)) !== undefined,
  );
  if (domain !== undefined) values.dealer = domain;
  else origins.delete('dealer');
  const [net] = all('price_ex_vat');
  if (net !== undefined && values.price === undefined) origins.set('price', net.shown);
  keywords.push(...dealers.filter((dealer) => dealer !== domain), ...texts('dealer_name'));
  if (keywords.length > 0) values.keywords = keywords;
  return values;
}

/** A car's kind, not its gearbox: a post's type of `auto-listing`. */
const AUTO = /^autos?(?![a-z])/i;

/** `D/M` for a diesel with a manual gearbox, `Auto / Dsl` for one with an automatic. */
function splitFuelAndGearbox(values: RecordValues): void {
  const { fuel_type: said } = values;
  const words = typeof said === 'string' ? said.toLowerCase().split(/[/,|-]/, 3) : [];
  const [one = '', two = ''] = words.map((word) => word.trim());
  const areOf = (fuel: string, gearbox: string): boolean =>
    fuelInColumn(fuel) !== undefined && gearboxInColumn(gearbox) !== undefined;
  if (words.length !== 2 || !(areOf(one, two) || areOf(two, one))) return;
  const [fuel, gearbox] = areOf(one, two) ? [one, two] : [two, one];
  values.fuel_type = fuel;
  values.transmission ??= gearbox;
}

/** Takes the size or the fuel that a column says of the engine, if not known yet; returns other words for the search. */
function takeEngine(source: SourceValue, values: RecordValues): unknown[] {
  const { value } = source;
  const hasSize = isSized(value);
  const isSize = hasSize && values.engine_size === undefined;
  if (isSize) values.engine_size = value;
  const [words = ''] = WORDS.exec(String(value).replace(SIZE(), '')) ?? [];
  // `1997cc (D)`, but not `E 220`, and no `2.0 E` is electric.
  const fuel = hasSize || words === value ? fuelInColumn(words) : classifyFuel(words);
  const isFuel = values.fuel_type === undefined && fuel !== undefined && !(hasSize && fuel === 'Electric');
  if (isFuel) values.fuel_type = words === value ? words : fuel;
  return (isSize && words === '') || (isFuel && words === value) ? [] : phrases(source);
}

const SIZE = withUnits('[0-9][0-9., ]*(?:(?:<cc>|<litres>|t)(?![a-z]))?', 'gi');
/** From the first letter to the last: `D` in `(D)`. */
const WORDS = /\p{L}(?:.*\p{L})?/su;

function isSized(value: unknown): boolean {
  return typeof readEngineSize(value) === 'number';
}

function takeGears(source: SourceValue, values: RecordValues): unknown[] {
  const { value } = source;
  const isGearbox = typeof value === 'string' && gearboxInColumn(value) !== undefined;
  if (values.transmission !== undefined || !isGearbox) return phrases(source);
  values.transmission = value;
  return [];
}

function descriptionOf(sources: readonly SourceValue[]): unknown {
  const texts = new Map<string, string>();
  for (const { name, column, value } of sources) {
    const list = distinctValuesOf(value)
      .map((part) => (column.phrase === undefined ? part : featureOf(part, column.phrase)))
      .filter(isDescription);
    if (list.length === 0) continue;
    // The elements of a list are one text.
    const key = column.order === 0 ? name : `${column.order} ${column.behind}`;
    const text = [texts.get(key), ...list].filter((part) => part !== undefined).join(', ');
    texts.set(key, text);
  }
  const kept: string[] = [];
  for (const text of texts.values()) {
    const isKnown = kept.some((earlier) => earlier.toLowerCase().includes(text.trim().toLowerCase()));
    if (!isKnown) kept.push(text);
  }
  return kept.length > 1 ? kept : kept[0];
}

export function isDescription(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** What a value below a feature's own name says: `heated seats` for true, `6 airbags` for 6, and nothing for false. */
function featureOf(value: unknown, feature: string): unknown {
  const isSaid = readYesNo(value);
  if (isSaid !== undefined) return isSaid ? feature : undefined;
  const text = String(value).trim();
  if (isPlaceholder(text)) return undefined;
  return /^[0-9]{1,3}$/.test(text) ? `${text} ${feature}` : value;
}

const DERIVED_FIELDS: readonly RecordField[] = [
  ...['make', 'model', ...FACT_FIELDS, 'postcode', 'loc', 'full_description'],
];

const COMBINED_FIELDS: ReadonlySet<ColumnField> = new Set([
  ...AUXILIARY_FIELDS,
  ...SCALED_FIELDS,
  ...['full_description', 'images', 'keywords', 'dealer'],
]);

const ALL_VALUES: ReadonlySet<ColumnField> = new Set([
  ...SALE_FIELDS,
  ...['full_description', 'images', 'keywords', 'dealer', 'dealer_name', 'variant', 'engine', 'gears'],
  ...['branch', 'county', 'make_model', 'title', 'specification', 'currency'],
]);

export function takesOneValue(field: ColumnField): boolean {
  return !ALL_VALUES.has(field);
}

export function firstValue(value: unknown): unknown {
  return Array.isArray(value) ? value.find((element) => !isEmptyValue(element)) : value;
}

export function distinctValuesOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return isEmptyValue(value) ? NO_VALUES : [value];
  const found = new Map<string, unknown>();
  for (const element of value as readonly unknown[]) {
    const key = String(element).trim().toLowerCase();
    if (!isEmptyValue(element) && !found.has(key)) found.set(key, element);
  }
  return [...found.values()];
}

function eachValue(source: SourceValue): SourceValue[] {
  return distinctValuesOf(source.value).map((value) => ({ ...source, value }));
}

/** Several fuels or gearboxes are one text, `Petrol/Electric`; of other lists the first value counts. */
function oneValue(field: RecordField, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const list = distinctValuesOf(value);
  const isJoined = CLASS_FIELDS.includes(field) && list.every((word) => typeof word === 'string');
  return isJoined ? list.join('/') : list[0];
}

function phrases(
  { name, column: { phrase }, value }: SourceValue,
  areCategories = isNamedAs(name, 'kind'),
): unknown[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const list =
    areCategories && phrase === undefined ? all.filter((category) => !isOfAllKinds(category)) : all;
  return list.map((word) => {
    if (phrase === undefined || (typeof word !== 'string' && typeof word !== 'number')) return word;
    const written = String(word).trim();
    const text = phrase.startsWith('# mile') ? written.replace(/ ?(?:mi|miles?)$/i, '') : written;
    const isSaid = /[0-9]/.test(text) ? undefined : readYesNo(text);
    if (isSaid !== undefined) return `${isSaid ? '' : 'no '}${phrase.replaceAll('#', '').trim()}`;
    // A text that says what it counts stays as it is: `1 owner`, `Full dealer history`.
    const [noun = ''] = phrase.toLowerCase().match(/[a-z]+(?=[^a-z]*$)/) ?? [];
    const isPhrase = /[a-z]/i.test(text) && (phrase.includes('#dr') || text.toLowerCase().includes(noun));
    return isPhrase || text.length > 40 ? word : phrase.replaceAll('#', text);
  });
}

function imagesOf(values: readonly unknown[]): unknown[] {
  const images = values.flatMap((value) => {
    const list = typeof value === 'string' ? splitUrls(value) : value;
    return Array.isArray(list) ? (list as unknown[]).map(urlOf) : [list];
  });
  return [...new Set(images)];
}

function urlOf(image: unknown): unknown {
  if (typeof image !== 'object' || image === null) return image;
  const members = new Map(Object.entries(image).map(([name, value]) => [partKey(name), value as unknown]));
  return ADDRESS_MEMBERS.map((member) => members.get(member)).find((url) => !isEmptyValue(url)) ?? image;
}
