// The use cases behind all surfaces: searches, summaries, maps, prices, exports, changes, look-ups and phrases. Connects the
// index with what reads a question: the query parser, the postcode tables and the interpreter of phrases.
import type { Relaxation } from '../stock/relaxations.ts';
import { setImmediate } from 'node:timers/promises';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { Point } from '../geo/great-circle.ts';
import { loadCellTowns } from '../geo/cell-towns.ts';
import { loadTowns } from '../geo/towns.ts';
import { resolveBeside, type Refinement, type SearchParameters } from '../phrases/refine/refine.ts';
import { searchSoFar } from '../phrases/refine/search-under-change.ts';
import type { PhraseContext } from '../phrases/words/match.ts';
import { rememberedContext } from '../phrases/words/remembered-context.ts';
import { resolvePlace, type PlaceNames } from '../phrases/places/location.ts';
import { ukVocabulary } from '../phrases/words/vocabulary.ts';
import { canonicalQuery, matchesKey } from '../query/canonical-query.ts';
import {
  type ListingExport,
  type ListingIndex,
  type NewestListings,
  type TextPiece,
} from '../stock/listing-index.ts';
import { isSameState, type HeldStock, type StockState } from '../stock/stock-changes.ts';
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/listing.ts';
import { canonicalMapView, stockMap, type StockMapView, type StockMap } from '../stock/stock-map.ts';
import { parseQuery, type ParsedQuery, type QueryOptions } from '../query/parse-query.ts';
import type { OwnParameters, ParameterPairs } from '../query/read-parameters.ts';
import type { Correction, Hit, SearchQuery, SearchResult } from '../query/search-query.ts';
import { singleValue } from '../query/parameter-text.ts';
import type { StockPrices } from '../stock/stock-prices.ts';
import { ALL_PARTS, type StockSummary } from '../stock/summary.ts';
import {
  lookUpAdvert,
  lookUpHit,
  similarTo,
  type ListedEntry,
  type LookUpParts,
  type LookupEntry,
} from '../pricing/lookup.ts';
import type { PublicStatus } from '../stock-status.ts';
import { withAbsentMakes } from './absent-makes.ts';
import { changesIn, compareStates, cursorAhead, cursorExpired, isAhead } from './changes-since.ts';
import type { Cursor } from './cursor.ts';
import type { Since } from './since.ts';
import { findMissingTerms, type MissingTerm } from './missing-terms.ts';
import { modelInWords, phraseRelaxation } from './phrase-relaxation.ts';
import { ResultCache } from '../memo.ts';
import { WaitingSearches, type ChangesResult } from './waiting-searches.ts';

/** The dependencies of a service. The gazetteer is a function, because an import may replace it. */
export interface SearchServiceDeps {
  readonly index: ListingIndex;
  readonly adverts: AdvertLookup;
  gazetteer(): Gazetteer;
  readonly status: () => PublicStatus;
  /** Wraps all work that reads the store. Default: no wrapper. */
  readonly observe?: <T>(work: () => T) => T;
}

export interface ParseOptions<Own extends OwnParameters = OwnParameters> extends QueryOptions<Own> {
  /** Whether `location` may be the name of a place. Default: a name is refused, with a postcode as suggestion. */
  readonly placeNames?: PlaceNames;
}

export interface LookUpOptions extends LookUpParts {
  /** Resolves when the next advert may be looked up. Default: after other events. */
  readonly nextTurn?: () => Promise<void>;
}

/** Members of a search for its total alone, which neither ranks nor reads listings. */
const COUNT_ONLY = {
  sort: 'price_asc',
  page: Number.MAX_SAFE_INTEGER,
} as const satisfies Partial<SearchQuery>;

/** `missing` are the parts of the phrase that no listing contains, as written. */
export type ServedInterpretation = Refinement & { readonly missing: readonly string[] };

/** A search that a phrase may refine. */
export interface SearchSoFar<Own extends OwnParameters = OwnParameters> extends ParsedQuery<Own> {
  readonly current: SearchParameters;
}

export class SearchService {
  readonly index: ListingIndex;
  readonly #deps: SearchServiceDeps;
  readonly #observe: <T>(work: () => T) => T;
  readonly #places = { suggested: this.#resolver('suggested'), accepted: this.#resolver('accepted') };
  readonly #results = new ResultCache();
  /** The searches of clients that wait for changes. */
  readonly waiting: WaitingSearches;
  /** The last version and its sources, because every request needs it a few times. */
  #last: { readonly state: StockState; readonly gazetteer: string; readonly version: string } | undefined;

  constructor(deps: SearchServiceDeps) {
    this.#deps = deps;
    this.index = deps.index;
    this.waiting = new WaitingSearches(deps.index, {
      find: (...args) => this.changes(...args),
      compare: (from, stock) => this.#observe(() => compareStates(from, stock, () => this.#placesVersion)),
    });
    this.#observe = deps.observe ?? ((work) => work());
  }

