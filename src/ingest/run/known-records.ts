// Recognises records of a feed's last run by a hash of their values and rules, so that unchanged ones are not read again, if the
// transaction still has them. The file is a cache with a checksum. Importing a million unchanged records took 7.9 s, where a first
// import takes 41 s, and reading them without it 8.6 s.
import { readFileSync, writeSync } from 'node:fs';
import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { AtomicWrite, ensureDirectory } from '../../files/atomic-write.ts';
import { hostOf } from '../../listing/domain-name.ts';
import type { VehicleIdentifiers } from '../../listing/listing.ts';
import { VERSION } from '../../package-files.ts';
import type { FeedListing, Findings, KnownRecord, RecordResult } from '../values/record-result.ts';
import { KEY_LENGTH, LinesByKey } from './lines-by-key.ts';

/** The program. The build names its files after what is in them and in those that they import. */
const PROGRAM = `${VERSION} ${basename(import.meta.url)}`;

/** A record of the last run. It is read again only if its listing has changed in the store since. */
export interface UnchangedRecord {
  readonly kind: 'unchanged';
  readonly line: number;
  readonly known: KnownRecord;
  read(): RecordResult;
}

interface Trailer {
  /** The program and the stock; files of others are ignored. */
  readonly identity: string;
  /** Start of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The state of each dealer's listings after the run. */
  readonly states: Readonly<Record<string, string>>;
  readonly findings: readonly Findings[];
}

/** Bounds the memory: further records, and records with further findings, are read again. */
const MAX_RECORDS = 2_000_000;
const MAX_FINDINGS = 10_000;
/** So few that they die in V8's young generation. */
const LINES_PER_WRITE = 256;

export class KnownRecords {
  readonly #identity: string;
  readonly #startedAt: number;
  #write: AtomicWrite | undefined;
  #settings = '';
  #rules = '';
  /** The last run's file: its text, the lines of records in it, its findings, and the states of dealers' listings. */
  #text = '';
  #records: LinesByKey | undefined;
  #said: readonly Findings[] = [];
  #states: ReadonlyMap<string, string> = new Map();
  #lines: string[] = [];
  #written = 0;
  #checksum = 0;
  readonly #dealers = new Set<string>();
  readonly #findings = new Map<string, { readonly findings: Findings; readonly number: number }>();
  /** The last findings and their number: known records with equal ones share an object. */
  #saidLast: Findings | undefined;
  #number = 0;

