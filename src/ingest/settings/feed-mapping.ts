// An operator's settings for one feed, and its mapping. Parsing is strict, because a misspelt name would silently drop a column.
import { suggestNearest } from '../../vehicle/name-key.ts';
import { isObject, isTextList } from '../../json.ts';
import { Problem } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';
import { NEW_CHOICES, type NewChoice } from '../values/sale-status.ts';
import {
  type RecordField,
  COLUMN_FIELDS,
  COLUMN_UNITS,
  isUnitField,
  OWN_FIELDS,
  SCALED_FIELDS,
  type ColumnField,
  type ColumnUnit,
  type UnitField,
} from '../tables/feed-fields.ts';
import { templateFault } from './templates.ts';
import type { ListingChoices } from '../values/read-listing.ts';
import { VAT_CHOICES, type VatChoice } from '../values/price.ts';
import { layoutNames, type LayoutName } from '../tables/column-table.ts';
import { FEED_ENCODINGS, type FeedEncoding } from '../read/decode.ts';
import { FEED_FORMATS, type FeedFormat } from '../read/feed-format.ts';
import type { GivenFlags } from './next-step.ts';

/**
 * An operator's settings for a feed, from flags or the list of feeds. They are checked when they are parsed. A mapping may make
 * the same choices.
 */
export interface FeedSettings extends Omit<ListingChoices, 'site'> {
  /** Default: detected from the first character. */
  readonly format?: FeedFormat;
  /** Default: detected from the bytes. */
  readonly encoding?: FeedEncoding;
  /** Default: the mapping's, or else detected from the column names. */
  readonly layout?: LayoutName;
  readonly mapping?: FeedMapping;
  /** The column names of a CSV feed without a header row; overrides the mapping's. */
  readonly columns?: readonly string[];
  readonly isConfigured?: boolean;
  readonly flags?: GivenFlags | undefined;
}

type Choices = Pick<FeedSettings, 'format' | 'layout' | 'encoding' | 'newVehicles' | 'vat'>;

/** The settings that are one of several words, by the name that the list of feeds, mappings and flags give them. */
const CHOICES: Readonly<Record<string, readonly [keyof Choices, () => readonly string[]]>> = {
  format: ['format', () => FEED_FORMATS],
  layout: ['layout', layoutNames],
  encoding: ['encoding', () => FEED_ENCODINGS],
  new: ['newVehicles', () => NEW_CHOICES],
  vat: ['vat', () => VAT_CHOICES],
};

/** The settings for which `read` returns one of their words. */
export function readChoices(
  read: (setting: string, words: readonly string[]) => string | undefined,
): Choices {
  const given = Object.entries(CHOICES).flatMap(([setting, [property, words]]) => {
    const word = read(setting, words());
    return word === undefined ? [] : [[property, word]];
  });
  // Safe: each is one of the words of its setting.
  return Object.fromEntries(given) as Choices;
}

export interface MappedColumn {
  readonly field: ColumnField;
  readonly unit?: ColumnUnit | undefined;
  /** What its plain numbers are multiplied with: 0.01 for pence. */
  readonly scale?: number | undefined;
  /** What its values are, for people, if they showed its field, rather than an operator. */
  readonly reason?: string;
  /** The name that it is read as, if values showed what it is: `feature.sunroof`. */
  readonly readAs?: string | undefined;
}

export interface FeedMapping {
  /** The columns, by name as written. Null excludes a column, and keeps it out of the report's ignored columns. */
  readonly columns: ReadonlyMap<string, MappedColumn | null>;
  readonly constants: ReadonlyMap<RecordField, string>;
  /** Texts with columns in braces, which replace a field's value. */
  readonly templates: ReadonlyMap<RecordField, string>;
  /** Units of numbers without one. */
  readonly units: ReadonlyMap<UnitField, ColumnUnit>;
  readonly layout?: LayoutName;
  /** Name of the XML elements that are records, or dotted path of the records in JSON. */
  readonly record?: string;
  readonly header?: readonly string[];
  readonly newVehicles?: NewChoice;
  readonly vat?: VatChoice;
  /** Whether the advert's host is the dealer of records without one. */
  readonly dealerFromAdvert: boolean;
}

const KEYS: readonly string[] = [
  ...['layout', 'columns', 'constants', 'templates', 'units'],
  ...['record', 'header', 'dealer_from', 'new', 'vat'],
];

