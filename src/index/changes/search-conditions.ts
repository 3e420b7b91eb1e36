// The conditions of a search, by which thousands of searches are matched against the few listings that changed. Searches share
// them: many ask for the same makes, limits and words.
import type { RowFilters } from '../../engine/query/planner.ts';
import type {
  Choice,
  EngineQuery,
  KeywordFilterSpec,
  TermRequest,
  TextQuery,
  TextUnit,
} from '../../engine/schema.ts';
import { fnv1a } from '../../hash.ts';
import { BoundedMap, oncePerObject } from '../../memo.ts';
import type { AlikeSearch } from './stock-difference.ts';

/** Filters of rows, or a part of a text. */
export interface Condition {
  readonly filters?: Partial<RowFilters>;
  readonly text?: Partial<TextQuery>;
}

/** Maximum conditions that searches share. */
const MAX_SHARED = 2 ** 17;
/** Maximum characters of a shared condition's key. Hardly two searches share a longer one, and all would stay in memory. */
const MAX_KEY_LENGTH = 512;
const shared = new BoundedMap<string, Condition>(MAX_SHARED);

function sharedCondition(key: string, make: () => Condition): Condition {
  return key.length > MAX_KEY_LENGTH ? make() : shared.getOrMake(key, make);
}

/**
 * Groups of conditions: a listing that matches passes one of each group. The radius is not among them: few searches share one.
 */
function conditionsOf({ query, text }: AlikeSearch): (readonly Condition[])[] {
  const { values, ranges, cells } = query;
  return [
    ...values.map(valueConditions),
    ...ranges.flatMap(({ field, min, max }) => [
      ...(min === -Infinity ? [] : [range(field, min, Infinity)]),
      ...(max === Infinity && min !== -Infinity ? [] : [range(field, -Infinity, max)]),
    ]),
    ...(cells === undefined
      ? []
      : [[sharedCondition(`cells ${JSON.stringify(cells)}`, () => ({ filters: { cells } }))]]),
    ...(text === undefined ? [] : textConditions(text)),
  ];
}

function valueConditions({ field, terms, excluded }: KeywordFilterSpec): Condition[] {
  if (terms === undefined || excluded !== undefined) {
    const key = `${field} ${JSON.stringify([terms, excluded])}`;
    return [sharedCondition(key, () => ({ filters: { values: [{ field, terms, excluded }] } }))];
  }
  return terms.map((term) =>
    sharedCondition(`${field}=${typeof term === 'string' ? term : keyOfTerm(term).key}`, () => ({
      filters: { values: [{ field, terms: [term] }] },
    })),
  );
}

/** Cached, because engine-query.ts requests the same value with the same object. */
const keyOfTerm = oncePerObject((term: Exclude<TermRequest, string>) => ({ key: JSON.stringify(term) }));

function range(field: string, min: number, max: number): Condition[] {
  return [sharedCondition(`${field} ${min} ${max}`, () => ({ filters: { ranges: [{ field, min, max }] } }))];
}

function textConditions({ units, choices = [], excluded = [], isOpen }: TextQuery): Condition[][] {
  // A text without units matches nothing.
  if (units.length + choices.length === 0 && isOpen !== true) return [[]];
  const required = [...units.map((unit) => [[unit]]), ...choices];
  return [
    ...required.filter((choice) => !isSlow(choice)).map(alternatives),
    ...required.filter(isSlow).map(alternatives),
    ...excluded.map((group) => [
      sharedCondition(`not ${keyOfUnits(group)}`, () => ({ text: { excluded: [group], isOpen: true } })),
    ]),
  ];
}

/** Whether similar words are looked for: only if listings pass the other conditions. */
function isSlow(choice: Choice): boolean {
  return choice.some((units) => units.some(({ terms }) => terms.size === 0));
}

function alternatives(choice: Choice): Condition[] {
  return choice.map((units) => sharedCondition(`all ${keyOfUnits(units)}`, () => ({ text: { units } })));
}

function keyOfUnits(units: readonly TextUnit[]): string {
  const keys = units.map(({ terms, prefix, typo }) =>
    terms.size > 0 ? [...terms.keys()] : [prefix, typo?.word, 0],
  );
  return JSON.stringify(keys);
}

/** A search as it was read for a comparison, until a term on which the reading depends comes into the stock or leaves it. */
export class KeptReading {
  readonly groups: readonly (readonly Condition[])[];
  readonly radius: EngineQuery['radius'];
  readonly #terms: Uint16Array;
  readonly #log: ChangedTerms;
  readonly #sequence: number;

  constructor(alike: AlikeSearch, asked: ReadonlySet<string>, log: ChangedTerms) {
    this.groups = conditionsOf(alike);
    this.radius = alike.query.radius;
    this.#terms = Uint16Array.from(asked, hashOf);
    this.#log = log;
    this.#sequence = log.sequence;
  }

  /** Whether both states of the comparison that `log` noted last read the search like this. */
  isCurrent(log: ChangedTerms): boolean {
    return this.#log === log && log.isUnchanged(this.#terms, this.#sequence);
  }
}

const HASH_BITS = 16;

function hashOf(term: string): number {
  const hash = fnv1a(term);
  return (hash ^ (hash >>> HASH_BITS)) & 0xffff;
}

/** When terms last came into the stock or left it, over comparisons of which each begins where the last one ended. */
export class ChangedTerms {
  #sequence: number;
  readonly #changedAt = new Float64Array(2 ** HASH_BITS);
  #lastChange = 0;

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** The log after a comparison: a new one if there is a gap, or if it is not known which terms changed. */
  after(from: number, to: number, terms: Iterable<string> | undefined): ChangedTerms {
    if (from !== this.#sequence || terms === undefined) return new ChangedTerms(to);
    this.#sequence = to;
    for (const term of terms) this.#changedAt[hashOf(term)] = this.#lastChange = to;
    return this;
  }

  isUnchanged(hashes: Uint16Array, since: number): boolean {
    if (this.#lastChange <= since) return true;
    for (let i = 0; i < hashes.length; i++) if (this.#changedAt[hashes[i]] > since) return false;
    return true;
  }
}