  /** `storeId` is that of the stock, `startedAt` the start of the run, in milliseconds since 1970. */
  constructor(path: string, storeId: string, startedAt: number) {
    this.#identity = `${PROGRAM} ${storeId}`;
    this.#startedAt = startedAt;
    try {
      this.#read(path);
    } catch {
      // No file, or a damaged one.
    }
    this.#tryWriting(() => {
      ensureDirectory(dirname(path));
      this.#write = new AtomicWrite(path, { isDurable: false });
    });
  }

  /**
   * The key of a record by its value and the rules for it, but for the program; the year completes years of two digits. Undefined
   * if nested too deeply.
   */
  keyOf(value: unknown, settings: string): string | undefined {
    if (settings !== this.#settings) {
      this.#settings = settings;
      const year = new Date(this.#startedAt).getUTCFullYear();
      this.#rules = hash('sha256', `${settings} ${year}`, 'base64url');
    }
    try {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return hash('sha256', this.#rules + text, 'base64url').slice(0, KEY_LENGTH);
    } catch {
      return undefined;
    }
  }

  find(key: string | undefined): KnownRecord | undefined {
    const found = key === undefined ? undefined : this.#records?.find(key);
    if (key === undefined || found === undefined) return undefined;
    const [start, end] = found;
    const text = this.#text;
    let at = start + KEY_LENGTH + 1;
    // Takes half the time of splitting the line.
    const next = (): string => {
      const from = at;
      at = text.indexOf('\t', from) + 1;
      return text.slice(from, at - 1);
    };
    const [dealer, host, id, number] = [next(), next(), next(), next()];
    return {
      ...{ key, dealer, host, id },
      findings: this.#said[Number(number)] ?? { valueIssues: [] },
      vehicle: at === end ? undefined : (JSON.parse(text.slice(at, end)) as VehicleIdentifiers),
    };
  }

  /** The record with this value, as `find` finds it. Costs nothing if there was no last run. */
  findValue(value: unknown, settings: string): KnownRecord | undefined {
    return this.#records && this.find(this.keyOf(value, settings));
  }

  stateOf(dealer: string): string | undefined {
    return this.#states.get(dealer);
  }

  add(key: string, { listing, vehicle, ...result }: FeedListing): void {
    const { valueIssues, ignoredColumns, overridden, origins } = result;
    // What is in the future now will not always be.
    if (valueIssues.some(({ reason }) => reason === 'in_future')) return;
    const { dealer, id, advertUrl } = listing;
    const findings = { valueIssues, ignoredColumns, overridden, origins };
    this.keep({ key, dealer, host: hostOf(advertUrl), id, vehicle, findings });
  }

  keep({ key, dealer, host, id, vehicle, findings }: KnownRecord): void {
    if (this.#write === undefined || this.#written + this.#lines.length >= MAX_RECORDS) return;
    if (findings !== this.#saidLast) {
      this.#saidLast = findings;
      const { origins = '', valueIssues, ignoredColumns, overridden } = findings;
      // Most records have only origins, whose text is none of JSON.
      const isPlain = valueIssues.length === 0 && ignoredColumns === undefined && overridden === undefined;
      const said = isPlain ? origins : JSON.stringify(findings);
      this.#number = this.#findings.get(said)?.number ?? this.#findings.size;
      if (this.#number === this.#findings.size && this.#number < MAX_FINDINGS)
        this.#findings.set(said, { findings, number: this.#number });
    }
    if (this.#number === MAX_FINDINGS) return;
    this.#dealers.add(dealer);
    const vehicleText = vehicle === undefined ? '' : JSON.stringify(vehicle);
    this.#lines.push(`${key}\t${dealer}\t${host}\t${id}\t${this.#number}\t${vehicleText}\n`);
    if (this.#lines.length === LINES_PER_WRITE) this.#tryWriting(() => this.#flush());
  }

  /** Saves what was remembered. `statesOf` gives the states of dealers' listings after the run. */
  save(statesOf: (dealers: Iterable<string>) => Readonly<Record<string, string>>): void {
    const { size } = this.#dealers;
    const states = size === 0 ? {} : statesOf(this.#dealers);
    this.#tryWriting(() => {
      const findings = Array.from(this.#findings.values(), (said) => said.findings);
      const trailer: Trailer = { identity: this.#identity, startedAt: this.#startedAt, states, findings };
      this.#lines.push(`${JSON.stringify(trailer)}\n`);
      this.#flush();
      this.#lines.push(String(this.#checksum));
      this.#flush();
      this.#write?.commit();
    });
  }

  /** Drops what was not saved. */
  close(): void {
    this.#write?.discard();
    this.#write = undefined;
  }

  #read(path: string): void {
    const bytes = readFileSync(path);
    const end = bytes.lastIndexOf('\n') + 1;
    if (String(crc32(bytes.subarray(0, end))) !== bytes.toString('latin1', end)) return;
    const text = bytes.toString('utf8', 0, end);
    const trailerStart = text.lastIndexOf('\n', text.length - 2) + 1;
    const trailer = JSON.parse(text.slice(trailerStart)) as Trailer;
    // Under an earlier clock, what was in the past may be in the future.
    if (trailer.identity !== this.#identity || trailer.startedAt > this.#startedAt) return;
    this.#text = text;
    this.#records = new LinesByKey(text, trailerStart);
    this.#said = trailer.findings;
    this.#states = new Map(Object.entries(trailer.states));
  }

  #flush(): void {
    const bytes = Buffer.from(this.#lines.join(''));
    this.#written += this.#lines.length;
    this.#lines = [];
    this.#checksum = crc32(bytes, this.#checksum);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#write?.file ?? -1, bytes, at);
  }

  /** An import succeeds without the file. */
  #tryWriting(write: () => void): void {
    try {
      write();
    } catch {
      this.close();
    }
  }
}
