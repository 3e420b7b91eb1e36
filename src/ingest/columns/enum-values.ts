// Values of APIs' enumerations that begin with the name of their type, as Protocol Buffers have them: `FUEL_TYPE_DIESEL` in a column
// `fuel_type`, `DISTANCE_UNIT_MILE` in one of units, `TRANSMISSION_TYPE_UNSPECIFIED` for none.
import { Memo } from '../../memo.ts';
import { columnPath } from '../tables/column-path.ts';
import { CLASS_FIELDS, type ColumnField } from '../tables/feed-fields.ts';
import { partWords, wordsFor } from '../tables/feed-tables.ts';
import { SALE_FIELDS } from '../values/sale-status.ts';

const ENUM_VALUE = /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+$/i;
const MAX_LENGTH = 100;

/** Fields whose values are words of few meanings, so that the name of a type before them says nothing. */
const ENUM_FIELDS: ReadonlySet<ColumnField> = new Set([
  ...['make', ...CLASS_FIELDS, 'mileage_unit', 'engine_unit', 'currency', 'condition', 'vat'],
  ...SALE_FIELDS,
]);
/** Fields that no enumeration has, but values that look like one: `shop.example`, `STK_1042`. */
const NO_ENUM_FIELDS: ReadonlySet<ColumnField> = new Set([
  ...['id', 'dealer', 'advert_url', 'images', 'thumbnail', 'full_description', 'registration', 'vin'],
] as const);
/** Fields of words, for which `Unknown` is not a value. */
const WORD_FIELDS: ReadonlySet<ColumnField> = new Set([
  ...['make', 'model', 'variant', ...CLASS_FIELDS, 'engine', 'loc'],
]);
/** Fields of which a single word may be part of the value: `FUEL_CELL`, `VAT_NOT_INCLUDED`. */
const SAYS_MORE: ReadonlySet<ColumnField> = new Set([...CLASS_FIELDS, 'vat']);
/** What types of these fields end with, whatever the column's name, behind one word or none: `VEHICLE_MAKE_FORD`, `DISTANCE_UNIT_KM`. */
const LAST_OF_TYPE: ReadonlyMap<ColumnField, string> = new Map([
  ['make', 'make'],
  ['mileage_unit', 'unit'],
  ['engine_unit', 'unit'],
]);
/** Last words of names that are about a sale without being a status: `SOLD_STC` in a column `sold` says more than `STC`. */
const SAYS_STATUS = /^(?:status|state|stage|availability|visibility)$/;
const TYPE_NOUN = /^(?:type|kind|status|treatment|unit)$/i;

/** Half of the maximum of columns whose last words are cached. */
const MAX_COLUMNS = 1024;
const lastWords = new Memo(MAX_COLUMNS, (name): Words => columnPath(name).words.at(-1) ?? []);

/** The value without the name of its type; undefined if it says that there is none. Other values are returned as they are. */
export function withoutEnumType(value: unknown, name: string, field: ColumnField): unknown {
  if (NO_ENUM_FIELDS.has(field)) return value;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const words = list.map((one) => withoutEnumType(one, name, field));
    return words.every((one, n) => one === list[n]) ? value : words.filter((one) => one !== undefined);
  }
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return value;
  if (WORD_FIELDS.has(field) && wordsFor('unspecified').has(value.trim().toLowerCase())) return undefined;
  if (!ENUM_VALUE.test(value)) return value;
  const words = value.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[ _.]/);
  const type = lastWords.get(name);
  const end = typesOf(type, field).flatMap((one) => endOf(one, words, LAST_OF_TYPE.has(field) ? 1 : 0))[0];
  if (end === undefined) return value;
  const length = TYPE_NOUN.test(words[end] ?? '') && words.length > end + 1 ? end + 1 : end;
  const said = words.slice(length).join(' ');
  if (wordsFor('unspecified').has(said.toLowerCase())) return undefined;
  const isClear = SALE_FIELDS.includes(field)
    ? SAYS_STATUS.test(type.at(-1) ?? '') && length >= type.length
    : ENUM_FIELDS.has(field) && (length > 1 || !SAYS_MORE.has(field));
  return isClear ? said : value;
}

type Words = readonly string[];

/** The words of types that a column's values may begin with: also `TRANSMISSION` for `transmission_type`. */
function typesOf(type: Words, field: ColumnField): Words[] {
  const last = type.at(-1) ?? '';
  const known = LAST_OF_TYPE.get(field);
  if (known !== undefined) return [[known], [last]];
  return type.length > 1 && TYPE_NOUN.test(last) ? [type, type.slice(0, -1)] : [type];
}

/** The number of words up to the end of the type, if others follow; none if the type does not begin this early. */
function endOf(type: Words, words: Words, latest: number): number[] {
  const keys = words.slice(0, type.length + latest).map((word) => partWords(word).join(''));
  const start = keys.findIndex((_, at) => type.every((word, n) => keys[at + n] === word));
  const end = start + type.length;
  return type.length === 0 || start === -1 || end >= words.length ? [] : [end];
}
