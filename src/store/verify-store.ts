// Verifies a store in one read transaction: every value against its checksum, every table against its sums, and the tables
// against each other. It continues after findings, to report all damage in one run; only intact tables are compared.
import type { Key, Transaction } from 'lmdb';
import type { Listing, VehicleIdentifiers } from '../listing/listing.ts';
import { errorMessage, Problem } from '../problem.ts';
import { ADVERT_KEY_BYTES, writeAdvertKey } from './advert-table.ts';
import { lastSequence } from './change-log.ts';
import { splitListingKey, decodeRecord } from '../listing/codec.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { Damage } from './store-problem.ts';
import { changedAtOf, recordOf } from './stored-listing.ts';
import type { Table } from './table.ts';
import { vehicleKeys } from './vehicle-table.ts';

/** Maximum findings listed per table. */
const MAX_LISTED = 20;

export interface StoreReport {
  readonly sequence: number;
  /** Numbers of intact entries, by table. */
  readonly entries: Readonly<Record<string, number>>;
  /** Messages without a full stop. */
  readonly findings: readonly string[];
  /** Dealers whose listings are damaged, sorted. */
  readonly dealers: readonly string[];
}

export interface VerifyOptions {
  /** Called with every intact listing. */
  readonly onListing?: (listing: Listing) => void;
  /** Called periodically with the number of entries read. */
  readonly onProgress?: (entries: number) => void;
}

const PROGRESS_STEP = 10_000;

export function verifyStore(
  file: LmdbFile,
  transaction: Transaction,
  { onListing, onProgress }: VerifyOptions,
): StoreReport {
  const { tables } = file;
  const findings = new Findings();
  const entries: Record<string, number> = {};
  const dealers = new Set<string>();
  let read = 0;

  const survey = <K extends Key>(table: Table<K>, visit: (key: K, value: string) => void): void => {
    const { name } = table;
    let count = 0;
    let hasMismatch = false;
    try {
      const tally = file.tally(table, transaction);
      for (const { key, found } of table.survey({ transaction })) {
        read += 1;
        if (read % PROGRESS_STEP === 0) onProgress?.(read);
        if (found instanceof Problem) {
          hasMismatch = true;
          findings.add(name, found);
          if (name === 'listings' && typeof key === 'string') dealers.add(splitListingKey(key).dealer);
          continue;
        }
        count += 1;
        tally.add(found);
        findings.attempt(name, () => visit(key, found.value));
      }
      for (const { bucket, finding } of tally.differences()) {
        if (name === 'listings') dealers.add(bucket);
        // Entries with checksum mismatches miss in the sums too, and are already reported.
        if (!hasMismatch) findings.add(name, finding);
      }
    } catch (error) {
      findings.add(name, error);
    }
    entries[name] = count;
  };
  const parse = <K extends Key>(table: Table<K>, key: K, value: string): unknown =>
    file.parse(value, table.name, key);

  // The contents that the listings require of the other tables.
  const listed = new Map<string, number>();
  const addresses = new HashSum();
  const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
  survey(tables.listings, (key, value) => {
    const listing = decodeRecord(key, recordOf(value));
    if (listing === undefined || Number.isNaN(changedAtOf(value))) throw file.damagedEntry('listings', key);
    listed.set(listing.dealer, (listed.get(listing.dealer) ?? 0) + 1);
    writeAdvertKey(listing.advertUrl, advertKey);
    addresses.add(advertKey, 1);
    onListing?.(listing);
  });

  survey(tables.dealers, (dealer, value) => {
    const count = listed.get(dealer) ?? 0;
    listed.delete(dealer);
    if (Number(value) === count || findings.has('listings')) return;
    dealers.add(dealer);
    throw new Finding(`${dealer} should have ${value} listings, and has ${count}`);
  });
  if (!findings.has('dealers')) {
    for (const dealer of listed.keys()) {
      findings.add('dealers', `${dealer} has listings, but is not in dealers`);
    }
  }

  const counted = new HashSum();
  let duplicateAdverts = 0;
  survey(tables.adverts, (key, value) => {
    const [count] = parse(tables.adverts, key, value) as [number];
    counted.add(key, count);
    if (count > 1) duplicateAdverts += count;
  });
  const areComparable = !findings.has('listings', 'adverts');
  if (areComparable && !counted.equals(addresses))
    findings.add('adverts', 'adverts do not match the listings');

  let identifierCount = 0;
  survey(tables.identifiers, (key, value) => {
    const identifiers = parse(tables.identifiers, key, value) as VehicleIdentifiers;
    if (tables.listings.get(key, { transaction }) === undefined) throw file.damagedEntry('identifiers', key);
    for (const vehicle of vehicleKeys(identifiers, key)) {
      identifierCount += 1;
      const keys = tables.vehicles.get(vehicle, { transaction }) ?? '[]';
      if (!(JSON.parse(keys) as unknown[]).includes(key)) throw file.damagedEntry('vehicles', vehicle);
    }
  });
  survey(tables.vehicles, (key, value) => {
    identifierCount -= (parse(tables.vehicles, key, value) as unknown[]).length;
  });
  if (identifierCount !== 0 && !findings.has('listings', 'identifiers', 'vehicles'))
    findings.add('vehicles', 'vehicles do not match identifiers');

  let sequence = 0;
  findings.attempt('meta', () => (sequence = lastSequence(file, transaction)));
  let logState = { forgotten: 0, keys: 0 };
  let duplicates = { adverts: 0 };
  survey(tables.meta, (key, value) => {
    if (key === 'log') logState = parse(tables.meta, key, value) as typeof logState;
    else if (key === 'duplicates') duplicates = parse(tables.meta, key, value) as typeof duplicates;
    else if (key.startsWith('feed/')) parse(tables.meta, key, value);
  });
  if (duplicates.adverts !== duplicateAdverts && !findings.has('adverts', 'meta'))
    findings.add('meta', 'the count of duplicate adverts does not match adverts');

  let reached = logState.forgotten;
  let logged = 0;
  survey(tables.log, (key, value) => {
    const [next] = key;
    logged += (parse(tables.log, key, value) as unknown[]).length;
    const isNext = next === reached || next === reached + 1;
    reached = next;
    if (!isNext) throw new Finding(`the change before ${next} is not in log`);
  });
  const isLogWhole = reached === sequence && logged === logState.keys;
  if (!isLogWhole && !findings.has('log', 'meta')) {
    const wanted = `${logState.keys} listings up to change ${sequence}`;
    findings.add('log', `log should name ${wanted}, and names ${logged} up to change ${reached}`);
  }

  survey(tables.owners, () => undefined);
  survey(tables.histories, (key, value) => void parse(tables.histories, key, value));
  survey(tables.reports, (key, value) => void parse(tables.reports, key, value));
  return { sequence, entries, findings: findings.messages(), dealers: [...dealers].sort() };
}

