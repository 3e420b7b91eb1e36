// Columns whose meaning shows in their values or beside them: `range` is an electric range or a model range, and a sale price
// counts if it is lower.
import { nameModel } from '../../vehicle/model-name.ts';
import { firstValue, distinctValuesOf, type SourceValue } from './combine-columns.ts';
import { isVariantLike } from './name-columns.ts';
import { isKnownUnit } from './without-effect.ts';
import { isPartPayment, namesPrice, saysOtherPrice } from '../read/not-for-sale.ts';
import { hasWord, isNamedAs, partKey, partWords, wordsFor } from '../tables/feed-tables.ts';
import {
  BESIDE_NUMBERS,
  CLASS_FIELDS,
  type ColumnField,
  SCALED_FIELDS,
  VAT_FIELDS,
  WORD_READERS,
} from '../tables/feed-fields.ts';
import { withUnits } from '../values/measures.ts';
import type { UnusedValue } from '../values/record-result.ts';
import { isLowerPrice, isVatOn, readPrice, readVatStatus } from '../values/price.ts';
import { readFlag, readSaleStatus } from '../values/sale-status.ts';
import { saysYear } from '../values/year.ts';
import { cleanText, MAX_WORD_LENGTH } from '../values/text.ts';

type Sources = Map<ColumnField, SourceValue[]>;

/**
 * Returns values without effect: one of each field that has only keys of records in other tables, and what is beside a number that does
 * not count, unless it is a known unit, currency or VAT status.
 */
export function settleAmbiguous(sources: Sources): readonly UnusedValue[] {
  const unread = [...dropRecordKeys(sources)];
  takeWords(sources);
  takeScaleFlag(sources);
  takeElectricRange(sources);
  takeBodyText(sources);
  takeFixedPrice(sources);
  unread.push(...takePriceKinds(sources));
  takePounds(sources);
  takeReducedPrice(sources);
  for (const field of SCALED_FIELDS) unread.push(...dropSaidOfOthers(field, sources));
  takeGrossPrice(sources);
  takeQuantity(sources);
  takePlateYears(sources);
  return unread;
}

const NAMED_FIELDS: readonly ColumnField[] = [
  ...['make', 'model', 'variant', 'make_model', 'title', ...CLASS_FIELDS, 'engine'],
  ...['loc', 'branch', 'county', 'dealer_name'],
];
/** Keys of records in other tables, as databases make them: Airtable's `rec…`, ObjectIds of MongoDB and UUIDs. */
const RECORD_KEY =
  /^(?:(?:rec|sel)(?=[a-z]*[0-9A-Z])[A-Za-z0-9]{11,14}|[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function dropRecordKeys(sources: Sources): readonly UnusedValue[] {
  const unread: UnusedValue[] = [];
  for (const field of NAMED_FIELDS) {
    const list = sources.get(field);
    if (list === undefined) continue;
    const kept = list.filter(({ value }) => !isRecordKey(value));
    if (kept.length === list.length) continue;
    setSources(sources, field, kept);
    const [{ value }] = list;
    if (kept.length === 0) unread.push({ field, reason: 'unreadable', value: firstValue(value), count: 1 });
  }
  return unread;
}

function setSources(sources: Sources, field: ColumnField, list: SourceValue[]): void {
  if (list.length > 0) sources.set(field, list);
  else sources.delete(field);
}

function addSources(sources: Sources, field: ColumnField, more: readonly SourceValue[]): void {
  setSources(sources, field, [...(sources.get(field) ?? []), ...more]);
}

function isRecordKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecordKey);
  return typeof value === 'string' && RECORD_KEY.test(value);
}

const CODE = /^(?:[0-9]+|[a-z0-9]{1,2})$/i;

/** Words count before a code beside them that no table explains: `FuelTypeName` before a `FuelType` of 1. */
function takeWords(sources: Sources): void {
  for (const { field, read } of WORD_READERS) {
    const list = sources.get(field);
    if (list === undefined || list.length < 2) continue;
    const codes = list.filter(({ value }) => {
      const text = firstText(value);
      return CODE.test(text) && read(text) === undefined;
    });
    if (codes.length > 0 && codes.length < list.length)
      sources.set(field, [...list.filter((source) => !codes.includes(source)), ...codes]);
  }
}

