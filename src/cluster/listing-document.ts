// A listing as a document: its columns, and the stored record for results. It is the engine's row with its texts tokenized and
// weighted, so both indexes have the same contents.
import { hash } from 'node:crypto';
import { impactOf, termFrequency } from '../engine/query/bm25f.ts';
import { TermDictionary } from '../engine/postings/term-dictionary.ts';
import { compoundsOf, foldText, tokenize } from '../engine/postings/tokenizer.ts';
import type { Row, Tagger } from '../engine/schema.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { finestCell } from '../geo/map-grid.ts';
import { distanceKm, unitVector, type Point } from '../geo/great-circle.ts';
import type { Listing } from '../listing/listing.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { ExportedHit } from '../stock/stock-changes.ts';
import type { SearchQuery, Hit, SearchCenter } from '../query/search-query.ts';
import { encodeListing } from '../listing/codec.ts';
import { ADVERT_KEY_BYTES, writeAdvertKey } from '../store/advert-table.ts';
import { rowKey, toRow, LISTING_SCHEMA } from '../index/shared/listing-schema.ts';
import { CONSUMPTION, statedInRow } from '../index/shared/stated-columns.ts';
import type { ClusterHit } from './point-in-time.ts';
import { encodeTermImpact, longWord, sortableKey, encodeTerm } from './term-encoding.ts';

/** The part of a document that is read back. */
export interface SourceListing {
  readonly dealer: string;
  readonly id: string;
  /** The stored record (codec.ts). */
  readonly record: string;
  readonly stated: StatedFacts;
  readonly point: Point | null;
  readonly changedAt: number;
  /** The number of the change that made the listing so; 0 if it was so when the log began. */
  readonly sequence: number;
  /** For a past listing: the change that ended it, and its time in milliseconds since 1970. */
  readonly until?: { readonly sequence: number; readonly time: number };
}

/** A listing with its last change: the time in milliseconds since 1970, and the number. */
export interface DatedListing extends Pick<SourceListing, 'changedAt' | 'sequence'> {
  readonly listing: Listing;
}

/** One page of search results. */
export interface ClusterPage {
  /** Exact. */
  readonly total: number;
  readonly listings: readonly SourceListing[];
}

export interface ListingDocument {
  readonly source: SourceListing;
  readonly key: string;
  readonly advert: string;
  readonly sequence: number;
  /** The columns of the schema, by name. Unknown values are omitted. */
  readonly [field: string]: unknown;
}

export function listingDocument(
  { listing, changedAt, sequence }: DatedListing,
  gazetteer: Gazetteer,
): ListingDocument {
  const row = toRow(listing, gazetteer);
  const { dealer, id, advertUrl, arrivedAt } = listing;
  return {
    source: {
      dealer,
      id,
      record: encodeListing(listing, arrivedAt),
      stated: statedInRow(row, LISTING_SCHEMA.numbers.indexOf(CONSUMPTION)),
      point: row.point,
      changedAt,
      sequence,
    },
    key: sortableKey(row.key),
    advert: advertKey(advertUrl),
    sequence,
    ...valuesOf(row),
    ...numbersOf(row),
    ...(row.point !== null && {
      place: { lat: row.point.lat, lon: row.point.lng },
      at: unitVector(row.point),
      cell: finestCell(row.point),
    }),
    ...encodedTermsOf(row),
  };
}

/** The document of a listing that was so until a change. */
export function pastDocument(document: ListingDocument, until: Until): ListingDocument {
  const { source } = document;
  return { ...document, source: { ...source, until }, listing: documentId(source), ...untilOf(until) };
}

type Until = NonNullable<SourceListing['until']>;

/** The fields of the document of a change itself, which those of past listings have too. */
export function untilOf({ sequence, time }: Until): { readonly until: number; readonly untilTime: number } {
  return { until: sequence, untilTime: time };
}

export function pastDocumentId(currentId: string, until: number): string {
  return `${currentId}-${until}`;
}

export function changeDocumentId(sequence: number): string {
  return `change-${sequence}`;
}

