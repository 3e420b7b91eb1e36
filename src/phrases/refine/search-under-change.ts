// The search that a phrase changes, as text: as its client has it, with the client's own spelling of names, and while it is changed, with
// the words that asked for each change.
import type { Span } from '../query-builder.ts';
import { PARAMETER_NAMES, type ParameterName, isParameterName } from '../../listing/parameters.ts';
import { sentenceOf } from './change-sentences.ts';
import { VALUE_FIELDS } from '../../listing/filtered-fields.ts';
import type { ParameterPairs } from '../../listing/parse-query.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import { formatValues, splitValues } from '../../listing/values.ts';
import { textOf, unitsOf, withoutUnits, type SearchWords, type ValueList } from './search-words.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';

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

interface Draft extends Span {
  readonly operation: ChangeOperation;
  readonly before: string | undefined;
  readonly reason: string | undefined;
}

export class SearchUnderChange {
  readonly #values: Map<ParameterName, string>;
  readonly #drafts = new Map<ParameterName, Draft>();

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
  values(name: ParameterName): ValueList {
    return splitValues(this.#values.get(name) ?? '');
  }

  number(name: ParameterName): number | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : Number(value);
  }

  /** Undefined removes it. `reason` follows the change in its sentence. Later changes of a parameter count, with the first value before. */
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
      ...pick(words),
      operation,
      reason,
      before: earlier === undefined ? before : earlier.before,
    });
  }

  setValues(
    operation: ChangeOperation,
    name: ParameterName,
    values: ValueList,
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

  /** In the order of parameters. A new search begins at its first page, which is no change worth a sentence. */
  changes(): ParameterChange[] {
    return PARAMETER_NAMES.flatMap((parameter): ParameterChange[] => {
      const draft = this.#drafts.get(parameter);
      const after = this.#values.get(parameter) ?? null;
      if (draft === undefined || (draft.before ?? null) === after) return [];
      const { reason, ...rest } = draft;
      const change = { ...rest, parameter, before: draft.before ?? null, after };
      return [{ ...change, sentence: sentenceOf(change, reason) }];
    });
  }
}

function pick({ words, start, end }: Span): Span {
  return { words, start, end };
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
