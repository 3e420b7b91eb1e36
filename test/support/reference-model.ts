// The semantics of a search in arrays, filter and sort; every implementation of ListingIndex is compared with it. It
// shares only tokenising and synonyms with engine and index. What does not depend on the query is computed once per
// listing or word, because tests run thousands of searches.
import { compoundsOf, foldText, tokenize } from '../../src/engine/postings/tokenizer.ts';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { distanceKm, type Point } from '../../src/geo/great-circle.ts';
import { SEARCH_SYNONYMS } from '../../src/index/synonyms.ts';
import type { ListingIndex, TextPiece } from '../../src/listing/listing-index.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { makeKey, modelQueryKey, modelPrefixKeys } from '../../src/listing/make-and-model-keys.ts';
import {
  DISTANCE_BANDS_KM,
  PER_PAGE,
  type Range,
  type SearchQuery,
  type SearchResult,
} from '../../src/listing/search-query.ts';
import type { Sort } from '../../src/listing/sorts.ts';
import type { StockSummary } from '../../src/listing/summary.ts';
import { distance as editDistance } from '../engine/engine-model.ts';
import { hitOf } from './hit.ts';
import { referenceSummary } from './reference-summary.ts';

/** A listing with what a search compares. */
interface Entry {
  readonly listing: Listing;
  readonly point: Point | null;
  readonly make: string | null;
  readonly models: readonly string[];
  /** From each term in its texts to the term's impact. */
  readonly terms: ReadonlyMap<string, number>;
}

type StaticSort = Exclude<Sort, 'relevance' | 'distance'> | 'default';

/** What a word of a query stands for: from each term to how close it is, in quarters. */
type WordExpansion = ReadonlyMap<string, number>;

export class ReferenceModel implements ListingIndex {
  readonly version: string;
  /** In the order that breaks ties: by price, then by id, then by dealer. Sorting by anything else keeps it. */
  readonly #entries: readonly Entry[];
  /** The entries in each order that is the same for all queries. */
  readonly #sorted: Readonly<Record<StaticSort, readonly Entry[]>>;
  readonly #vocabulary = new Set<string>();
  readonly #expansions = new Map<string, WordExpansion>();

