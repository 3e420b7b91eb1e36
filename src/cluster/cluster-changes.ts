// The changes of a search between two states of a cluster. Each state reads the search for itself (past-states.ts). Documents
// that only one state finds are the difference; a document that both find is the same unchanged listing. If both states read the
// search alike, only documents that began or ended between them are searched.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BoundedMap } from '../memo.ts';
import { changeOf, KeptDifferences, shownPart } from '../index/shared/listing-changes.ts';
import { keysOfListing } from '../index/shared/search-keys.ts';
import { advertUrlOfRecord, arrivalOfRecord, decodeRecord } from '../listing/codec.ts';
import { listingKey } from '../listing/listing.ts';
import type {
  ChangedKeys,
  ChangesPage,
  ChangesSpan,
  ExportedHit,
  ListingChange,
  SequenceAtTime,
} from '../stock/stock-changes.ts';
import type { Correction, SearchQuery } from '../query/search-query.ts';
import { findCorrections } from '../stock/stock-names.ts';
import {
  changeDocumentId,
  documentId,
  exportedHit,
  sourceOf,
  type SourceListing,
} from './listing-document.ts';
import { readSearch, StateView, validAt, type ReadingContext } from './past-states.ts';
import type { PointInTime, SortValue } from './point-in-time.ts';
import { boolFilter, type QueryDsl } from './query-dsl.ts';

/** Listings read at once. */
const BATCH_SIZE = 1000;
/** Maximum changed listings with keys. Beyond it every search is tried, because keys would rule out few. */
const MAX_KEYED = 20_000;
/** Sorts after all sequences. The cluster's own value for a missing number is too large for JavaScript. */
const NOT_ENDED = Number.MAX_SAFE_INTEGER;

/** The order of keys, for queries that match at most one document for each. */
const BY_KEY: readonly QueryDsl[] = [{ key: { order: 'asc' } }];

/** A listing in one state of a difference. */
interface Side {
  readonly documentId: string;
  /** Equal for listings that responses show alike. */
  readonly shown: string;
}

/** A listing that the states show differently. At least one of them finds it. */
interface Difference {
  readonly dealer: string;
  readonly advertUrl: string;
  before: Side | undefined;
  after: Side | undefined;
}

/** Maximum earlier states cached, with what is known of their words. */
const MAX_PAST = 8;

export class ClusterChanges {
  /** Searches the past too. */
  readonly #history: PointInTime;
  readonly #current: ReadingContext;
  readonly #contextOf: (view: StateView) => ReadingContext;
  readonly #past = new BoundedMap<number, ReadingContext>(MAX_PAST);
  readonly #kept = new KeptDifferences<Difference>();

  constructor(history: PointInTime, current: ReadingContext, contextOf: (view: StateView) => ReadingContext) {
    this.#history = history;
    this.#current = current;
    this.#contextOf = contextOf;
  }

