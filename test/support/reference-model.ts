// The semantics of a search in arrays, filter and sort; every implementation of ListingIndex is compared with it. It
// shares only the tokenizer with engine and index. What does not depend on the query is computed once per listing or
// query text, because tests run thousands of searches.
import { domainToASCII } from 'node:url';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { distanceKm, type Point } from '../../src/geo/great-circle.ts';
import type { ListingIndex, TextPiece } from '../../src/stock/listing-index.ts';
import type { StockReader } from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { makeKey } from '../../src/vehicle/model-terms.ts';
import {
  DISTANCE_BANDS_KM,
  PER_PAGE,
  type Correction,
  type SearchQuery,
  type SearchResult,
} from '../../src/query/search-query.ts';
import { type Range, type Values } from '../../src/listing/field.ts';
import { type Sort, shufflePlaceOf } from '../../src/query/sorts.ts';
import type { PlaceCounts } from '../../src/stock/stock-map.ts';
import type { StockPrices } from '../../src/stock/stock-prices.ts';
import type { StockSummary } from '../../src/stock/summary.ts';
import { hitOf } from './hit.ts';
import { ReferenceCorrections } from './reference-corrections.ts';
import {
  readQuery,
  signatureOf,
  type QueryReading,
  type QueryUnit,
  type UnitChoice,
  type Reading,
  type UnitTerms,
} from './reference-query.ts';
import { isInCells, referencePlaces } from './reference-places.ts';
import { referencePrices } from './reference-prices.ts';
import { referenceReader } from './reference-reader.ts';
import { referenceSummary } from './reference-summary.ts';
import { saysModel } from './reference-titles.ts';
import { tradeTerms } from '../../src/vehicle/trade-terms.ts';
import { WithoutStates } from './without-states.ts';
import { isClass, isTag, soundOf, termsOf, wordsOf } from './reference-words.ts';

/** A listing with what a search compares. */
interface Entry {
  readonly listing: Listing;
  readonly point: Point | null;
  /** Its keys; null if it is unknown. */
  readonly makes: readonly string[] | null;
  /** From each word and tag of its texts to its impact. */
  readonly terms: ReadonlyMap<string, number>;
}

type StaticSort = Exclude<Sort, 'relevance' | 'distance'> | 'default';

export class ReferenceModel extends WithoutStates implements ListingIndex {
  readonly version: string;
  /** In the order that breaks ties: by price, then by id, then by dealer. Sorting by a value of listings keeps it. */
  readonly #entries: readonly Entry[];
  /** The entries in each order that is the same for all queries. */
  readonly #sorted: Readonly<Record<StaticSort, readonly Entry[]>>;
  /** From each term to how many listings have it. */
  readonly #vocabulary = new Map<string, number>();
  /** The terms that are no tags. */
  readonly #words: readonly string[];
  readonly #corrections: ReferenceCorrections;
  readonly #readings = new Map<string, QueryReading>();
  readonly #idfs = new Map<string, number>();

