// Texts that list facts of a vehicle, each by itself between separators: `2019 (69) · 31,204 miles · Petrol · Manual`,
// `Year: 2019 | Fuel: Petrol`. A text that says two things of one kind says none of it.
import { fuelInColumn, gearboxInColumn } from '../../vehicle/classify.ts';
import { ANY_TIME, testOf } from '../values/field-tests.ts';
import { htmlToText } from '../values/html-to-text.ts';
import { withUnits } from '../values/measures.ts';
import type { ColumnField } from '../tables/feed-fields.ts';
import { labelledFact } from './title-facts.ts';

type ListedFacts = ReadonlyMap<ColumnField, unknown>;

const NO_FACTS: ListedFacts = new Map();

const MAX_LENGTH = 300;
const MAX_PART_LENGTH = 40;
/** Fewer may be words of any text. */
const MIN_FACTS = 2;
/** Minimum share of the parts that are facts: others are colours, bodies, equipment. */
const MIN_SHARE = 1 / 3;
const SEPARATOR =
  /,(?![0-9])|[;|>\n\u00b7\u2022\u2027\u2219\u22c5\u25aa\u25cf\u2014]|\s[/*~\u2013-]\s|\.(?:\s|$)|\s{3,}/;

/** `2019`, `2019 (69)`, `69 plate`, but no date, which may be that of a test. */
const YEAR = /^(?:(?:19|20)[0-9]{2}(?![0-9]|[-/.][0-9]{1,2}[-/.])|[0-9]{2}[12]?[ -]?(?:plate|reg)(?![a-z]))/i;
const MILEAGE = withUnits('[0-9](?:k| thousand)? ?(?:<miles>|<km>)(?![a-z])|^[0-9]{1,3}(?:\\.[0-9])?k$', 'i');
const SIZE = withUnits('^(?:[0-8]\\.[0-9]{1,2} ?<litres>|[1-9],?[0-9]{2,3} ?<cc>)(?= |$)', 'i');
/** A mileage that a warranty ends at: `12 months / 12,000 miles`. */
const COVERED =
  /(?<![a-z])(?:months?|years?|yrs?)(?: warranty| guarantee| cover)?\W{1,5}[0-9][0-9,]*k? ?miles/i;
const PRICE = /^£ ?(?:[0-9]{1,3},[0-9]{3}|[0-9]{4,6})$/;
/** Words beside that of a class: `6-speed manual gearbox`, `plug-in hybrid`. */
const BESIDE_CLASS =
  /^(?:[0-9]{1,2}|speed|spd|gears?|gearbox|transmission|semi|dual|clutch|engine|plug|in|mild|full|fuel)$/i;

/** The facts of a text, or of the texts of a list; none unless there are several, and little else. */
export function factsListed(value: unknown): ListedFacts {
  const texts = [value].flat().filter((text) => typeof text === 'string');
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_LENGTH) return NO_FACTS;
  const parts = texts
    .flatMap((text) => (/[<&]/.test(text) ? htmlToText(text) : text).split(SEPARATOR))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length < MIN_FACTS) return NO_FACTS;
  const found = parts.map(factsIn).filter((facts) => facts.length > 0);
  const facts = new Map<ColumnField, unknown>();
  for (const [field, said] of found.flat()) {
    const isOther = facts.has(field) && facts.get(field) !== said;
    facts.set(field, isOther ? undefined : said);
  }
  if (texts.some((text) => COVERED.test(text))) facts.delete('mileage');
  return facts.size < MIN_FACTS || found.length < MIN_SHARE * parts.length ? NO_FACTS : facts;
}

/** Whether a text lists facts that only a vehicle has, and more than its classes: `Petrol / Man` may be a fuel and its gearbox. */
export function isFactList(text: string): boolean {
  const facts = /[0-9]/.test(text) ? factsListed(text) : NO_FACTS;
  return facts.has('year') || facts.has('mileage');
}

/** Whether a year may be the model, as in `Peugeot, 2008, Petrol`. */
export function isModelYear(year: unknown, model: unknown): boolean {
  const [digits] = /^[0-9]{4}$/.exec(String(year)) ?? [];
  return digits !== undefined && (typeof model !== 'string' || model.startsWith(digits));
}

function factsIn(part: string): readonly (readonly [ColumnField, unknown])[] {
  if (part.length > MAX_PART_LENGTH) return [];
  const labelled = labelledFact(part);
  if (labelled !== undefined) return [labelled];
  const is = (field: ColumnField, form: RegExp): boolean =>
    form.test(part) && testOf(field)?.(part, ANY_TIME) === true;
  if (is('year', YEAR)) return [['year', part]];
  if (is('mileage', MILEAGE())) return [['mileage', part]];
  if (is('price', PRICE)) return [['price', part]];
  const [size = ''] = SIZE().exec(part) ?? [];
  const words = part
    .slice(size.length)
    .split(/[\s/()-]+/)
    .filter((word) => word !== '' && !BESIDE_CLASS.test(word));
  const areAll = (read: (text: string) => string | undefined): boolean =>
    words.length > 0 && words.every((word) => word.length > 2 && read(word) !== undefined);
  const [fuel, gearbox] = [areAll(fuelInColumn), areAll(gearboxInColumn)];
  if (words.length > 0 && !fuel && !gearbox) return [];
  return [
    ...(size === '' ? [] : [['engine_size', size] as const]),
    ...(fuel ? [['fuel_type', fuelInColumn(part.slice(size.length).trim())] as const] : []),
    ...(gearbox ? [['transmission', gearboxInColumn(part)] as const] : []),
  ];
}