/** An inconsistency between tables. */
class Finding extends Error {}

class Findings {
  readonly #byTable = new Map<string, string[]>();
  readonly #known = new Set<string>();

  /** Adds a finding unless the table has it already: an entry may be read for several tables. */
  add(table: string, finding: unknown): void {
    const message = messageOf(finding);
    if (this.#known.has(message)) return;
    this.#known.add(message);
    const messages = this.#byTable.get(table) ?? [];
    this.#byTable.set(table, messages);
    messages.push(message);
  }

  /** Whether any of these tables has findings. */
  has(...tables: readonly string[]): boolean {
    return tables.some((table) => this.#byTable.has(table));
  }

  attempt(table: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Finding)) throw error;
      this.add(table, error);
    }
  }

  messages(): string[] {
    return Array.from(this.#byTable).flatMap(([table, messages]) => {
      const more = messages.length - MAX_LISTED;
      return more <= 0 ? messages : [...messages.slice(0, MAX_LISTED), `and ${more} more of ${table}`];
    });
  }
}

/** The message of a finding, without the folder and the advice of a Damage. */
function messageOf(finding: unknown): string {
  if (finding instanceof Damage) return finding.finding;
  return errorMessage(finding);
}

/** An order-independent sum of hashes, for comparing two sets. */
class HashSum {
  #count = 0;
  #low = 0;
  #high = 0;

  add(hash: Buffer, times: number): void {
    this.#count += times;
    this.#low = (this.#low + Math.imul(hash.readUInt32LE(0), times)) >>> 0;
    this.#high = (this.#high + Math.imul(hash.readUInt32LE(4), times)) >>> 0;
  }

  equals(other: HashSum): boolean {
    return this.#count === other.#count && this.#low === other.#low && this.#high === other.#high;
  }
}
