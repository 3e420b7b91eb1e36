// Second step of mapping: gives a reader's records Forecourt's field names, by LayoutFinder's layout. Does not validate values.
import { parseUrl } from '../../listing/domain-name.ts';
import {
  combineColumns,
  firstValue,
  takesOneValue,
  type SourceValue,
  type RecordValues,
} from './combine-columns.ts';
import { compareColumns, type ResolvedColumn } from './column-resolver.ts';
import { settleAmbiguous } from './ambiguous-columns.ts';
import { withoutEnumType } from './enum-values.ts';
import { type FeedLayout, isOwnRecord } from './feed-layout.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { rejection, type MappedRecord, type Rejection } from '../values/record-result.ts';
import { MappingPlans, type PlannedRecord, valueOfKind } from './mapping-plan.ts';
import type { RawRecord } from '../read/feed-record.ts';
import { unsaid, type Stated } from '../read/beside/stated-for-all.ts';
import { sayFacts, whyNoVehicle } from './no-vehicle.ts';
import { overriddenColumns, unusedValues } from './without-effect.ts';
import { isObject } from '../../json.ts';
import { type ColumnField, ID_FIELDS } from '../tables/feed-fields.ts';
import {
  fillTemplate,
  mayHaveMacros,
  placeholderKey,
  placeholdersOf,
  withoutMacros,
} from '../settings/templates.ts';
import { isEmptyValue, sample } from '../values/text.ts';
import { htmlToText } from '../values/html-to-text.ts';
import { isIn, isRecordAddress, pathOfPage, vehicleIdOf } from '../values/url.ts';
import { pageBelow } from '../values/stated-root.ts';
import { parsePostalAddress } from '../values/postal-address.ts';

const BESIDE = { name: '(the text beside the records)', shown: '(the text beside the records)' };
const OF_NO_COLUMN = { order: 0, behind: 0, number: 0, by: 'name' } as const;
/** Bounds the keys against feeds with countless column names. */
const MAX_KEYS = 10_000;
/** Columns whose addresses are to be filled from the record: `link_template`. */
const TEMPLATE = /template/i;

export class RecordMapper {
  readonly #settings: FeedSettings;
  readonly #layout: FeedLayout;
  readonly #plans: MappingPlans;
  readonly #stated: Stated;
  readonly #keys = new Map<string, string>();

  /** `stated`: the facts that the feed states for all records. */
  constructor(layout: FeedLayout, settings: FeedSettings, stated: Stated = {}) {
    this.#layout = layout;
    this.#stated = stated;
    this.#settings = settings;
    this.#plans = new MappingPlans(layout.resolver);
  }

  map({ line, value, status }: RawRecord): MappedRecord | Rejection {
    if (!isObject(value))
      return rejection(line, 'not_an_object', `a record must be an object (got ${sample(value)})`);
    const isOwn = status === undefined && this.#layout.keepsOwn && isOwnRecord(value);
    return isOwn ? { kind: 'mapped', line, values: value } : this.#mapColumns(line, value, status);
  }

