// Reads a column name as a set of words: `Ext Col`, `Colour (Exterior)` and `exterior_colour` are one, and so are `Date First Reg`
// and `first_registration_date`. Some fields are known by the words alone, since exporters name them as they like: the
// address of the advert, texts about the car, its price and its reference.
import type { ColumnField } from './column-fields.ts';

/** The key of a name's words in any order, abbreviations spelt out; undefined if none are left. */
export function wordsKey(words: readonly string[]): string | undefined {
  const known = new Set(words.map(spelledOut).filter((word) => !FILLERS.has(word)));
  return known.size === 0 ? undefined : [...known].sort().join(' ');
}

/** The words without those that say only that it is about the vehicle: `Vehicle Fuel`, `v_fuel`. */
export function withoutSubject(words: readonly string[]): readonly string[] {
  const others = words[0] === 'v' ? words.slice(1) : words;
  return others.filter((word) => !SUBJECTS.has(spelledOut(word)));
}

/** The field that a name's words alone say. */
export function fieldOfWords(words: readonly string[]): ColumnField | undefined {
  const known = words.map(spelledOut);
  const isOf = (heads: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    known.some((word) => heads.has(word)) && known.every((word) => heads.has(word) || others.has(word));
  if (isOf(ADDRESS_HEADS, ADDRESS_WORDS)) return 'advert_url';
  if (isOf(TEXT_HEADS, TEXT_WORDS)) return 'full_description';
  if (isOf(PRICE_HEADS, PRICE_WORDS)) return 'price';
  return isOf(REFERENCE_HEADS, REFERENCE_WORDS) ? 'id' : undefined;
}

export function spelledOut(word: string): string {
  return ABBREVIATIONS.get(word) ?? word;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const FILLERS = setOf('of the and for');
const SUBJECTS = setOf('vehicle car');

/** Each word's other forms, in the singular. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    description: 'desc descr descrip descriptive',
    exterior: 'ext external',
    interior: 'int',
    colour: 'color col clr',
    registration: 'reg regd regn registered',
    first: '#st',
    vehicle: 'veh vehicule',
    manufacturer: 'mfr mfg manuf manufacture manufactured',
    transmission: 'tran transm',
    gearbox: 'box',
    engine: 'eng',
    year: 'yr',
    mileage: 'mlge',
    number: 'no num nr',
    previous: 'prev former',
    service: 'svc serv servicing',
    history: 'hist',
    stock: 'stk',
    derivative: 'deriv',
    equipment: 'equip',
    option: 'opt',
    feature: 'feat',
    additional: 'addl',
    standard: 'std',
    technical: 'tech',
    specification: 'spec',
    door: 'dr',
    image: 'img pic pict picture photo',
    url: 'uri link href hyperlink',
    including: 'inc incl',
    keeper: 'owner',
    remark: 'rmk',
    comment: 'cmt',
  }).flatMap(([word, others]) => others.split(' ').map((other): [string, string] => [other, word])),
);

const ADDRESS_HEADS = setOf('url vdp permalink deeplink weblink');
const ADDRESS_WORDS = setOf(
  'vehicle car advert ad listing detail page view web website online full product item stock deep perma landing ' +
    'canonical final destination target public live direct exterior address friendly',
);

const PRICE_HEADS = setOf('price asking');
/** Not those of the trade, of finance, of before, of when new, or without VAT, and no fees. */
const PRICE_WORDS = setOf(
  'our asking buy it now sale selling sell retail web website internet online advertised advert ad list listing screen ticket ' +
    'forecourt vehicle car consumer customer public total current final cash offer special gbp pound sterling including vat ' +
    'amount value full main display sticker on the road otr drive away windscreen today',
);

const REFERENCE_HEADS = setOf('reference ref uid uuid guid sku');
const REFERENCE_WORDS = setOf(
  'our my dealer dealership stock vehicle car advert ad listing unique internal web website number id code item unit feed',
);

const TEXT_HEADS = setOf(
  'description text note remark comment overview summary narrative blurb feature option equipment specification highlight',
);
/** Not `internal` or `private`: such notes are not for buyers. */
const TEXT_WORDS = setOf(
  'vehicle car advert ad advertising web website internet online portal main full long short brief sale marketing ' +
    'seller dealer product item listing rich html plain additional extra further other general public key standard ' +
    'optional factory technical safety comfort security entertainment detail free list',
);
