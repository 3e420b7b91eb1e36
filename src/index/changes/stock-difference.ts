// The few rows in which two states of the stock differ. If both states read the names and words of a search in the same way, the
// search finds the same rows in all other segments, so the engine compares only these rows to find its changes.
import { isDeepStrictEqual } from 'node:util';
import type { Steps } from '../../engine/time-slices.ts';
import { hasBit } from '../../engine/postings/bitmap.ts';
import type { EngineQuery, TextQuery, TextUnit } from '../../engine/schema.ts';
import type { FoundRow } from '../../engine/search.ts';
import { Snapshot, type SegmentReader } from '../../engine/segment/snapshot.ts';
import { splitListingKey } from '../../listing/codec.ts';
import type { ChangedKeys } from '../../stock/stock-changes.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import { areNamesFixed } from '../../stock/stock-names.ts';
import { toEngineQuery } from '../shared/engine-query.ts';
import { LISTING_SCHEMA, rowKey, type RowKey } from '../shared/listing-schema.ts';
import { liveNames } from '../state/live-names.ts';
import type { PastState } from './past-state.ts';
import { keysOfRow } from '../shared/search-keys.ts';

/** Maximum changed listings with keys. Beyond it every search is tried, because such a change concerns most of them. */
const MAX_KEYED = 20_000;
/** Maximum words of a compared dictionary. Beyond it any word may be one that only one state has. */
const MAX_WORDS = 200_000;
const ITEMS_PER_STEP = 64;

/** Terms that no text has, for readings that depend on all words with a beginning, or on the names in the stock. */
const ANY_WORD = ' ';
const ANY_NAME = '  ';

interface ComparedState {
  readonly whole: Snapshot;
  /** The segments that the other snapshot lacks, or has with other live rows. */
  readonly parts: Snapshot;
}

/** A search that both states read in the same way. */
export interface AlikeSearch {
  readonly query: EngineQuery;
  /** The reading of its text, without alternatives that no live row needs. */
  readonly text: TextQuery | undefined;
}

export class StockDifference {
  readonly before: ComparedState;
  readonly after: ComparedState;
  readonly changed: ChangedKeys;
  /** The rows of the changed listings; empty if too many listings changed. */
  readonly rows: { readonly before: readonly FoundRow[]; readonly after: readonly FoundRow[] };

  /** Words and tags that only one of the states has; undefined if they are unknown. */
  readonly #otherWords: ReadonlySet<string> | undefined;

  private constructor(
    { before, after, changed, rows }: Pick<StockDifference, 'before' | 'after' | 'changed' | 'rows'>,
    otherWords: ReadonlySet<string> | undefined,
  ) {
    this.before = before;
    this.after = after;
    this.changed = changed;
    this.rows = rows;
    this.#otherWords = otherWords;
  }

  /** The difference between a state and itself. */
  static none(whole: Snapshot): StockDifference {
    const side = { whole, parts: Snapshot.empty };
    const changed = { keys: new Set<string>(), hasOtherWords: false, hasOtherNames: false };
    return new StockDifference(
      { before: side, after: side, changed, rows: { before: [], after: [] } },
      new Set(),
    );
  }

  static *between(earlier: PastState, later: PastState): Steps<StockDifference> {
    const before = sideOf(earlier.snapshot, later.snapshot);
    const after = sideOf(later.snapshot, earlier.snapshot);
    const isKeyed = earlier.since.size <= MAX_KEYED;
    const changedKeys = isKeyed
      ? Array.from(earlier.since.keys(), (key) => rowKey(splitListingKey(key)))
      : [];
    const rows = { before: changedRows(before, changedKeys), after: changedRows(after, changedKeys) };
    const keys = new Set<string>();
    for (const [i, { segment, row }] of [...rows.before, ...rows.after].entries()) {
      for (const key of keysOfRow(segment, row)) keys.add(key);
      if (i % ITEMS_PER_STEP === 0) yield;
    }
    const hasOtherNames =
      !isKeyed || (yield* hasNewNames(rows.after, before)) || (yield* hasNewNames(rows.before, after));
    const otherWords = new Set<string>();
    const areKnown =
      (yield* addNewWords(otherWords, after, before)) && (yield* addNewWords(otherWords, before, after));
    const hasOtherWords = !areKnown || otherWords.size > 0;
    const changed = { keys: isKeyed ? keys : undefined, hasOtherWords, hasOtherNames };
    return new StockDifference({ before, after, changed, rows }, areKnown ? otherWords : undefined);
  }

  /** Words and tags that may be live in only one of the states, ANY_WORD and ANY_NAME included; undefined if they are unknown. */
  get otherTerms(): Iterable<string> | undefined {
    const { hasOtherNames, hasOtherWords } = this.changed;
    const others = this.#otherWords;
    return others && [...others, ...(hasOtherWords ? [ANY_WORD] : []), ...(hasOtherNames ? [ANY_NAME] : [])];
  }