/** The id of a listing's document: a hash, because keys may be longer than ids. */
export function documentId(listing: Pick<Listing, 'dealer' | 'id'>): string {
  return hash('sha256', rowKey(listing), 'base64url').slice(0, 27);
}

/** The key of an advert's URL, as in the store's table of adverts. */
export function advertKey(advertUrl: string): string {
  const key = Buffer.alloc(ADVERT_KEY_BYTES);
  writeAdvertKey(advertUrl, key);
  return key.toString('base64url');
}

/** The listing with its distance from the search's centre. */
export function exportedHit(source: SourceListing, { center }: SearchQuery): ExportedHit {
  const { dealer, id, record, changedAt } = source;
  return { dealer, id, record: Buffer.from(record), changedAt, distanceKm: distanceFrom(center, source) };
}

function distanceFrom(center: SearchCenter | undefined, { point }: SourceListing): number | null {
  return center === undefined || point === null ? null : distanceKm(center.point, point);
}

function valuesOf({ values }: Row): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  LISTING_SCHEMA.values.forEach((field, i) => {
    const value = values[i];
    if (value !== null) fields[field.name] = { value, keys: field.termsOf(value) };
  });
  return fields;
}

function numbersOf({ numbers }: Row): Record<string, number> {
  const fields: Record<string, number> = {};
  LISTING_SCHEMA.numbers.forEach((name, i) => {
    const value = numbers[i];
    // Adding 0 turns -0 into 0.
    if (value !== null) fields[name] = value + 0;
  });
  return fields;
}

function encodedTermsOf(row: Row): Record<string, readonly string[]> {
  const weights = termWeights(row);
  for (const tag of tagsOf(row)) weights.set(tag, LISTING_SCHEMA.tagWeight);
  const terms: string[] = [];
  const impacts: string[] = [];
  const longWords: string[] = [];
  for (const [term, weight] of weights) {
    terms.push(encodeTerm(term));
    impacts.push(encodeTermImpact(term, impactOf(weight)));
    const long = longWord(term);
    if (long !== undefined) longWords.push(long);
  }
  return { terms, impacts, ...(longWords.length > 0 && { longWords }) };
}

/** Maximum numbered words and tags. Beyond it, numbering starts again. */
const MAX_NUMBERED = 500_000;

let dictionary = new TermDictionary();
/** Texts of tags by their numbers: most listings have the same ones. */
let tagTexts: string[] = [];
let tagger: Tagger | undefined;

/** The tags of a row. Terms are numbered across rows, as the tagger expects of a segment. */
export function tagsOf({ texts, values }: Row): string[] {
  if (tagger === undefined || dictionary.size > MAX_NUMBERED) {
    dictionary = new TermDictionary();
    tagTexts = [];
    tagger = LISTING_SCHEMA.createTagger?.(dictionary);
  }
  if (tagger === undefined) return [];
  for (const [column, text] of texts.entries()) {
    if (text !== null && tagger.columns.includes(column))
      tagger.read(
        column,
        Uint32Array.from(tokenize(foldText(text)), (word) => dictionary.numberOf(word)),
      );
  }
  return Array.from(tagger.finish(values), (tag) => (tagTexts[tag] ??= dictionary.textOf(tag)));
}

/** From each term of the row's texts to the weight of its occurrences, summed in the engine's order. */
function termWeights({ texts }: Row): Map<string, number> {
  const weights = new Map<string, number>();
  LISTING_SCHEMA.texts.forEach((field, i) => {
    const folded = foldText(texts[i] ?? '');
    const words = tokenize(folded);
    const weight = termFrequency(field, words.length);
    for (const term of [...words, ...compoundsOf(folded)]) {
      weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  });
  return weights;
}

/** The listing of a hit, which the search must have requested. */
export function sourceOf({ _id, _source }: ClusterHit<SourceListing>): SourceListing {
  if (_source === undefined) throw new Error(`the document ${_id} came back without its listing`);
  return _source.source;
}

/** The hit of a search from `center`. */
export function hitOf(
  source: SourceListing,
  { center }: { readonly center?: SearchCenter | undefined },
): Hit {
  const { dealer, id, record, stated } = source;
  return { dealer, id, record: Buffer.from(record), stated, distanceKm: distanceFrom(center, source) };
}
