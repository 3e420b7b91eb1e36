// What the header of a table lacks: columns that every record needs, and those that templates name.
import { quoted } from '../../quoted-text.ts';
import { missingColumnsHint } from '../settings/next-step.ts';
import type { Delimiter } from '../read/feed-record.ts';
import { type ColumnField, ID_FIELDS } from '../tables/feed-fields.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { placeholderKey, placeholdersOf } from '../settings/templates.ts';

export interface TableHeader {
  readonly feed: string;
  readonly names: readonly string[];
  readonly fieldOf: (name: string) => ColumnField | undefined;
  readonly delimiter: Delimiter | undefined;
  readonly settings: FeedSettings;
  readonly isOwnLayout: boolean;
}

export interface HeaderFault {
  /** Continues `the header on line 1`, and says what to do. */
  readonly message: string;
  readonly missing: readonly RequiredField[];
}

type RequiredField = 'id' | 'dealer' | 'advert_url';

const LIST = new Intl.ListFormat('en-GB');

export function headerFault(header: TableHeader): HeaderFault | undefined {
  const { feed, names, delimiter, settings } = header;
  const fields = new Set(names.map(header.fieldOf));
  const placeholders = Array.from(settings.mapping?.templates.values() ?? []).flatMap(placeholdersOf);
  const keys = new Set(names.map(placeholderKey));
  const unknown = placeholders.find(
    (name) => !keys.has(placeholderKey(name)) && !fields.has(name.toLowerCase()),
  );
  if (unknown !== undefined) {
    const named = quoted(names.join(', '));
    return { message: `has no column {${unknown}} for a template. It names ${named}.`, missing: [] };
  }
  const missing = missingFields(header, fields);
  if (missing.length === 0) return undefined;
  const { dealer, isConfigured = false, flags } = settings;
  const got = `(got ${quoted(names.join(delimiter ?? ', ').toLowerCase())})`;
  const [idColumn] = ID_FIELDS.flatMap((field) => names.find((name) => header.fieldOf(name) === field) ?? []);
  const hint =
    names.length === 1
      ? 'The first row must name the columns, separated by commas, semicolons, tabs or pipes.'
      : missingColumnsHint(missing, { files: [feed], isConfigured, dealer, flags, idColumn });
  return { message: `lacks ${LIST.format(missing)} ${got}. ${hint}`, missing };
}

function missingFields(
  { names, settings: { mapping, dealer }, isOwnLayout }: TableHeader,
  fields: ReadonlySet<ColumnField | undefined>,
): RequiredField[] {
  const isGiven = (field: RequiredField): boolean =>
    fields.has(field) ||
    mapping?.constants.has(field) === true ||
    mapping?.templates.has(field) === true ||
    (field === 'id' && (fields.has('vin') || fields.has('registration'))) ||
    // Forecourt's own format, which names `advert_url` so, has ids.
    (field === 'id' && fields.has('advert_url') && !names.includes('advert_url'));
  const missing: RequiredField[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
  // A header of another layout may lack the dealer alone: records without one are then rejected one by one.
  const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
  const mustName = isOwnLayout || missing.length > 0;
  if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
  return missing;
}
