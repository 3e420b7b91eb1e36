// Reads a dealer's stock file with its settings and compares the listings with the facts that its records state. The form
// of the expectations is in test/fixtures/dealer-files/README.md.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { FeedListing, RecordResult } from '../../../src/ingest/values/record-result.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import type { ReadOptions } from '../../../src/ingest/run/read-feed.ts';
import { Problem } from '../../../src/problem.ts';
import { resultsOf } from '../collect.ts';

interface Settings {
  readonly dealer?: string;
  readonly layout?: ReadOptions['layout'];
  /** A template of the advert's address. */
  readonly advert_url?: string;
  /** The columns of a file without a header row. */
  readonly columns?: readonly string[];
  readonly mapping?: {
    readonly templates?: Readonly<Record<string, string>>;
    readonly [part: string]: unknown;
  };
}

interface UnlistedRecord {
  readonly listed: false;
  readonly why: string;
  /** Whether the reader may skip it as no record. */
  readonly optional?: boolean;
}

interface ListedRecord {
  readonly listed: true;
  /** The first words of the model. */
  readonly model_begins?: string;
  /** The same without case and punctuation, where a name is written in several ways. */
  readonly model_like?: string;
  /** Words that must find the listing. */
  readonly q?: readonly string[];
  readonly unknown?: readonly { readonly field: string; readonly why: string }[];
  readonly [fact: string]: unknown;
}

type ExpectedRecord = ListedRecord | UnlistedRecord;

interface Expected {
  readonly settings: Settings;
  readonly records: readonly ExpectedRecord[];
}

/** The count of right facts, and each wrong one in words. */
export interface Comparison {
  readonly right: number;
  readonly wrong: readonly string[];
}

/** Each fact of a file that cannot be read. */
const UNREAD = 'a fact was not read';

/** The stock files of a folder that have expectations beside them, by name. */
export function stockFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => !file.endsWith('.expected.json') && existsSync(expectedPath(folder, file)))
    .sort();
}

export async function compareStockFile(folder: string, file: string): Promise<Comparison> {
  const expected = JSON.parse(readFileSync(expectedPath(folder, file), 'utf8')) as Expected;
  try {
    const results = await resultsOf(readFileSync(join(folder, file)), optionsOf(expected.settings));
    return bestComparison(expected.records, results);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const missed = bestComparison(expected.records, []).wrong.length;
    return { right: 0, wrong: [`${error.code}: ${error.message}`, ...Array<string>(missed).fill(UNREAD)] };
  }
}

const expectedPath = (folder: string, file: string): string =>
  join(folder, `${parse(file).name}.expected.json`);

function optionsOf({ dealer, layout, advert_url, columns, mapping }: Settings): ReadOptions {
  const templates = { ...mapping?.templates, ...(advert_url !== undefined && { advert_url }) };
  const parts = { ...mapping, ...(Object.keys(templates).length > 0 && { templates }) };
  return {
    ...(dealer !== undefined && { dealer }),
    ...(layout !== undefined && { layout }),
    ...(columns !== undefined && { columns }),
    ...(Object.keys(parts).length > 0 && { mapping: parseMapping(parts, 'mapping.json') }),
  };
}

/** The comparison with the fewest wrong facts, over which of the optional records the reader skipped. */
function bestComparison(records: readonly ExpectedRecord[], results: readonly RecordResult[]): Comparison {
  let choices: (readonly ExpectedRecord[])[] = [[]];
  for (const record of records) {
    const kept = choices.map((choice) => [...choice, record]);
    choices = record.listed || record.optional !== true ? kept : [...kept, ...choices];
  }
  const comparisons = choices.map((choice) => compareRecords(choice, results));
  return comparisons.reduce((best, next) => (next.wrong.length < best.wrong.length ? next : best));
}

function compareRecords(records: readonly ExpectedRecord[], results: readonly RecordResult[]): Comparison {
  const wrong: string[] = [];
  let right = 0;
  for (let i = 0; i < Math.max(records.length, results.length); i++) {
    for (const fault of faultsOf(records[i], results[i])) {
      if (fault === '') right++;
      else wrong.push(`record ${i + 1}: ${fault}`);
    }
  }
  return { right, wrong };
}