  constructor(listings: Iterable<Listing>, gazetteer: Gazetteer, version = 'model') {
    super();
    const entries = Array.from(listings, (listing) => entryOf(listing, gazetteer)).sort(
      ({ listing: a }, { listing: b }) =>
        compare(a.priceGbp ?? Infinity, b.priceGbp ?? Infinity) ||
        compare(a.id, b.id) ||
        compare(a.dealer, b.dealer),
    );
    this.version = version;
    this.#corrections = new ReferenceCorrections(entries.map(({ listing }) => listing));
    this.#entries = entries;
    this.#sorted = {
      price_asc: sortedBy(entries, ({ listing }) => [listing.priceGbp ?? Infinity]),
      price_desc: sortedBy(entries, ({ listing }) => [-(listing.priceGbp ?? -Infinity)]),
      year_desc: sortedBy(entries, ({ listing }) => [-(listing.year ?? -Infinity)]),
      miles_asc: sortedBy(entries, ({ listing }) => [listing.mileageMiles ?? Infinity]),
      default: sortedBy(entries, ({ listing }) => [
        isComplete(listing) ? 0 : 1,
        -listing.arrivedAt,
        shufflePlaceOf(listing),
      ]),
    };
    for (const { terms } of entries) {
      for (const term of terms.keys()) this.#vocabulary.set(term, (this.#vocabulary.get(term) ?? 0) + 1);
    }
    this.#words = [...this.#vocabulary.keys()].filter((term) => !isTag(term));
  }

  get size(): number {
    return this.#entries.length;
  }

  async search(sent: SearchQuery): Promise<SearchResult> {
    const { query, corrections } = this.#correct(sent);
    const matches = this.#find(query);
    const { perPage = PER_PAGE } = query;
    const page = matches.slice((query.page - 1) * perPage, query.page * perPage);
    return {
      total: matches.length,
      hits: page.map((entry) => hitOf(entry.listing, distanceOf(entry, query))),
      ...(corrections.length > 0 && { corrections }),
    };
  }

  async summarize(sent: SearchQuery): Promise<StockSummary> {
    const { query, corrections } = this.#correct(sent);
    const summary = referenceSummary(query, (relaxed) => this.#find(relaxed));
    return corrections.length > 0 ? { ...summary, corrections } : summary;
  }

  async countPlaces(sent: SearchQuery, zoom: number): Promise<PlaceCounts> {
    const { query, corrections } = this.#correct(sent);
    const places = referencePlaces(
      this.#find(query).map(({ point }) => point),
      zoom,
    );
    return corrections.length > 0 ? { ...places, corrections } : places;
  }

  async prices(sent: SearchQuery): Promise<StockPrices> {
    const { query } = this.#corrections.correct(sent);
    return referencePrices(this.#find({ ...query, priceGbp: undefined }).map(({ listing }) => listing));
  }

  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T> {
    const listings = this.#entries.map(({ listing }) => listing);
    const find = (query: SearchQuery) => this.#find(query).map(({ listing }) => listing);
    return work(referenceReader(listings, find));
  }

  /** How each word, or run of words, of `q` is read; a repeated one once. */
  readingsOf(q: string): Reading[] {
    const { units, choices, excluded } = this.#read(q);
    return [
      ...units.flatMap(({ readings }): Reading[] => (readings.size === 0 ? ['nothing'] : [...readings])),
      ...choices.map((): Reading => 'either'),
      ...excluded.map((): Reading => 'not'),
    ];
  }

  /** A piece is missing if one of its words stands for nothing; typos count only where one is likely. */
  async findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>> {
    const missing = pieces.filter(({ text, mayBeMisspelt }, i) =>
      requiredUnits(this.#read(text)).some(({ readings, liveTerms }) => {
        if (liveTerms.size === 0) return true;
        if (readings.has('completion')) return i < pieces.length - 1;
        return !mayBeMisspelt && (readings.has('edit') || readings.has('sound'));
      }),
    );
    return new Set(missing.map(({ text }) => text));
  }

  /** All that match, in order. */
  #find(query: SearchQuery): readonly Entry[] {
    const reading = query.q === undefined ? NO_TEXT : this.#read(query.q);
    if (!reading.hasWords) return [];
    const filters = [
      ...filtersOf(query),
      ...reading.units.map(({ liveTerms }) => hasAny(liveTerms)),
      ...reading.choices.map(anyOf),
      ...reading.excluded.map(allOf).map(
        (filter): Filter =>
          (entry) =>
            !filter(entry),
      ),
    ];
    const matches = (entries: readonly Entry[]): readonly Entry[] =>
      filters.reduce((left, filter) => left.filter(filter), entries);
    const isOpen = reading.units.length + reading.choices.length === 0;
    const sort = sortOf(isOpen ? { ...query, q: undefined } : query);
    if (sort === 'relevance') return this.#byRelevance(matches(this.#entries), reading);
    if (sort !== 'distance') return matches(this.#sorted[sort]);
    return sortedBy(matches(this.#entries), (entry) => [distanceOf(entry, query) ?? Infinity]);
  }

  /** Best first: a rare term counts more than one that many listings have. */
  #byRelevance(matches: readonly Entry[], { units, choices, preferred }: QueryReading): readonly Entry[] {
    const scored = [
      ...units.map(({ liveTerms }) => liveTerms),
      ...preferred.map((tag) => new Map([[tag, 4]])),
    ];
    const terms = [
      ...scored.map((one) => ({ terms: one, idf: this.#idfOf(one) })),
      ...choices.map((choice) => ({
        terms: bestWeights(choice.flat()),
        idf: this.#idf(this.#entries.filter(anyOf(choice)).length),
      })),
    ];
    return sortedBy(matches, (entry) => [
      -terms.reduce((sum, one) => sum + one.idf * bestOf(entry, one.terms), 0),
      shufflePlaceOf(entry.listing),
    ]);
  }

  #correct(sent: SearchQuery): ReturnType<ReferenceCorrections['correct']> {
    const { query, corrections } = this.#corrections.correct(sent);
    return { query, corrections: [...corrections, ...this.#correctedWords(sent.q ?? '')] };
  }

  /** What was read as up to three other words, by how many listings say these. */
  #correctedWords(q: string): Correction[] {
    const { units, choices } = this.#read(q);
    const guessed = new Map<string, Correction>();
    for (const { key, readings, liveTerms } of [...units, ...choices.flat(2)]) {
      if (!readings.has('edit') && !readings.has('sound')) continue;
      const names = new Map<string, string>();
      for (const term of liveTerms.keys())
        for (const [word, name] of this.#wordsFor(term)) names.set(word, name);
      const byCount = sortedNames(names, (word) => this.#vocabulary.get(word) ?? 0);
      const [from = key] = q.split(/[\s,;:/()"“”„]+/u).filter((part) => wordsOf(part).join(' ') === key);
      guessed.set(key, { parameter: 'q', from, to: byCount.slice(0, 3).join(' or ') });
    }
    const places = wordsOf(q);
    return [...guessed].sort(([a], [b]) => places.indexOf(a) - places.indexOf(b)).map(([, one]) => one);
  }

  /** The words that a term stands for, each with its name. */
  #wordsFor(term: string): [word: string, name: string][] {
    if (!isTag(term)) return [[term, term]];
    if (term.startsWith('~')) {
      const names = this.#entries.flatMap(({ listing: { make, model } }) => [
        ...wordsOf(make),
        ...wordsOf(model),
      ]);
      return names.filter((word) => `~${soundOf(word)}` === term).map((word) => [word, word]);
    }
    const known = tradeTerms().terms.find((one) => isClass(one) && `@${one.id}` === term);
    return known === undefined ? [] : [[term, known.name.toLowerCase()]];
  }

  #read(q: string): QueryReading {
    const known = this.#readings.get(q);
    if (known !== undefined) return known;
    const reading = readQuery(q, { has: (term) => this.#vocabulary.has(term), words: this.#words });
    this.#readings.set(q, reading);
    return reading;
  }

  #idfOf(terms: UnitTerms): number {
    const name = signatureOf(terms);
    const known = this.#idfs.get(name);
    if (known !== undefined) return known;
    const [only] = terms.keys();
    const having =
      terms.size === 1 ? (this.#vocabulary.get(only) ?? 0) : this.#entries.filter(hasAny(terms)).length;
    const idf = this.#idf(having);
    this.#idfs.set(name, idf);
    return idf;
  }

  /** Of what so many listings have. */
  #idf(having: number): number {
    return Math.max(1, Math.round(1024 * Math.log(1 + (this.size - having + 0.5) / (having + 0.5))));
  }
}

/** The order that a query gets: relevance needs a text, and is its default; distance needs a place. */
function sortOf({ sort, q, center }: SearchQuery): StaticSort | 'relevance' | 'distance' {
  if (sort === undefined) return q === undefined ? 'default' : 'relevance';
  if (sort === 'relevance' && q === undefined) return 'default';
  if (sort === 'distance' && center === undefined) return 'default';
  return sort;
}

/** The most common first; of equally common ones, the first in order. */
function sortedNames(names: ReadonlyMap<string, string>, countOf: (word: string) => number): string[] {
  const sorted = [...names].sort(([a, one], [b, other]) => countOf(b) - countOf(a) || (one < other ? -1 : 1));
  return [...new Set(sorted.map(([, name]) => name))];
}

function sortedBy(entries: readonly Entry[], rankOf: (entry: Entry) => readonly number[]): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .sort(({ rank: a }, { rank: b }) => a.reduce((order, part, i) => order || compare(part, b[i]), 0))
    .map(({ entry }) => entry);
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function entryOf(listing: Listing, gazetteer: Gazetteer): Entry {
  const { point, postcode, make } = listing;
  const place = point === null && postcode !== null ? gazetteer.resolve(postcode) : undefined;
  return {
    listing,
    point: point ?? (place !== undefined && 'point' in place ? place.point : null),
    makes: make === null ? null : [makeKey(make)],
    terms: termsOf(listing),
  };
}

type Filter = (entry: Entry) => boolean;

const NO_TEXT: QueryReading = { units: [], choices: [], excluded: [], hasWords: true, preferred: [] };

/** One filter for everything that is asked, but the text. */
function filtersOf(query: SearchQuery): Filter[] {
  const { make, model, fuelType, transmission, dealer, priceGbp, mileageMiles, year, engineLitres } = query;
  const km = query.center === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand ?? 6];
  const filters: (Filter | undefined | false)[] = [
    make && hasRequested(make, makeKey, (entry) => entry.makes),
    model && hasModel(model, make?.any ?? []),
    fuelType && hasRequested(fuelType, itself, ({ listing }) => alone(listing.fuelType)),
    transmission && hasRequested(transmission, itself, ({ listing }) => alone(listing.transmission)),
    // Stocks of the first format have dealers in any spelling.
    dealer && hasRequested(dealer, itself, ({ listing }) => [domainToASCII(listing.dealer)]),
    priceGbp && (({ listing }) => isWithin(listing.priceGbp, priceGbp)),
    mileageMiles && (({ listing }) => isWithin(listing.mileageMiles, mileageMiles)),
    year && (({ listing }) => isWithin(listing.year, year)),
    engineLitres && (({ listing }) => isWithin(listing.engineLitres, engineLitres)),
    km < Infinity && ((entry) => (distanceOf(entry, query) ?? Infinity) <= km),
    query.cells && (({ point }) => isInCells(point, query.cells ?? [])),
  ];
  return filters.filter((filter) => typeof filter === 'function');
}

const itself = (value: string): string => value;
const alone = (value: string | null): readonly string[] | null => (value === null ? null : [value]);

/** An empty key matches nothing. An unknown value, without keys, passes neither list. */
function hasRequested(
  { any, none = [] }: Values,
  keyOf: (value: string) => string,
  keysOf: (entry: Entry) => readonly string[] | null,
): Filter {
  return (entry) => {
    const keys = keysOf(entry);
    if (keys === null) return false;
    const has = (value: string): boolean => keyOf(value) !== '' && keys.includes(keyOf(value));
    return (any === undefined || any.some(has)) && !none.some(has);
  };
}

/** As the trade says it, read as one of the makes that are asked for. */
function hasModel({ any, none = [] }: Values, makes: readonly string[]): Filter {
  return ({ listing: { make, model } }) => {
    if (model === null) return false;
    const says = (value: string): boolean => saysModel({ make, model }, value, makes);
    return (any === undefined || any.some(says)) && !none.some(says);
  };
}

function isWithin(value: number | null, range: Range): boolean {
  return value !== null && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity);
}

function distanceOf({ point }: Entry, { center }: SearchQuery): number | null {
  return center === undefined || point === null ? null : distanceKm(center.point, point);
}

function isComplete({ thumbnail, images, priceGbp, mileageMiles, fullDescription }: Listing): boolean {
  const hasImage = thumbnail !== null || images.length > 0;
  return hasImage && priceGbp !== null && mileageMiles !== null && fullDescription !== null;
}

function hasAny(unitTerms: UnitTerms): Filter {
  const terms = [...unitTerms.keys()];
  const [only] = terms;
  if (terms.length === 1) return (entry) => entry.terms.has(only);
  return (entry) => terms.some((term) => entry.terms.has(term));
}

/** The terms of all units, each with its highest weight. */
function bestWeights(units: readonly QueryUnit[]): UnitTerms {
  const weights = new Map<string, number>();
  for (const [term, weight] of units.flatMap(({ liveTerms }) => [...liveTerms]))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return weights;
}

function allOf(units: readonly QueryUnit[]): Filter {
  const filters = units.map(({ liveTerms }) => hasAny(liveTerms));
  return (entry) => filters.every((filter) => filter(entry));
}

function anyOf(choice: UnitChoice): Filter {
  const filters = choice.map(allOf);
  return (entry) => filters.some((filter) => filter(entry));
}

function requiredUnits({ units, choices }: QueryReading): readonly QueryUnit[] {
  return [...units, ...choices.flat(2)];
}

/** What the best of the terms gives an entry; 0 if it has none of them. */
function bestOf(entry: Entry, terms: UnitTerms): number {
  let best = 0;
  for (const [term, matchWeight] of terms) best = Math.max(best, matchWeight * (entry.terms.get(term) ?? 0));
  return best;
}
