// Parses UK postcodes by their spelling alone; whether one exists is for the gazetteer to say. A postcode has an outward part,
// the district, and an inward part: nothing for a district, one digit for a sector, a digit and two letters for a unit.

export interface Postcode {
  readonly kind: 'unit' | 'sector' | 'district' | 'area';
  /** The district, such as `SW1A`, or the letters of an area. Upper case. */
  readonly outward: string;
  /** `1AA` of a unit, `1` of a sector, else empty. Upper case. */
  readonly inward: string;
  /** The sector that the same characters spell if the district does not exist: `G2 2` for `G22`. */
  readonly orSector?: Postcode;
}

// Outward parts have one of six forms: A9, A99, A9A, AA9, AA99, AA9A.
const AREA = /^[A-Z]{1,2}$/;
const OUTWARD = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;
const INWARD = /^[0-9](?:[A-Z]{2})?$/;
const JOINED_UNIT = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$/;
const JOINED_SECTOR = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9])$/;

const MAX_LENGTH = 'SW1A1AA'.length;
/** One or two words. Spaces are `\s` and the invisible characters that text copied from web pages contains. */
const WORDS =
  /^[\s\u0085\u200b\u2060]*([a-z0-9]{1,7})(?:[\s\u0085\u200b\u2060]+([a-z0-9]{1,6}))?[\s\u0085\u200b\u2060]*$/i;

/** The postcode that a text spells, in any case, with any spaces around its two parts; undefined if it spells none. */
export function readPostcode(text: string): Postcode | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const [first, second] = parts;
  if (second !== '') {
    if (!OUTWARD.test(first) || !INWARD.test(second)) return undefined;
    return { kind: second.length === 1 ? 'sector' : 'unit', outward: first, inward: second };
  }
  const unit = JOINED_UNIT.exec(first);
  if (unit !== null) return { kind: 'unit', outward: unit[1], inward: unit[2] };
  const joined = JOINED_SECTOR.exec(first);
  const sector: Postcode | undefined =
    joined === null ? undefined : { kind: 'sector', outward: joined[1], inward: joined[2] };
  if (OUTWARD.test(first)) {
    const district = { kind: 'district', outward: first, inward: '' } as const;
    return sector === undefined ? district : { ...district, orSector: sector };
  }
  if (sector !== undefined) return sector;
  return AREA.test(first) ? { kind: 'area', outward: first, inward: '' } : undefined;
}

/** The canonical form: upper case, one space. */
export function formatPostcode({ outward, inward }: Postcode): string {
  return inward === '' ? outward : `${outward} ${inward}`;
}

// The one or two words of the text in upper case; undefined if there are none, more, or too long ones. Only ASCII is
// changed to upper case: some foreign letters would become English ones.
function partsOf(text: string): readonly [first: string, second: string] | undefined {
  const [, first = '', second = ''] = WORDS.exec(text) ?? [];
  const { length } = first + second;
  return length === 0 || length > MAX_LENGTH ? undefined : [first.toUpperCase(), second.toUpperCase()];
}