  get #placesVersion(): string {
    return this.#deps.gazetteer().version;
  }

  /** A text that changes whenever results could: the state of the stock and the postcode tables of this process. */
  get version(): string {
    const { state } = this.index;
    const gazetteer = this.#placesVersion;
    if (this.#last?.state !== state || this.#last.gazetteer !== gazetteer) {
      const { storeId, sequence, changedAt, placesVersion, indexFormat } = state;
      const change = `${storeId}-${sequence}-${changedAt}`;
      this.#last = { state, gazetteer, version: `${change}-${placesVersion}.${gazetteer}.${indexFormat}` };
    }
    return this.#last.version;
  }

  /** Throws a Problem `invalid_parameters` that lists every invalid parameter. */
  parse<Own extends OwnParameters = Record<never, never>>(
    pairs: ParameterPairs,
    { placeNames = 'suggested', ...options }: ParseOptions<Own> = {},
  ): ParsedQuery<Own> {
    return parseQuery(pairs, this.#places[placeNames], options);
  }

  /** The search that a phrase may refine, from its parameters. Throws as `parse` does. */
  parseSearchSoFar<Own extends OwnParameters = Record<never, never>>(
    pairs: ParameterPairs,
    options: ParseOptions<Own> = {},
  ): SearchSoFar<Own> {
    const parsed = this.parse(pairs, options);
    return { ...parsed, current: searchSoFar(pairs, parsed.query) };
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return this.#observe(() => this.index.search(query));
  }

  /**
   * All listings of a search, from one state. With a cursor, which must have no `exportCursorIssue`, the rest of its export.
   * Throws a Problem `cursor_expired`, or `not_ready` if its state is still being read.
   */
  openExport(query: SearchQuery, cursor?: Cursor | 'expired'): Promise<ListingExport> {
    return this.#observe(async () => {
      if (cursor === 'expired') throw cursorExpired();
      const opened = await this.index.openExport(query, cursor?.next?.position ?? 0);
      if (cursor === undefined || isSameState(cursor.state, opened.state)) return opened;
      opened.close();
      throw (await isAhead(cursor, opened.state, this.index)) ? cursorAhead() : cursorExpired();
    });
  }

  /** Listings of a search from position `from` on, the newest arrivals first, with their times. */
  findNewest(query: SearchQuery, from: number, limit: number): Promise<NewestListings> {
    return this.#observe(() => this.index.findNewest(query, from, limit));
  }

  /**
   * The changes of a search since the state of a cursor or time, at most `limit`, and a cursor for the next ones. Without
   * `since`, the cursor of the state of `held`, by default the newest. A cursor of a state that is still being read has none.
   * Throws a Problem `cursor_expired`, or `not_ready` if such a cursor continues a list.
   */
  changes(
    query: SearchQuery,
    since: Since | undefined,
    limit: number,
    held?: HeldStock,
  ): Promise<ChangesResult> {
    return this.#holding((stock) => {
      const finder = { index: this.index, placesVersion: this.#placesVersion };
      return changesIn(stock, query, since, limit, finder);
    }, held);
  }

  /** The names and words of a search for changes that the state of their cursor reads as others. */
  findCorrections(query: SearchQuery, { state, next }: Cursor): Promise<readonly Correction[]> {
    return this.#holding((stock) => stock.findCorrections(query, next?.to ?? state.sequence));
  }

  /** Work with a held state, by default the newest, which is then released. */
  #holding<T>(work: (stock: HeldStock) => Promise<T>, held?: HeldStock): Promise<T> {
    return this.#observe(async () => {
      const stock = held ?? this.index.hold();
      try {
        return await work(stock);
      } finally {
        if (held === undefined) stock.release();
      }
    });
  }

  async count(query: SearchQuery): Promise<number> {
    return (await this.search({ ...query, ...COUNT_ONLY })).total;
  }

  /** The terms because of which a search has no results, for operators. */
  findMissingTerms(query: SearchQuery): Promise<MissingTerm[]> {
    return this.#once(`missing ${canonicalQuery({ ...query, page: 1 })}`, () =>
      findMissingTerms(query, (part) => this.count(part)),
    );
  }

  summarize(query: SearchQuery, parts = ALL_PARTS): Promise<StockSummary> {
    const key = `summary ${JSON.stringify(parts)} ${canonicalQuery({ ...query, page: 1 })}`;
    return this.#once(key, async () => {
      const summary = await this.index.summarize(query, parts);
      if (summary.relaxations === null) return summary;
      const count = (changed: SearchQuery): Promise<number> => this.count(changed);
      const interpreted = [await this.#asPhrase(query), await modelInWords(query, count)].filter(
        (one) => one !== undefined,
      );
      return { ...summary, relaxations: [...interpreted, ...summary.relaxations] };
    });
  }

  /** The search that `q` describes, if all of it reads as a phrase. */
  async #asPhrase(query: SearchQuery): Promise<Relaxation | undefined> {
    if (query.q === undefined) return undefined;
    const phrase = await this.understand(query.q);
    if (phrase.missing.length + phrase.unsupported.length > 0) return undefined;
    return phraseRelaxation(query, phrase, (changed) => this.count(changed));
  }

  map(query: SearchQuery, view: StockMapView): Promise<StockMap> {
    const search = matchesKey(query);
    return this.#once(`map ${canonicalMapView(view)} ${search}`, async () =>
      stockMap(await this.index.countPlaces(query, view.zoom), view, loadCellTowns()),
    );
  }

  prices(query: SearchQuery): Promise<StockPrices> {
    return this.#once(`prices ${matchesKey(query)}`, () => this.index.prices(query));
  }

  /**
   * The listings at some adverts, in the same order. Ages and days count from `now`. Other requests have their turn between two
   * adverts, so each entry is from one state of the stock, but two may be from different states.
   */
  async lookUp(
    advertUrls: readonly string[],
    now: Date,
    { nextTurn = () => setImmediate(), ...parts }: LookUpOptions = {},
  ): Promise<LookupEntry[]> {
    const { adverts } = this.#deps;
    const entries = new Map<string, LookupEntry>();
    for (const advert of new Set(advertUrls)) {
      if (entries.size > 0) await nextTurn();
      const lookUp = () => this.index.read((stock) => lookUpAdvert(advert, stock, adverts, now, parts));
      entries.set(advert, await this.#observe(lookUp));
    }
    return advertUrls.flatMap((advert) => entries.get(advert) ?? []);
  }

  /** As `lookUp`, for hits, which need no lookup: all are from one state of the stock. */
  lookUpHits(hits: readonly Hit[], now: Date): Promise<ListedEntry[]> {
    return this.#observe(() =>
      this.index.read(async (stock) => {
        const entries: ListedEntry[] = [];
        for (const hit of hits) entries.push(await lookUpHit(hit, stock, now));
        return entries;
      }),
    );
  }

  /** The public status: the same object until something changes. */
  status(): PublicStatus {
    return this.#observe(this.#deps.status);
  }

  /** The middle of a town; undefined if it is unknown, or if several places have this name. */
  findTown(name: string): Point | undefined {
    const town = loadTowns().find(name);
    if (town === undefined || town.ambiguous) return undefined;
    const place = this.#deps.gazetteer().resolve(town.districts[0]);
    return 'point' in place ? place.point : undefined;
  }

  async findAdvert(advertUrl: string): Promise<AdvertState> {
    return this.#observe(() => this.#deps.adverts.findAdvert(advertUrl));
  }

  /** As `similar` of a withdrawn advert's entry: none if its make is unknown. */
  similarTo(was: WithdrawnAdvert): readonly SearchQuery[] {
    return similarTo(was);
  }

  /** A context for several phrases with common words: each word is looked up once. */
  sharedContext(thisYear: number): PhraseContext {
    return rememberedContext({ ...this.#phraseContext(), thisYear });
  }

  /**
   * Reads a phrase as a query, beside the search so far, which it may refine. Words that no listing contains are omitted from its
   * text. Plates and ages count from the year of `context`. Throws a Problem `invalid_parameters`.
   */
  async understand(
    text: string,
    {
      current = {},
      context = this.#phraseContext(),
    }: { readonly current?: SearchParameters; readonly context?: PhraseContext } = {},
  ): Promise<ServedInterpretation> {
    const { pieces, describe } = resolveBeside(text, current, context);
    const missing = pieces.length === 0 ? new Set<string>() : await this.index.findMissingWords(pieces);
    const untitled = await this.#outsideTitles(pieces.filter(({ text }) => !missing.has(text)));
    return { ...describe(missing, untitled), missing: [...missing] };
  }

  /** As `understand`, with notes on makes that no listing has. */
  async interpret(...args: Parameters<SearchService['understand']>): Promise<ServedInterpretation> {
    return withAbsentMakes(await this.understand(...args), (query) => this.count(query));
  }

  /** The texts that may be models but are in no title. */
  async #outsideTitles(pieces: readonly TextPiece[]): Promise<Set<string>> {
    const isOutside = async ({ text, modelOf }: TextPiece): Promise<boolean> =>
      modelOf !== undefined &&
      (await this.count({ make: singleValue(modelOf), model: singleValue(text), page: 1 })) === 0;
    const outside = await Promise.all(pieces.map(isOutside));
    return new Set(pieces.filter((_, i) => outside[i]).map(({ text }) => text));
  }

  /** A cached result, which must depend only on the stock and on `key`. */
  #once<T>(key: string, find: () => Promise<T>): Promise<T> {
    return this.#results.get(() => this.version, key, find);
  }

  #resolver(placeNames: PlaceNames): Pick<Gazetteer, 'resolve'> {
    const resolve: Gazetteer['resolve'] = (text) =>
      resolvePlace(text, this.#deps.gazetteer(), placeNames, () => this.#phraseContext());
    return { resolve };
  }

  #phraseContext(): PhraseContext {
    const thisYear = new Date().getUTCFullYear();
    return { vocabulary: ukVocabulary(), gazetteer: this.#deps.gazetteer(), towns: loadTowns(), thisYear };
  }
}
