// Reads a column name as a set of words: `Ext Col`, `Colour (Exterior)` and `exterior_colour` are one, and so are `Date First Reg`
// and `first_registration_date`. Two fields are known by the words alone, since exporters name them as they like: the
// address of the advert, and texts about the car.
import type { ColumnField } from './layout.ts';

/** The key of a name's words in any order, abbreviations spelt out; undefined if none are left. */
export function wordsKey(words: readonly string[]): string | undefined {
  const known = new Set(words.map(spelledOut).filter((word) => !FILLERS.has(word)));
  return known.size === 0 ? undefined : [...known].sort().join(' ');
}

/** The words without those that say only that it is about the vehicle. */
export function withoutSubject(words: readonly string[]): readonly string[] {
  return words.filter((word) => !SUBJECTS.has(spelledOut(word)));
}

/** The field that a name's words alone say. */
export function fieldOfWords(words: readonly string[]): ColumnField | undefined {
  const known = words.map(spelledOut);
  const isOf = (heads: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    known.some((word) => heads.has(word)) && known.every((word) => heads.has(word) || others.has(word));
  if (isOf(ADDRESS_HEADS, ADDRESS_WORDS)) return 'advert_url';
  return isOf(TEXT_HEADS, TEXT_WORDS) ? 'full_description' : undefined;
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
    vehicle: 'veh vehicule',
    manufacturer: 'mfr mfg manuf manufacture manufactured',
    transmission: 'tran transm',
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
    'canonical final destination target public live direct exterior address',
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
