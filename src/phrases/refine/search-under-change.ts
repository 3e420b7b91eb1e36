// The search that a phrase changes, as text: as its client has it, with the client's own spelling of names, and while it is
// changed, with the words that asked for each change; and the changes in sentences for people: `Price at most £7,200, cheaper
// than the £8,000 before.`
import type { Span } from '../words/query-builder.ts';
import { PARAMETER_NAMES, type ParameterName, isParameterName } from '../../query/parameters.ts';
import { VALUE_FIELDS, RANGE_FIELDS, type SearchQuery, DISTANCE_BANDS_KM } from '../../query/search-query.ts';
import type { ParameterPairs } from '../../query/read-parameters.ts';
import { formatValues, splitValues, valuesInWords } from '../../query/parameter-text.ts';
import { trimWhiteSpace } from '../../quoted-text.ts';
import { textOf, unitsOf, withoutUnits, type SearchWords, type SearchedValues } from './search-words.ts';
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { SORT_ROWS } from '../../query/sorts.ts';

export const CHANGE_OPERATIONS = ['set', 'add', 'remove', 'tighten', 'loosen', 'exclude'] as const;

type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

/** Parameters by name, as text, all valid. */
export type SearchParameters = Readonly<Partial<Record<ParameterName, string>>>;

export interface ParameterChange extends Span {
  readonly operation: ChangeOperation;
  readonly parameter: ParameterName;
  /** The value before and after; null for none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly sentence: string;
}

interface ChangeDraft extends Span {
  readonly operation: ChangeOperation;
  readonly before: string | undefined;
  readonly reason: string | undefined;
}

export class SearchUnderChange {
  readonly #values: Map<ParameterName, string>;
  readonly #drafts = new Map<ParameterName, ChangeDraft>();

  constructor(current: SearchParameters) {
    this.#values = new Map(
      PARAMETER_NAMES.flatMap((name) => {
        const value = current[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  }

  get(name: ParameterName): string | undefined {
    return this.#values.get(name);
  }

  /** Its value before the phrase. */
  before(name: ParameterName): string | undefined {
    return this.#drafts.has(name) ? this.#drafts.get(name)?.before : this.get(name);
  }

  /** The values of a parameter that takes several. */
  values(name: ParameterName): SearchedValues {
    return splitValues(this.#values.get(name) ?? '');
  }

  number(name: ParameterName): number | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : Number(value);
  }