  /**
   * The search as both states read it; undefined if they may read it differently. Adds to `asked` the terms on which the reading
   * depends.
   */
  readAlike(query: SearchQuery, asked?: Set<string>): AlikeSearch | undefined {
    const named = this.#readNames(query);
    if (named === undefined) return undefined;
    if (!areNamesFixed(query)) asked?.add(ANY_NAME);
    const text = named.q === undefined ? undefined : this.#readText(named.q, asked);
    return named.q !== undefined && text === undefined ? undefined : { query: toEngineQuery(named), text };
  }

  #readNames(query: SearchQuery): SearchQuery | undefined {
    if (areNamesFixed(query)) return query;
    const read = liveNames(this.after.whole).correct(query).query;
    const isAlike =
      !this.changed.hasOtherNames ||
      isDeepStrictEqual(liveNames(this.before.whole).correct(query).query, read);
    return isAlike ? read : undefined;
  }

  #readText(q: string, asked?: Set<string>): TextQuery | undefined {
    const { before, after } = this;
    const others = this.#otherWords;
    let isAlike = true;
    const read = LISTING_SCHEMA.readText(q, (term) => {
      asked?.add(term);
      const isLive = after.whole.isLive(term);
      isAlike &&= others === undefined ? before.whole.isLive(term) === isLive : !others.has(term);
      return isLive;
    });
    // The one reading that the whole state needs: its parts alone might choose another, if no row of theirs has the first.
    const only = ({ terms, prefix, typo }: TextUnit): TextUnit => {
      if (terms.size > 0) return { terms };
      if (prefix !== undefined) asked?.add(ANY_WORD);
      const isCompleted = prefix !== undefined && after.whole.isBeginning(prefix);
      isAlike &&= prefix === undefined || before.whole.isBeginning(prefix) === isCompleted;
      return isCompleted ? { terms, prefix } : { terms, typo };
    };
    const { units, choices } = read;
    const alike = {
      ...read,
      units: units.map(only),
      ...(choices && {
        choices: choices.map((choice) => choice.map((alternative) => alternative.map(only))),
      }),
    };
    return isAlike ? alike : undefined;
  }
}

function sideOf(whole: Snapshot, other: Snapshot): ComparedState {
  const isShared = ({ segment, liveRows }: SegmentReader): boolean =>
    other.segments.some((reader) => reader.segment === segment && reader.liveRows === liveRows);
  return { whole, parts: Snapshot.fromSegments(whole.segments.filter((reader) => !isShared(reader))) };
}

function changedRows({ parts }: ComparedState, keys: readonly RowKey[]): FoundRow[] {
  return parts.segments.flatMap(({ segment, liveRows }) =>
    Array.from(segment.keys.findRows(keys), (row) => ({ segment, row })).filter(
      ({ row }) => liveRows === null || hasBit(liveRows, row),
    ),
  );
}

/** Whether any of the rows has a make or title that no live row of the other side has. */
function* hasNewNames(rows: readonly FoundRow[], other: ComparedState): Steps<boolean> {
  for (const name of ['make', 'model'] as const) {
    const values = new Set(rows.map(({ segment, row }) => segment.labels(name).valueAt(row)));
    for (const value of values) {
      if (value !== null && !hasValue(other.whole, name, value)) return true;
      yield;
    }
  }
  return false;
}

function hasValue({ segments }: Snapshot, field: string, value: string): boolean {
  const term = LISTING_SCHEMA.values
    .find(({ name }) => name === field)
    ?.termsOf(value)
    .at(-1);
  return (
    term !== undefined &&
    segments.some(({ segment, liveRows }) => {
      const column = segment.values(field);
      return Array.from(column.ordinalsOfAny([term])).some(
        (ordinal) =>
          column.valueOf(ordinal) === value &&
          (liveRows === null || column.postings(ordinal).some((row) => hasBit(liveRows, row))),
      );
    })
  );
}

/** Adds the words and tags of the side's parts that are live on this side alone. False if there are too many to compare. */
function* addNewWords(words: Set<string>, side: ComparedState, other: ComparedState): Steps<boolean> {
  for (const { segment } of side.parts.segments) {
    const [first, end] = segment.text.findPrefix('');
    if (end - first > MAX_WORDS) return false;
    for (let term = first; term < end; term++) {
      const word = segment.text.word(term);
      if (!other.whole.isLive(word) && side.whole.isLive(word)) words.add(word);
      if (term % ITEMS_PER_STEP === 0) yield;
    }
  }
  return true;
}