/**
 * Drops a price if a column beside it says that it is another kind of price, such as `per month`. If there is no other price, the
 * text is added to it, so that it is reported as unreadable.
 */
function takePriceKinds(sources: Sources): readonly UnusedValue[] {
  const kinds = (sources.get('price_kind') ?? []).flatMap(({ name, value }) =>
    distinctValuesOf(value).map((one) => ({ name, kind: firstText(one) })),
  );
  sources.delete('price_kind');
  const others = kinds.filter(({ kind }) => saysOtherPrice(kind) || isPartPayment(kind));
  const unread = kinds
    .filter((one) => one.kind !== '' && !others.includes(one) && !namesPrice(one.kind))
    .map(({ kind }) => unusedOf('price_kind', kind));
  if (others.length === 0) return unread;
  const all = sources.get('price') ?? [];
  const groupOf = (name: string): number =>
    Math.max(...all.map((price) => (name.startsWith(containerOf(price)) ? containerOf(price).length : -1)));
  const prices = all.map((price) => {
    const own = containerOf(price);
    const kind = others.find(({ name }) => name.startsWith(own) && groupOf(name) === own.length)?.kind;
    return { price, said: kind === undefined ? undefined : `${firstText(price.value)} ${kind}` };
  });
  const kept = prices.filter(({ said }) => said === undefined);
  const read = (kept.length > 0 ? kept : prices).map(({ price, said = price.value }) => ({
    ...price,
    value: said,
  }));
  setSources(sources, 'price', read);
  const dropped = kept.length === 0 ? [] : prices.flatMap(({ said }) => said ?? []);
  return [...unread, ...dropped.map((said) => unusedOf('price', said))];
}

function unusedOf(field: ColumnField, value: string): UnusedValue {
  return { field, reason: 'without_effect', value, count: 1 };
}

function containerOf({ name }: SourceValue): string {
  return name.slice(0, name.lastIndexOf('.') + 1);
}

/** A price is in pence if a text beside it, with the sign of pounds, says a hundredth of it: 1299500 and `£12,995`. */
function takePounds(sources: Sources): void {
  const [first, ...others] = sources.get('price') ?? [];
  const pence = Number(firstValue(first?.value));
  const text = others.find(({ value }) => {
    const said = firstText(value);
    return said.includes('£') && readPrice(said) === pence / 100;
  });
  if (first === undefined || text === undefined) return;
  sources.set('price', [text, ...others.filter((source) => source !== text)]);
}

/** A scale in a column of its own, `minorUnits: true` or `minorUnit: "pence"`, says in what the amount beside it is. */
function takeScaleFlag(sources: Sources): void {
  for (const field of SCALED_FIELDS) {
    const list = sources.get(field) ?? [];
    const flag = list.find((source) => scaleSaidBy(source) !== undefined);
    if (flag === undefined) continue;
    const scale = Number(scaleSaidBy(flag));
    const amounts = list
      .filter((source) => scaleSaidBy(source) === undefined)
      .map((one) => ({ ...one, column: { ...one.column, scale: one.column.scale ?? scale } }));
    setSources(sources, field, amounts);
  }
}

function scaleSaidBy({ column: { scale }, value }: SourceValue): number | string | undefined {
  if (scale === undefined) return undefined;
  const text = typeof value === 'boolean' ? String(value) : firstText(value).toLowerCase();
  if (/^(?:true|yes|y)$/.test(text)) return scale;
  return /^(?:false|no|n)$/.test(text) ? 1 : wordsFor('scale').get(text);
}

/** Moves a column `stock` beside another column of ids to the quantities, if its value is a small number, as in shops. */
function takeQuantity(sources: Sources): void {
  const ids = sources.get('id') ?? [];
  const isQuantity = (text: string): boolean => /^[0-9]{1,3}$/.test(text) || wordsFor('quantity').has(text);
  const quantities = ids.filter(
    ({ name, value }) =>
      isNamedAs(name, 'quantity beside an id') && isQuantity(firstText(value).toLowerCase()),
  );
  if (quantities.length === 0 || quantities.length === ids.length) return;
  addSources(sources, 'is_available', quantities);
  sources.set(
    'id',
    ids.filter((source) => !quantities.includes(source)),
  );
}