  get #sequence(): number {
    return this.#history.published.state.sequence;
  }

  async find(query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'> {
    const { from, to = this.#sequence, position, limit } = span;
    if (from > to || !this.#isKnown(from) || !this.#isKnown(to)) return 'too_old';
    const name = KeptDifferences.nameOf(query, from, to);
    const all = await (this.#kept.get(name) ?? this.#kept.keep(name, this.#differences(query, from, to)));
    const changes = await this.#read(all.slice(position, position + limit), query, from, to);
    return { to, total: all.length, changes };
  }

  /** Implements HeldStock. */
  findCorrections(query: SearchQuery, sequence: number): Promise<readonly Correction[]> {
    const { names, words } = this.#contextAt(this.#isKnown(sequence) ? sequence : this.#sequence);
    return findCorrections(query, { names, correctWords: (q) => words.findCorrections(q) });
  }

  /** Implements HeldStock. */
  async compareSince(from: number): Promise<ChangedKeys | 'too_old'> {
    if (!this.#isKnown(from)) return 'too_old';
    // The cluster does not tell which words or names came or left, so some may have.
    const unknown = { keys: undefined, hasOtherWords: true, hasOtherNames: true };
    const keys = new Set<string>();
    let listings = 0;
    for (const changed of this.#changedBetween(from, this.#sequence)) {
      const filter = boolFilter(changed);
      if ((listings += await this.#history.count(filter)) > MAX_KEYED) return unknown;
      for await (const { source } of this.#documents(filter, BY_KEY)) {
        const listing = decodeRecord(listingKey(source), source.record);
        if (listing === undefined)
          throw new Error(`a document of the listing '${listingKey(source)}' cannot be read`);
        for (const key of keysOfListing(listing, source.point)) keys.add(key);
      }
    }
    return { ...unknown, keys };
  }

  /** Implements HeldStock. */
  async sequenceAt(time: number): Promise<SequenceAtTime> {
    const { floor } = this.#history.published.state;
    const known: QueryDsl = { range: { until: { gte: floor, lte: this.#sequence } } };
    const last = await this.#end(boolFilter([known, { range: { untilTime: { lte: time } } }]), 'desc');
    if (last !== undefined) return { sequence: last.sequence };
    if (floor === 0) return { sequence: 0 };
    const first = await this.#end(known, 'asc');
    return { knownSince: first?.time };
  }

  #isKnown(sequence: number): boolean {
    return sequence >= this.#history.published.state.floor && sequence <= this.#sequence;
  }

  /** Filters for the documents of the earlier state that the later one lacks, and the other way round. */
  #changedBetween(from: number, to: number): readonly [QueryDsl[], QueryDsl[]] {
    return [
      [validAt(from, this.#sequence), { range: { until: { lte: to } } }],
      [validAt(to, this.#sequence), { range: { sequence: { gt: from } } }],
    ];
  }

  /** The differences of a search, in the order of dealers and adverts, each listing once. */
  async #differences(query: SearchQuery, from: number, to: number): Promise<readonly Difference[]> {
    if (from === to) return [];
    const [earlier, later] = await Promise.all(
      [from, to].map((at) => readSearch(query, this.#contextAt(at))),
    );
    const sides = isDeepStrictEqual(earlier, later)
      ? this.#changedBetween(from, to).map((changed) => boolFilter([later, ...changed]))
      : onlyInOne([
          boolFilter([earlier, validAt(from, this.#sequence)]),
          boolFilter([later, validAt(to, this.#sequence)]),
        ]);
    const found = new Map<string, Difference>();
    for (const [i, filter] of sides.entries()) {
      for await (const { documentId, source } of this.#documents(filter, BY_KEY)) {
        const { dealer, record } = source;
        const advertUrl = advertUrlOfRecord(Buffer.from(record));
        const name = `${dealer} ${advertUrl}`;
        const entry = found.get(name) ?? { dealer, advertUrl, before: undefined, after: undefined };
        entry[i === 0 ? 'before' : 'after'] = { documentId, shown: shownDigest(exportedHit(source, query)) };
        found.set(name, entry);
      }
    }
    return Array.from(found)
      .filter(([, { before, after }]) => before?.shown !== after?.shown)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, difference]) => difference);
  }

  #contextAt(sequence: number): ReadingContext {
    if (sequence === this.#sequence) return this.#current;
    return this.#past.getOrMake(sequence, () => this.#contextOf(new StateView(this.#history, sequence)));
  }

  /** The documents that match a query, in a total order. */
  async *#documents(
    query: QueryDsl,
    sort: readonly QueryDsl[],
  ): AsyncGenerator<{ readonly documentId: string; readonly source: SourceListing }> {
    for (let after: readonly SortValue[] | undefined; ;) {
      const { hits } = await this.#history.search<SourceListing>({
        query,
        sort,
        size: BATCH_SIZE,
        track_total_hits: false,
        ...(after !== undefined && { search_after: after }),
      });
      for (const hit of hits.hits) yield { documentId: hit._id, source: sourceOf(hit) };
      if (hits.hits.length < BATCH_SIZE) return;
      after = hits.hits.at(-1)?.sort;
    }
  }

  async #read(
    differences: readonly Difference[],
    query: SearchQuery,
    from: number,
    to: number,
  ): Promise<ListingChange[]> {
    if (differences.length === 0) return [];
    const ids = differences.flatMap(({ before, after }) =>
      [before, after].flatMap((side) => side?.documentId ?? []),
    );
    const { hits } = await this.#history.search<SourceListing>({
      query: { ids: { values: ids } },
      size: ids.length,
      track_total_hits: false,
    });
    const sources = new Map(hits.hits.map((hit) => [hit._id, sourceOf(hit)]));
    const find = (side: Side | undefined): SourceListing | undefined => side && sources.get(side.documentId);
    const left = differences.flatMap(({ before, after }) =>
      after === undefined ? (find(before) ?? []) : [],
    );
    const stateTime = await this.timeOf(to);
    const leftAt = await this.#timesOfLast(left, to);
    return differences.map(({ dealer, advertUrl, ...sides }) => {
      const [before, after] = [find(sides.before), find(sides.after)];
      const id = before && documentId(before);
      // The time of an unchanged listing is that of the later state, whose other listings made the search read differently.
      const at =
        after === undefined
          ? (leftAt.get(id ?? '') ?? stateTime)
          : after.sequence > from
            ? after.changedAt
            : stateTime;
      return changeOf(
        { dealer, advertUrl, at },
        before && exportedHit(before, query),
        after && exportedHit(after, query),
      );
    });
  }

  /**
   * Times of the last change, up to `to`, of listings that ended by `to`: into another version, or by leaving the stock. By the
   * id of the listing's current document.
   */
  async #timesOfLast(listings: readonly SourceListing[], to: number): Promise<ReadonlyMap<string, number>> {
    const times = new Map<string, number>();
    const ended = listings.filter(({ until }) => until !== undefined && until.sequence <= to).map(documentId);
    if (ended.length === 0) return times;
    const versions = boolFilter([
      {
        bool: {
          should: [{ ids: { values: ended } }, { terms: { listing: ended } }],
          minimum_should_match: 1,
        },
      },
      { range: { sequence: { lte: to } } },
    ]);
    // Sorted so that the last version of each listing comes first: there may be many earlier ones.
    const lastFirst = [{ until: { order: 'desc', missing: NOT_ENDED } }, ...BY_KEY];
    for await (const { source } of this.#documents(versions, lastFirst)) {
      const { until, changedAt, ...current } = source;
      const id = documentId(current);
      const isValid = until === undefined || until.sequence > to;
      if (!times.has(id)) times.set(id, isValid ? changedAt : until.time);
      if (times.size === ended.length) break;
    }
    return times;
  }

  /** Implements HeldStock. */
  async timeOf(sequence: number): Promise<number> {
    const { state } = this.#history.published;
    if (sequence === state.sequence) return state.changedAt;
    const end = await this.#end({ ids: { values: [changeDocumentId(sequence)] } }, 'asc');
    return end?.time ?? 0;
  }

  /** Sequence and time of the first change of a query, or of the last one. */
  async #end(
    query: QueryDsl,
    order: 'asc' | 'desc',
  ): Promise<{ readonly sequence: number; readonly time: number } | undefined> {
    const { hits } = await this.#history.search({
      query,
      sort: [{ until: { order } }, { untilTime: { order } }],
      size: 1,
      _source: false,
      track_total_hits: false,
    });
    const sort = hits.hits.at(0)?.sort;
    return sort && { sequence: Number(sort[0]), time: Number(sort[1]) };
  }
}

/** For each of two queries, a query for the documents that only it finds. */
function onlyInOne([one, other]: readonly [QueryDsl, QueryDsl]): QueryDsl[] {
  return [{ bool: { filter: [one], must_not: [other] } }, { bool: { filter: [other], must_not: [one] } }];
}

function shownDigest({ record, distanceKm }: ExportedHit): string {
  const rest = `${arrivalOfRecord(record)} ${distanceKm} `;
  return hash('sha256', Buffer.concat([Buffer.from(rest), shownPart(record)]), 'base64url').slice(0, 22);
}