/** The mapping in parsed JSON. Throws a Problem `invalid_configuration` that starts with `name` and lists all faults. */
export function parseMapping(json: unknown, name: string): FeedMapping {
  const faults: string[] = [];
  const parts = membersOf(json, 'a mapping', faults);
  for (const part of parts.keys()) {
    if (!KEYS.some((known) => known === part))
      faults.push(unknownName(part, 'is no part of a mapping', KEYS));
  }
  const columns = new Map<string, MappedColumn | null>();
  for (const [column, use] of membersOf(parts.get('columns'), 'columns', faults))
    columns.set(column, use === null ? null : mappedColumn(use, `columns, ${quoted(column)}`, faults));
  /** Texts for fields, of which `faultOf` says what is wrong. */
  const textsIn = (
    part: string,
    faultOf: (value: unknown) => string | undefined,
  ): Map<RecordField, string> => {
    const texts = new Map<RecordField, string>();
    for (const [field, value] of membersOf(parts.get(part), part, faults)) {
      const known = oneOf(field, OWN_FIELDS, part, faults);
      const fault = faultOf(value);
      if (fault === undefined) texts.set(known, String(value));
      else faults.push(`${part}, ${quoted(field)}, ${fault}`);
    }
    return texts;
  };
  const constants = textsIn('constants', (value) =>
    typeof value === 'string' || typeof value === 'number' ? undefined : 'must be a text or a number',
  );
  const templates = textsIn('templates', templateFault);
  const units = new Map<UnitField, ColumnUnit>();
  for (const [field, unit] of membersOf(parts.get('units'), 'units', faults)) {
    const known = oneOf(field, Object.keys(COLUMN_UNITS), 'units', faults);
    if (isUnitField(known))
      units.set(known, oneOf(unit, COLUMN_UNITS[known], `units, ${quoted(field)}`, faults));
  }
  const record = parts.get('record');
  if (record !== undefined && (typeof record !== 'string' || record.trim() === '')) {
    faults.push('record must be the name of an XML element, or a dotted path of JSON');
  }
  const header = parts.get('header');
  if (header !== undefined && !isTextList(header)) faults.push('header must be a list of column names');
  const dealerFrom = parts.get('dealer_from');
  if (dealerFrom !== undefined) oneOf(dealerFrom, ['advert_url'], 'dealer_from', faults);
  const mapping: FeedMapping = {
    columns,
    constants,
    templates,
    units,
    ...readChoices((setting, words) => {
      const word = parts.get(setting);
      return word === undefined || !KEYS.includes(setting) ? undefined : oneOf(word, words, setting, faults);
    }),
    ...(typeof record === 'string' && { record }),
    ...(isTextList(header) && { header }),
    dealerFromAdvert: dealerFrom === 'advert_url',
  };
  if (faults.length > 0) throw new Problem('invalid_configuration', `${name}: ${faults.join('; ')}.`);
  return mapping;
}

function mappedColumn(use: unknown, where: string, faults: string[]): MappedColumn {
  if (typeof use !== 'object') return { field: oneOf(use, COLUMN_FIELDS, where, faults) };
  const { field: named, unit, scale, ...others } = Object.fromEntries(membersOf(use, where, faults));
  const field = oneOf(named, COLUMN_FIELDS, where, faults);
  for (const part of Object.keys(others))
    faults.push(`${where}: ${unknownName(part, 'is no part of a column', ['field', 'unit', 'scale'])}`);
  const isNumber = typeof scale === 'number' && scale > 0 && SCALED_FIELDS.includes(field);
  if (scale !== undefined && !isNumber)
    faults.push(`${where}: scale must be a number above 0, for ${SCALED_FIELDS.join(', ')}`);
  const units: readonly ColumnUnit[] = isUnitField(field) ? COLUMN_UNITS[field] : [];
  return {
    field,
    ...(unit !== undefined && { unit: oneOf(unit, units, `${where}: unit`, faults) }),
    ...(isNumber && { scale }),
  };
}

export function withAdvertUrl(
  mapping: FeedMapping | undefined,
  template: string | undefined,
): FeedMapping | undefined {
  if (template === undefined) return mapping;
  const base = mapping ?? parseMapping({}, 'no mapping');
  return { ...base, templates: new Map([...base.templates, ['advert_url', template]]) };
}

/** The members of an object; none if the value is absent or, with a fault, not an object. */
function membersOf(value: unknown, what: string, faults: string[]): ReadonlyMap<string, unknown> {
  if (value === undefined && what !== 'a mapping') return new Map();
  if (isObject(value)) return new Map(Object.entries(value));
  faults.push(`${what} must be a JSON object`);
  return new Map();
}

/** The value, if it is one of `known`; else adds a fault and returns it unchecked, for a mapping that is then discarded. */
function oneOf<Known extends string>(
  value: unknown,
  known: readonly Known[],
  where: string,
  faults: string[],
): Known {
  const found = known.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  if (typeof value === 'string' && known.length > 12) {
    faults.push(`${where}: ${unknownName(value, 'is no field', known, FIELD_LIST)}`);
  } else {
    faults.push(
      `${where} must be one of ${known.join(', ')}${typeof value === 'string' ? ` (got ${quoted(value)})` : ''}`,
    );
  }
  return value as Known;
}

const FIELD_LIST = 'docs/feeds.md#fields-of-a-mapping lists them';

/** `list`: where all known names are. Default: here. */
function unknownName(name: string, what: string, known: readonly string[], list = known.join(', ')): string {
  const meant = name.length > 40 ? undefined : suggestNearest(name, known);
  return `${quoted(name)} ${what}: ${meant === undefined ? list : `did you mean ${meant}?`}`;
}