/** Moves the plates of a column `Plate` that are age identifiers, 67, to the years: another column may have the registration. */
function takePlateYears(sources: Sources): void {
  const registrations = sources.get('registration') ?? [];
  const years = registrations.filter(({ value }) => saysYear(firstValue(value)));
  if (years.length === 0) return;
  addSources(sources, 'year', years);
  setSources(
    sources,
    'registration',
    registrations.filter((source) => !years.includes(source)),
  );
}

/** An auction's opening bid is not a price. With a fixed price beside it, the vehicle is for sale at that price. */
function takeFixedPrice(sources: Sources): void {
  const statuses = sources.get('status') ?? [];
  const isAuction = ({ name, value }: SourceValue): boolean =>
    isNamedAs(name, 'sale format') && readSaleStatus(firstValue(value)) === 'trade_only';
  const fixed = (sources.get('price') ?? []).filter(({ name }) => !hasWord(name, 'opening bid'));
  if (fixed.length === 0 || !statuses.some(isAuction)) return;
  sources.set('price', fixed);
  sources.set(
    'status',
    statuses.filter((status) => !isAuction(status)),
  );
}

/** Shops write 0 for an absent price, and keep a sale price while it does not apply. */
function takeReducedPrice(sources: Sources): void {
  const onSale = sources.get('on_sale') ?? [];
  sources.delete('on_sale');
  const prices = sources.get('price') ?? [];
  const reduced = prices.filter(isReduced);
  const isFlag = onSale.every(({ value }) => readFlag(firstValue(value)) !== undefined);
  if (onSale.length > 0 && (reduced.length === 0 || !isFlag)) addSources(sources, 'is_available', onSale);
  if (prices.length < 2) return;
  const isAsked = onSale.every(({ value }) => readFlag(firstValue(value)) !== false);
  const isMeant = (source: SourceValue): boolean => isAsked || !reduced.includes(source);
  const known = prices.filter(
    (source) => isMeant(source) && !/^[\s0.,£]*$/.test(String(firstValue(source.value))),
  );
  const [first, ...others] = known;
  if (first === undefined) return;
  const lower = others.find(
    (source) => reduced.includes(source) && isLowerPrice(firstValue(source.value), firstValue(first.value)),
  );
  sources.set('price', lower === undefined ? known : [lower, ...known.filter((source) => source !== lower)]);
}

/** `Now £7,995`, but not `Buy now`. */
function isReduced({ name }: SourceValue): boolean {
  return !/(?:^|\.)buy/i.test(name) && hasWord(name, 'reduced price');
}

/**
 * What is below one of several prices says nothing of the first, `dealer_price.vat` beside `retail_price`, unless the first
 * reduces that price or repeats it, and has nothing below it that says the same. Returns the values dropped, without units,
 * currencies and VAT statuses.
 */
function dropSaidOfOthers(field: ColumnField, sources: Sources): UnusedValue[] {
  const [first, ...all] = sources.get(field) ?? [];
  const unread: UnusedValue[] = [];
  if (first === undefined || all.length === 0) return unread;
  const own = parentOf(first);
  const others = all.filter((other) => !own.startsWith(parentOf(other)));
  for (const group of BESIDE_NUMBERS[field] ?? []) {
    const isSaidOf = (parent: string): boolean =>
      group.some((said) => sources.get(said)?.some(({ name }) => name.startsWith(parent)));
    const isMeant = (other: SourceValue): boolean =>
      !isSaidOf(own) &&
      (firstText(other.value) === firstText(first.value) ||
        (other === all[0] &&
          isReduced(first) &&
          isLowerPrice(firstValue(first.value), firstValue(other.value))));
    const parents = others.filter((other) => !isMeant(other)).map(parentOf);
    for (const said of group) {
      const list = sources.get(said) ?? [];
      const kept = list.filter(({ name }) => !parents.some((parent) => name.startsWith(parent)));
      setSources(sources, said, kept);
      const values = list.filter((one) => !kept.includes(one)).map(({ value }) => firstValue(value));
      for (const value of values)
        if (
          value !== undefined &&
          !isKnownUnit(said, value) &&
          readVatStatus(value) === undefined &&
          readFlag(value) === undefined
        )
          unread.push({ field: said, reason: 'without_effect', value, count: 1 });
    }
  }
  return unread;
}

