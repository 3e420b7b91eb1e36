// What a feed looks like to Forecourt, without a stock: what was detected, which column feeds which field, the first
// listings, and what the first records have wrong. Nothing is written.
import { FEED_FIELDS } from './record-result.ts';
import { FeedProfile } from './feed-profile.ts';
import { ImportReportBuilder, type ImportReport } from './import-report.ts';
import { readFeed } from './read-feed.ts';
import { FIELDS } from '../listing/fields.ts';
import type { IncomingListing } from '../listing/listing.ts';
import { suggestNearest } from '../listing/suggestions.ts';
import { echoed } from '../problem.ts';
import type { FeedFile, ParseOptions } from './import.ts';

export interface InspectOptions extends ParseOptions {
  /** Records that are read at most. */
  readonly maxRecords?: number;
  /** Listings that are shown. */
  readonly maxListings?: number;
}

export interface InspectedColumn {
  readonly name: string;
  /** The field that it feeds; null where none does. */
  readonly field: string | null;
  /** Whether the mapping says that it is not wanted. */
  readonly unwanted: boolean;
  /** Records with a value in it. */
  readonly records: number;
  /** The first value, shortened and escaped. */
  readonly sample: string | null;
  /** The field that was probably meant. */
  readonly suggestion?: string;
}

/** JSON data. */
export interface FeedInspection {
  readonly file: string;
  readonly encoding: string | null;
  readonly format: string | null;
  /** Of CSV. */
  readonly delimiter: string | null;
  readonly layout: string | null;
  /** Why the header is not that of a feed; an import stops there. */
  readonly fault: string | null;
  readonly columns: readonly InspectedColumn[];
  /** By the names of fields, without what is unknown. */
  readonly listings: readonly Readonly<Record<string, unknown>>[];
  readonly read: number;
  /** Whether the feed has more records than were read. */
  readonly more: boolean;
  readonly rejected: number;
  readonly rejections: ImportReport['rejections'];
  readonly unknowns: ImportReport['unknowns'];
}

/** Reads the first records of a feed. Throws a Problem where the feed cannot be read so far. */
export async function inspectFeed(feed: FeedFile, options: InspectOptions = {}): Promise<FeedInspection> {
  const { maxRecords = 1000, maxListings = 3, ...parseOptions } = options;
  const profile = new FeedProfile();
  const report = new ImportReportBuilder();
  const listings: Record<string, unknown>[] = [];
  let read = 0;
  let more = false;
  for await (const items of readFeed(feed.source, { ...parseOptions, name: feed.name, profile: profile })) {
    const wanted = items.slice(0, maxRecords - read);
    for (const item of wanted) {
      report.add(item);
      if (item.kind !== 'listing' || listings.length >= maxListings) continue;
      listings.push({ ...listingFields(item.listing), ...item.vehicle });
    }
    read += wanted.length;
    more = wanted.length < items.length;
    if (more) break;
  }
  const { rejected, rejections, unknowns } = report.report({
    added: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    replaced: 0,
  });
  return {
    file: feed.name,
    encoding: profile.encoding ?? null,
    format: profile.format ?? null,
    delimiter: profile.delimiter ?? null,
    layout: profile.layout ?? null,
    fault: profile.headerError ?? null,
    columns: columnsOf(profile),
    listings,
    read,
    more,
    rejected,
    rejections,
    unknowns,
  };
}

function columnsOf(profile: FeedProfile): InspectedColumn[] {
  return Array.from(profile.columns, ([name, { column, count, sample }]) => {
    const suggestion =
      column === undefined && name.length <= 40 ? suggestNearest(name, FEED_FIELDS) : undefined;
    return {
      name: echoed(name),
      field: column?.field ?? null,
      unwanted: column === null,
      records: count,
      sample:
        sample === undefined ? null : echoed(typeof sample === 'string' ? sample : JSON.stringify(sample)),
      ...(suggestion !== undefined && { suggestion }),
    };
  });
}

function listingFields(listing: IncomingListing): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...listing };
  const known = FIELDS.filter(({ feed }) => feed !== undefined)
    .map(({ name, property }): [string, unknown] => [name, property === null ? null : values[property]])
    .filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
  const { point, arrivedAt, sourceTerms } = listing;
  return {
    ...Object.fromEntries(known),
    ...(point !== null && { latitude: point.lat, longitude: point.lng }),
    ...(arrivedAt !== null && { arrived_at: new Date(arrivedAt).toISOString() }),
    ...(sourceTerms !== null && { keywords: sourceTerms }),
  };
}