  #mapColumns(line: number, record: object, status: string | undefined): MappedRecord {
    const { mapping, dealer } = this.#settings;
    const planned = this.#plans.read(record);
    const sources = sourcesOf(planned, this.#layout);
    let ignoredColumns = planned.plan.unknown;
    const unread = settleAmbiguous(sources);
    const [idColumn] = ID_FIELDS.flatMap((field) => sources.get(field)?.[0]?.name ?? []);
    const overridden = overriddenColumns(sources);
    const unused = [...unread, ...unusedValues(sources)];
    const { names, columns } = planned.plan;
    for (const [field, value] of unsaid(this.#stated, names, columns, planned.values))
      sources.set(field, [{ ...BESIDE, column: { ...OF_NO_COLUMN, field }, value }]);
    const origins = new Map<string, string>();
    const values = combineColumns(sources, planned, origins);
    if (status !== undefined) values.status = [values.status ?? [], status].flat();
    const [address] = sources.get('address') ?? [];
    if (address !== undefined && !isAddressUsed(address.value, values))
      ignoredColumns = [...ignoredColumns, address.shown];
    for (const [field, constant] of mapping?.constants ?? []) {
      if (values[field] === undefined) origins.delete(field);
      values[field] ??= constant;
    }
    for (const field of mapping?.templates.keys() ?? []) origins.delete(field);
    const page = this.#addressOf(values, sources.get('advert_url') ?? [], planned);
    values.advert_url = pageBelow(page, this.#stated.pages);
    const unfilled = this.#fillTemplates(values, planned);
    if (mapping?.dealerFromAdvert === true && values.dealer === undefined) {
      values.dealer = parseUrl(String(values.advert_url))?.hostname;
      const advertOrigin = origins.get('advert_url');
      if (advertOrigin !== undefined) origins.set('dealer', advertOrigin);
    }
    // A name instead of a domain: the record is rejected with it, unless the settings know the dealer.
    if (dealer === undefined) values.dealer ??= firstValue(sources.get('dealer')?.[0]?.value);
    const mustHaveId = this.#layout.isTable && columns.some((column) => column?.field === 'id');
    if (values.id === undefined && !mustHaveId) {
      const [source, id] =
        vehicleIdOf(values) ??
        (this.#layout.lacksIds ? ['advert_url', pathOfPage(values.advert_url, dealer)] : []);
      values.id = id;
      const idOrigin = origins.get(source ?? '');
      if (idOrigin !== undefined) origins.set('id', idOrigin);
    }
    return {
      kind: 'mapped',
      line,
      values,
      origins,
      idColumn,
      unfilled,
      noVehicle: whyNoVehicle(sources, values, planned, this.#layout.hasFacts || sayFacts(planned.plan)),
      ignoredColumns: ignoredColumns.length > 0 ? ignoredColumns : undefined,
      overridden: overridden.length > 0 ? overridden : undefined,
      unused: unused.length > 0 ? unused : undefined,
    };
  }

  /** The record's first address that is more than a channel's macros, without these; a page's before a program's. */
  #addressOf(values: RecordValues, sources: readonly SourceValue[], { plan }: PlannedRecord): unknown {
    const { advert_url: address } = values;
    if (typeof address !== 'string') return address;
    const isColumn = (name: string): boolean =>
      !isEmptyValue(values[name.toLowerCase()]) ||
      plan.names.some((column) => this.#keyOf(column) === this.#keyOf(name));
    const addresses = sources.length === 0 ? [address] : sources.flatMap(({ value }) => value);
    // If the path of a page has the id, another column's name in its parameters is the channel's: `?store={store_code}`.
    const isId = (name: string): boolean =>
      isColumn(name) && this.#layout.resolver.resolve(name)?.field === 'id';
    const isTemplate = (one: string): boolean =>
      sources.some(({ name, value }) => TEMPLATE.test(name) && [value].flat().includes(one));
    const isPage = (one: unknown): boolean => typeof one === 'string' && !isRecordAddress(one);
    const pagesFirst =
      addresses.length === 1
        ? addresses
        : [...addresses.filter(isPage), ...addresses.filter((one) => !isPage(one))];
    for (const one of pagesFirst) {
      if (typeof one !== 'string') continue;
      if (!mayHaveMacros(one)) return one;
      const needsAll = isTemplate(one) || !isIn(one.replace(/\?.*/s, ''), values.id);
      const cleaned = withoutMacros(one, isColumn, needsAll ? isColumn : isId);
      if (cleaned !== undefined) return cleaned;
    }
    return address;
  }

  /** Fills the mapping's templates, and an address with placeholders; returns why one cannot be filled. */
  #fillTemplates(values: RecordValues, { plan, values: given }: PlannedRecord): string | undefined {
    const templates = new Map(this.#settings.mapping?.templates ?? []);
    const { advert_url: address } = values;
    if (typeof address === 'string' && !templates.has('advert_url') && placeholdersOf(address).length > 0)
      templates.set('advert_url', address);
    if (templates.size === 0) return undefined;
    const columns = new Map<string, unknown>();
    for (let i = given.length - 1; i >= 0; i--) columns.set(this.#keyOf(plan.names[i]), given[i]);
    const valueOf = (placeholder: string): string | undefined => {
      const value = columns.get(this.#keyOf(placeholder)) ?? values[placeholder.toLowerCase()];
      return isEmptyValue(value) ? undefined : String(firstValue(value)).trim();
    };
    for (const [field, template] of templates) {
      const filled = fillTemplate(template, field, valueOf);
      if ('missing' in filled) return filled.missing;
      values[field] = filled.text;
    }
    return undefined;
  }

  #keyOf(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = placeholderKey(name);
    if (this.#keys.size < MAX_KEYS) this.#keys.set(name, key);
    return key;
  }
}

/** The values of each field by column, the first to count first. Fields are in the order of the record. */
function sourcesOf(
  { plan: { names, shown, columns, kinds }, values }: PlannedRecord,
  { ticked, resolver }: FeedLayout,
): Map<ColumnField, SourceValue[]> {
  const sources = new Map<ColumnField, SourceValue[]>();
  const several = new Set<SourceValue[]>();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    if (column === undefined || column === null) continue;
    let value = isEmptyValue(values[i]) && ticked.has(names[i]) ? false : withoutMarkup(values[i], column);
    value = withoutEnumType(value, names[i], column.field);
    const kind = kinds.get(i);
    if (kind !== undefined && (takesOneValue(column.field) || column.field === 'currency')) {
      const named = { name: names[i], kindName: names[kind], field: column.field };
      value = valueOfKind(value, values[kind], named, (name) => resolver.resolve(name));
    }
    if (isEmptyValue(value)) continue;
    const source = { name: names[i], shown: shown[i], column, value };
    const others = sources.get(column.field);
    if (others === undefined) sources.set(column.field, [source]);
    else if (others.push(source) === 2) several.add(others);
  }
  for (const list of several) list.sort((a, b) => compareColumns(a.column, b.column));
  return sources;
}

/** Shops write HTML into any value. */
function withoutMarkup(value: unknown, { field }: ResolvedColumn): unknown {
  const isText =
    typeof value === 'string' &&
    value.length <= MAX_MARKUP_LENGTH &&
    MARKUP.test(value) &&
    !KEEPS_MARKUP.has(field);
  return isText ? htmlToText(value).trim() : value;
}

const MARKUP = /<|&(?:#[0-9]|[a-z])/i;
const MAX_MARKUP_LENGTH = 1000;
const KEEPS_MARKUP: ReadonlySet<ColumnField> = new Set([
  ...['full_description', 'specification', 'images', 'thumbnail', 'advert_url', 'keywords'],
]);

function isAddressUsed(value: unknown, { postcode, loc }: RecordValues): boolean {
  const address = parsePostalAddress(firstValue(value));
  return [address.postcode, address.town].some(
    (part) => part !== undefined && (part === postcode || part === loc),
  );
}
