// Inspects a feed without a store: what was detected, which column feeds which field, the first listings, and the rejections
// and value issues of the first records. Nothing is written.
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
  /** Maximum records to read. Default 1000. */
  readonly maxRecords?: number;
  /** Maximum listings to return. Default 3. */
  readonly maxListings?: number;
}

export interface InspectedColumn {
  readonly name: string;
  /** The field that it feeds, or null. */
  readonly field: string | null;
  /** Whether the mapping excludes it. */
  readonly unwanted: boolean;
  /** Records with a value in this column. */
  readonly records: number;
  /** The first value, truncated and escaped. */
  readonly sample: string | null;
  /** The most similar field name. */
  readonly suggestion?: string;
}

/** JSON data. */
export interface FeedInspection {
  readonly file: string;
  readonly encoding: string | null;
  readonly format: string | null;
  /** CSV only. */
  readonly delimiter: string | null;
  readonly layout: string | null;
  /** Why the header is invalid; an import would fail there. */
  readonly fault: string | null;
  readonly columns: readonly InspectedColumn[];
  /** By field name, without unknown values. */
  readonly listings: readonly Readonly<Record<string, unknown>>[];
  readonly read: number;
  /** Whether the feed has further records. */
  readonly more: boolean;
  readonly rejected: number;
  readonly rejections: ImportReport['rejections'];
  readonly valueIssues: ImportReport['valueIssues'];
}

/** Inspects the first records. Throws a Problem `feed_unreadable` or `feed_empty` as an import would. */
export async function inspectFeed(feed: FeedFile, options: InspectOptions = {}): Promise<FeedInspection> {
  const { maxRecords = 1000, maxListings = 3, ...parseOptions } = options;
  const profile = new FeedProfile();
  const report = new ImportReportBuilder();
  const listings: Record<string, unknown>[] = [];
  let read = 0;
  let more = false;
  for await (const results of readFeed(feed.source, { ...parseOptions, name: feed.name, profile })) {
    const included = results.slice(0, maxRecords - read);
    for (const result of included) {
      report.add(result);
      if (result.kind !== 'listing' || listings.length >= maxListings) continue;
      listings.push({ ...listingFields(result.listing), ...result.vehicle });
    }
    read += included.length;
    more = included.length < results.length;
    if (more) break;
  }
  const { rejected, rejections, valueIssues } = report.report({
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
    valueIssues,
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