/** What the names below a number begin with: `price.` for `price` and for `price.amount`. */
function parentOf({ name }: SourceValue): string {
  const at = name.lastIndexOf('.') + 1;
  return at > 0 && wordsFor('value').has(partKey(name.slice(at))) ? name.slice(0, at) : `${name}.`;
}

/**
 * A price with VAT beside one that is without it, by its name, `<price vat="excluded" gross="17994">14995</price>`, or because it
 * is that with VAT on top, as in lists of `{ "price": 14995, "valueAddedTaxIncluded": false }` and the same with VAT.
 */
function takeGrossPrice(sources: Sources): void {
  const [vat, plus, includes] = VAT_FIELDS.map((field) => firstValue(sources.get(field)?.[0]?.value));
  const isWithoutVat = readVatStatus(vat) === true || readFlag(plus) === true || readFlag(includes) === false;
  if (!isWithoutVat) return;
  const amounts = (sources.get('price') ?? []).flatMap((source) =>
    distinctValuesOf(source.value).map((value) => ({ ...source, value, pounds: readPrice(value) })),
  );
  const [{ pounds: net } = { pounds: undefined }] = amounts;
  const gross = amounts.find(
    ({ name, pounds }) =>
      typeof pounds === 'number' &&
      (partWords(name).includes('gross') || (typeof net === 'number' && isVatOn(net, pounds - net))),
  );
  if (gross === undefined || amounts.length < 2) return;
  sources.set('price', [gross]);
  for (const field of VAT_FIELDS) sources.delete(field);
}

const RANGE_NAME = /(?:^|(?<!model)[^a-z])(?:vehicle[\s_-]?)?range$/i;
const DISTANCE = withUnits('^([0-9]{2,4}(?:\\.[0-9]+)?) ?(<miles>|<km>)?$', 'i');

/** Moves distances in columns named `range` from the models to the keywords, as `238 mile range`. */
function takeElectricRange(sources: Sources): void {
  const models = sources.get('model');
  if (models === undefined || !models.some(({ name }) => RANGE_NAME.test(name))) return;
  const [make] = distinctValuesOf(sources.get('make')?.[0]?.value);
  const kept: SourceValue[] = [];
  for (const source of models) {
    const [, number, unit = ''] = DISTANCE().exec(firstText(source.value)) ?? [];
    if (number === undefined || !RANGE_NAME.test(source.name) || (unit === '' && isModel(make, number))) {
      kept.push(source);
      continue;
    }
    const phrase = unit.startsWith('k') ? '# km range' : '# mile range';
    const range = { ...source, column: { ...source.column, field: 'keywords', phrase }, value: number };
    addSources(sources, 'keywords', [range]);
  }
  setSources(sources, 'model', kept);
}

const BODY_NAME = /(?:^|\.)body$/i;

/** A `body` that is more than a body type is the text of a page about the vehicle. */
function takeBodyText(sources: Sources): void {
  const keywords = sources.get('keywords') ?? [];
  const texts = keywords.filter(
    ({ name, value }) => BODY_NAME.test(name) && typeof value === 'string' && !isVariantLike(value),
  );
  if (texts.length === 0) return;
  setSources(
    sources,
    'keywords',
    keywords.filter((source) => !texts.includes(source)),
  );
  const described = texts.map((source): SourceValue => ({
    ...source,
    column: { ...source.column, field: 'full_description' },
  }));
  addSources(sources, 'full_description', described);
}

function firstText(value: unknown): string {
  const [text] = distinctValuesOf(value);
  return typeof text === 'number' || typeof text === 'string' ? cleanText(String(text)) : '';
}

function isModel(make: unknown, number: string): boolean {
  const text = typeof make === 'string' ? cleanText(make) : '';
  return text !== '' && text.length <= MAX_WORD_LENGTH && nameModel(text, number) !== undefined;
}