  /**
   * Undefined removes it. `reason` follows the change in its sentence. Later changes of a parameter count, with the first value
   * before.
   */
  change(
    operation: ChangeOperation,
    name: ParameterName,
    value: string | undefined,
    words: Span,
    reason?: string,
  ): void {
    const before = this.#values.get(name);
    if (before === value) return;
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
    const earlier = this.#drafts.get(name);
    this.#drafts.set(name, {
      words: words.words,
      start: words.start,
      end: words.end,
      operation,
      reason,
      before: earlier === undefined ? before : earlier.before,
    });
  }

  setValues(
    operation: ChangeOperation,
    name: ParameterName,
    values: SearchedValues,
    words: Span,
    reason?: string,
  ): void {
    const text = formatValues(values);
    this.change(text === '' ? 'remove' : operation, name, text === '' ? undefined : text, words, reason);
  }

  /** Removes the wanted words of the text for which `isGone` holds. */
  removeUnits(words: Span, isGone: (unit: SearchWords) => boolean): void {
    const units = unitsOf(this.get('q') ?? '');
    const kept = textOf(withoutUnits(units, isGone));
    if (kept !== textOf(units)) this.change('remove', 'q', kept === '' ? undefined : kept, words);
  }

  parameters(): SearchParameters {
    return Object.fromEntries(
      PARAMETER_NAMES.flatMap((name) => {
        const value = this.#values.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /**
   * In the order of parameters. A new search begins at its first page, so no sentence reports that. `nameOf` returns the name
   * of a location in sentences.
   */
  changes(nameOf = (location: string): string => location): ParameterChange[] {
    const named = (location: string | null): string | null => (location === null ? null : nameOf(location));
    return PARAMETER_NAMES.flatMap((parameter): ParameterChange[] => {
      const draft = this.#drafts.get(parameter);
      const after = this.#values.get(parameter) ?? null;
      if (draft === undefined || (draft.before ?? null) === after) return [];
      const { reason, ...rest } = draft;
      const change = { ...rest, parameter, before: draft.before ?? null, after };
      const worded =
        parameter === 'location'
          ? { ...change, before: named(change.before), after: named(change.after) }
          : change;
      return [{ ...change, sentence: sentenceOf(worded, reason) }];
    });
  }
}

const LISTS: ReadonlySet<string> = new Set(VALUE_FIELDS.map(({ filter }) => filter.parameter));

/** `query` is that of `pairs`. Repeated values of a list become one text; a place becomes its postcode. */
export function searchSoFar(pairs: ParameterPairs, query: SearchQuery): SearchParameters {
  const texts = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    if (!isParameterName(name) || text === '' || (name === 'page' && query.page === 1)) continue;
    const earlier = texts.get(name);
    if (earlier === undefined) texts.set(name, text);
    else if (LISTS.has(name)) texts.set(name, `${earlier},${text}`);
  }
  if (query.center !== undefined) texts.set('location', query.center.postcode);
  return Object.fromEntries(texts);
}

type ChangedValue = Pick<ParameterChange, 'operation' | 'parameter' | 'before' | 'after'>;

/** How a value is said: `Price at most £8,000`, `Gearbox: Automatic`. */
interface ParameterWording {
  readonly name: string;
  readonly limit?: string;
  readonly value: (text: string) => string;
}

const COUNT = new Intl.NumberFormat('en-GB');

const WORDINGS: ReadonlyMap<string, ParameterWording> = new Map<string, ParameterWording>([
  ...RANGE_FIELDS.flatMap(({ kind, words, filter }) => {
    // `Engine, litres`
    const [name] = filter.label.split(',');
    const isYear = kind === 'year';
    const value = (text: string): string =>
      isYear ? text : (words ?? '#').replace('#', COUNT.format(Number(text)));
    return [
      [filter.min.parameter, { name, limit: isYear ? 'from' : 'at least', value }],
      [filter.max.parameter, { name, limit: isYear ? 'up to' : 'at most', value }],
    ] as const;
  }),
  ...VALUE_FIELDS.map(
    ({ filter }) => [filter.parameter, { name: filter.label, value: valuesInWords }] as const,
  ),
  ['location', { name: 'Place', value: (text) => text }],
  ['distance', { name: 'Distance', value: radius }],
  ['sort', { name: 'Order', value: orderLabel }],
  ['page', { name: 'Page', value: (text) => text }],
]);

function sentenceOf(
  { operation, parameter, before, after }: ChangedValue,
  reason: string | undefined,
): string {
  const wording = WORDINGS.get(parameter);
  if (wording === undefined) return sentenceOfWords(unitsOf(before ?? ''), unitsOf(after ?? ''));
  const { name, limit, value } = wording;
  const worded = (text: string): string => `${limit === undefined ? '' : `${limit} `}${value(text)}`;
  const isMoved = operation === 'tighten' || operation === 'loosen';
  if (isMoved && before !== null && after !== null && reason !== undefined)
    return `${name} ${worded(after)}, ${reason} the ${value(before)} before.`;
  const end = reason === undefined ? '.' : `, ${reason}.`;
  if (after === null)
    return parameter === 'page'
      ? 'The first page.'
      : `Any ${lowerFirst(name)}, no longer ${worded(before ?? '')}${end}`;
  const now = `${name}${limit === undefined ? ':' : ''} ${worded(after)}`;
  if (before === null) return `${now}${end}`;
  return operation === 'add' || operation === 'exclude'
    ? `${now} (before: ${value(before)})${end}`
    : `${now}, instead of ${value(before)}${end}`;
}

/** `“blue”, instead of “red”` */
function sentenceOfWords(before: readonly SearchWords[], after: readonly SearchWords[]): string {
  const onlyIn = (units: readonly SearchWords[], others: readonly SearchWords[]): string =>
    units
      .filter(
        (unit) =>
          !others.some(({ text, isExcluded }) => text === unit.text && isExcluded === unit.isExcluded),
      )
      .map(({ text, isExcluded }) => `${isExcluded ? 'not ' : ''}“${text}”`)
      .join(', ');
  const [added, removed] = [onlyIn(after, before), onlyIn(before, after)];
  if (added === '') return `No longer in the advert: ${removed}.`;
  return `In the advert: ${added}${removed === '' ? '' : `, instead of ${removed}`}.`;
}

function radius(band: string): string {
  const km = DISTANCE_BANDS_KM[Number(band)];
  if (km === Infinity) return 'any';
  const distance = km / KM_PER_MILE;
  return `within ${distance < 10 ? String(Math.round(distance * 10) / 10) : String(Math.round(distance))} miles`;
}

function orderLabel(sort: string): string {
  return lowerFirst(SORT_ROWS.find(({ name }) => name === sort)?.label ?? sort);
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