/** One text for each fact: what is wrong with it, empty where it is right. */
function faultsOf(record: ExpectedRecord | undefined, result: RecordResult | undefined): string[] {
  if (record === undefined) return [`unexpected ${result === undefined ? 'nothing' : said(result)}`];
  if (!record.listed)
    return [result?.kind === 'listing' ? `listed, but it is not for sale (${record.why})` : ''];
  const facts = Object.entries(record).filter(([name]) => name !== 'listed');
  const faults = result?.kind === 'listing' ? '' : `not listed: ${result === undefined ? '' : said(result)}`;
  return [faults, ...facts.flatMap(([name, value]) => factFaults(name, value, result))];
}

const said = (result: RecordResult): string =>
  result.kind === 'listing' ? `listing '${result.listing.id}'` : `${result.reason}: ${result.message}`;

/** The property in which the reader keeps each plain fact. */
const FACTS: Readonly<Record<string, (result: FeedListing) => unknown>> = {
  id: ({ listing }) => listing.id,
  dealer: ({ listing }) => listing.dealer,
  make: ({ listing }) => listing.make,
  model: ({ listing }) => listing.model,
  year: ({ listing }) => listing.year,
  price_gbp: ({ listing }) => listing.priceGbp,
  mileage_miles: ({ listing }) => listing.mileageMiles,
  fuel_type: ({ listing }) => listing.fuelType,
  transmission: ({ listing }) => listing.transmission,
  engine_litres: ({ listing }) => listing.engineLitres,
  postcode: ({ listing }) => listing.postcode,
  loc: ({ listing }) => listing.loc,
  images: ({ listing }) => listing.images,
  advert_url: ({ listing }) => listing.advertUrl,
  registration: ({ vehicle }) => vehicle?.registration,
  vin: ({ vehicle }) => vehicle?.vin,
};

/** The field that the report names where it has another name than the fact. */
const REPORTED_AS: Readonly<Record<string, string>> = {
  price_gbp: 'price',
  mileage_miles: 'mileage',
  engine_litres: 'engine_size',
};

function factFaults(name: string, expected: unknown, result: RecordResult | undefined): string[] {
  const found = result?.kind === 'listing' ? result : undefined;
  if (name === 'q') {
    const tokens = new Set(found === undefined ? [] : searchedTokens(found));
    return (expected as string[]).map((words) =>
      tokensOf(words).every((token) => tokens.has(token)) ? '' : `q '${words}' does not find it`,
    );
  }
  if (name === 'unknown') {
    return (expected as { field: string; why: string }[]).map(({ field, why }) =>
      unknownFault(field, why, found),
    );
  }
  if (name === 'model_begins' || name === 'model_like') {
    const model = found?.listing.model ?? '';
    const spelled = name === 'model_like' ? (text: string) => tokensOf(text).join(' ') : String;
    const isRight = `${spelled(model)} `.startsWith(`${spelled(String(expected))} `);
    return [isRight ? '' : fault('model', `${String(expected)} …`, model)];
  }
  const read = FACTS[name];
  if (read === undefined) throw new Error(`No such fact: ${name}`);
  const value = found === undefined ? undefined : read(found);
  return [JSON.stringify(value) === JSON.stringify(expected) ? '' : fault(name, expected, value)];
}

const fault = (name: string, expected: unknown, value: unknown): string =>
  `${name} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`;

function unknownFault(field: string, why: string, found: FeedListing | undefined): string {
  const read = FACTS[field];
  if (read === undefined) throw new Error(`No such fact: ${field}`);
  const value = found === undefined ? undefined : read(found);
  if (value !== null && value !== undefined)
    return `${field} is ${JSON.stringify(value)}, not unknown (${why})`;
  const reported = REPORTED_AS[field] ?? field;
  const isReported = found?.valueIssues.some((issue) => issue.field === reported) === true;
  return isReported ? '' : `${field} is unknown without a report (${why})`;
}

function searchedTokens({ listing }: FeedListing): string[] {
  const { make, model, fullDescription, loc, dealer, sourceTerms } = listing;
  return [make, model, fullDescription, loc, dealer, sourceTerms].flatMap((text) => tokensOf(text ?? ''));
}

const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