  constructor(listings: Iterable<Listing>, gazetteer: Gazetteer, version = 'model') {
    const entries = Array.from(listings, (listing) => entryOf(listing, gazetteer)).sort(
      ({ listing: a }, { listing: b }) =>
        compare(a.priceGbp ?? Infinity, b.priceGbp ?? Infinity) ||
        compare(a.id, b.id) ||
        compare(a.dealer, b.dealer),
    );
    this.version = version;
    this.#entries = entries;
    this.#sorted = {
      price_asc: sortedBy(entries, ({ listing }) => [listing.priceGbp ?? Infinity]),
      price_desc: sortedBy(entries, ({ listing }) => [-(listing.priceGbp ?? -Infinity)]),
      year_desc: sortedBy(entries, ({ listing }) => [-(listing.year ?? -Infinity)]),
      miles_asc: sortedBy(entries, ({ listing }) => [listing.mileageMiles ?? Infinity]),
      default: sortedBy(entries, ({ listing }) => [isComplete(listing) ? 0 : 1, -listing.arrivedAt]),
    };
    for (const { terms } of entries) for (const term of terms.keys()) this.#vocabulary.add(term);
  }

  get size(): number {
    return this.#entries.length;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const matches = this.#find(query);
    const page = matches.slice((query.page - 1) * PER_PAGE, query.page * PER_PAGE);
    return {
      total: matches.length,
      hits: page.map((entry) => hitOf(entry.listing, distanceOf(entry, query))),
    };
  }

  async summarize(query: SearchQuery): Promise<StockSummary> {
    return referenceSummary(query, (relaxed) => this.#find(relaxed));
  }

  async findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>> {
    const isSaid = ({ text, mayBeMisspelt }: TextPiece, isLast: boolean): boolean =>
      tokenize(foldText(text)).every((word, i, words) => {
        const isUnfinished = isLast && i === words.length - 1;
        const weights = [...this.#expand(word, isUnfinished)].filter(
          ([term, weight]) => (weight > 2 || mayBeMisspelt) && this.#vocabulary.has(term),
        );
        return weights.length > 0;
      });
    const missing = pieces.filter((piece, i) => !isSaid(piece, i === pieces.length - 1));
    return new Set(missing.map(({ text }) => text));
  }

  /** All that match, in order. */
  #find(query: SearchQuery): readonly Entry[] {
    const words = query.q === undefined ? [] : tokenize(foldText(query.q));
    if (query.q !== undefined && words.length === 0) return [];
    const expansions = [...new Set(words)].map((word) => this.#expand(word, word === words.at(-1)));
    const filters = [...filtersOf(query), ...expansions.map((expansion) => hasAny(expansion))];
    const matches = (entries: readonly Entry[]): readonly Entry[] =>
      filters.reduce((left, filter) => left.filter(filter), entries);
    const sort = sortOf(query);
    if (sort === 'relevance') return this.#byRelevance(matches(this.#entries), expansions);
    if (sort !== 'distance') return matches(this.#sorted[sort]);
    return sortedBy(matches(this.#entries), (entry) => [distanceOf(entry, query) ?? Infinity]);
  }

  /** Best first: a rare word counts more than one that many listings have. */
  #byRelevance(matches: readonly Entry[], expansions: readonly WordExpansion[]): readonly Entry[] {
    const words = expansions.map((expansion) => ({ expansion, idf: this.#idfOf(expansion) }));
    return sortedBy(matches, (entry) => [
      -words.reduce((sum, word) => sum + word.idf * bestOf(entry, word.expansion), 0),
    ]);
  }

  #expand(word: string, isLast: boolean): WordExpansion {
    const name = `${word} ${isLast}`;
    const expansion = this.#expansions.get(name) ?? expandWord(word, isLast, this.#vocabulary);
    this.#expansions.set(name, expansion);
    return expansion;
  }

  #idfOf(expansion: WordExpansion): number {
    const having = this.#entries.filter(hasAny(expansion)).length;
    const idf = Math.log(1 + (this.size - having + 0.5) / (having + 0.5));
    return Math.max(1, Math.round(1024 * idf));
  }
}

/** The order that a query gets: relevance needs a text, and distance a place. */
function sortOf({ sort, q, center }: SearchQuery): StaticSort | 'relevance' | 'distance' {
  if (sort === undefined) return 'default';
  if (sort === 'relevance' && q === undefined) return 'default';
  if (sort === 'distance' && center === undefined) return 'default';
  return sort;
}

function sortedBy(entries: readonly Entry[], rankOf: (entry: Entry) => readonly number[]): readonly Entry[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .sort(({ rank: a }, { rank: b }) => compare(a[0], b[0]) || compare(a[1] ?? 0, b[1] ?? 0))
    .map(({ entry }) => entry);
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function entryOf(listing: Listing, gazetteer: Gazetteer): Entry {
  const { point, postcode, make, model } = listing;
  const place = point === null && postcode !== null ? gazetteer.resolve(postcode) : undefined;
  return {
    listing,
    point: point ?? (place !== undefined && 'point' in place ? place.point : null),
    make: make === null ? null : makeKey(make),
    models: model === null ? [] : modelPrefixKeys(model),
    terms: termsOf(listing),
  };
}

type Filter = (entry: Entry) => boolean;

/** One filter for everything that is asked, but the text. */
function filtersOf(query: SearchQuery): Filter[] {
  const { fuelType, transmission, dealer: dealers, priceGbp, mileageMiles, year, engineLitres } = query;
  const make = query.make === undefined ? undefined : makeKey(query.make);
  const model = query.model === undefined ? undefined : modelQueryKey(query.model);
  const km = query.center === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand ?? 6];
  const filters: (Filter | undefined | false)[] = [
    make !== undefined && ((entry) => isKey(make, [entry.make])),
    model !== undefined && ((entry) => isKey(model, entry.models)),
    fuelType && (({ listing }) => listing.fuelType === fuelType),
    transmission && (({ listing }) => listing.transmission === transmission),
    dealers && (({ listing }) => dealers.includes(listing.dealer)),
    priceGbp && (({ listing }) => isWithin(listing.priceGbp, priceGbp)),
    mileageMiles && (({ listing }) => isWithin(listing.mileageMiles, mileageMiles)),
    year && (({ listing }) => isWithin(listing.year, year)),
    engineLitres && (({ listing }) => isWithin(listing.engineLitres, engineLitres)),
    km < Infinity && ((entry) => (distanceOf(entry, query) ?? Infinity) <= km),
  ];
  return filters.filter((filter) => typeof filter === 'function');
}

function isKey(wanted: string, keys: readonly (string | null)[]): boolean {
  return wanted !== '' && keys.includes(wanted);
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

/** The terms that a word stands for: itself, its aliases, what it begins; and only if none of them is there, what it misspells. */
function expandWord(word: string, isLast: boolean, vocabulary: ReadonlySet<string>): Map<string, number> {
  const terms = new Map<string, number>();
  for (const term of vocabulary) {
    if (term === word || SEARCH_SYNONYMS.get(word)?.includes(term)) terms.set(term, 4);
    else if (isLast && !isCode(word) && term.startsWith(word)) terms.set(term, 3);
  }
  if (terms.size > 0 || isCode(word)) return terms;
  const maxEdits = word.length <= 7 ? 1 : 2;
  for (const term of vocabulary) {
    if (!isCode(term) && editDistance(term, word) <= maxEdits) terms.set(term, 2);
  }
  return terms;
}

/** Words with a digit and words of up to three letters are taken as they are. */
function isCode(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word);
}

function hasAny(expansion: WordExpansion): Filter {
  const terms = [...expansion.keys()];
  return (entry) => terms.some((term) => entry.terms.has(term));
}

/** What the best of the terms gives an entry; 0 if it has none of them. */
function bestOf(entry: Entry, expansion: WordExpansion): number {
  return Math.max(
    0,
    ...Array.from(expansion, ([term, matchWeight]) => matchWeight * (entry.terms.get(term) ?? 0)),
  );
}

/** From every term of a listing's texts to its impact: the weighted occurrences, saturated, from 1 to 15. */
function termsOf(listing: Listing): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weigh: (length: number) => number): void => {
    const folded = foldText(text);
    const words = tokenize(folded);
    const weight = weigh(words.length);
    for (const term of [...words, ...compoundsOf(folded)])
      weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  for (const [text, weight] of shortTextsOf(listing)) add(text ?? '', () => weight);
  // The longer a description, the less each word of it counts; 45 words are usual.
  add(listing.fullDescription ?? '', (length) => 1 / (0.25 + (0.75 * length) / 45));
  for (const [term, weight] of weights)
    weights.set(term, Math.max(1, Math.round((15 * weight) / (1.2 + weight))));
  return weights;
}

/** The texts beside the description, with their weights: what the listing says, and other ways to write it. */
function shortTextsOf(listing: Listing): (readonly [text: string | null, weight: number])[] {
  const { make, model, engineLitres: litres } = listing;
  const oneDecimal = litres === null || !Number.isInteger(litres) ? litres : `${litres}.0`;
  const engine = litres === null ? [] : [oneDecimal, `${oneDecimal}l`, `${litres}l`];
  const facts = [
    listing.year,
    listing.fuelType,
    listing.transmission,
    ...new Set(engine),
    listing.sourceTerms,
  ];
  return [
    [make === null ? null : `${make} ${makeKey(make)}`, 4],
    [model === null ? null : `${model} ${modelPrefixKeys(model).join(' ')}`, 4],
    [facts.filter((fact) => fact !== null).join(' '), 2],
    [listing.loc, 1.5],
    [listing.dealer, 1],
  ];
}
