// The file of a feed's fingerprints: a hash of the text and the rules of each record of the last run, and the key of its listing. The
// file is a cache with a checksum: a run without it reads all records.
import { readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { AtomicWrite, ensureDirectory } from '../../files/atomic-write.ts';
import type { VehicleIdentifiers } from '../../listing/listing.ts';
import type { Findings } from './record-result.ts';

/** A record that became a listing. */
export interface KnownRecord {
  readonly dealer: string;
  /** The host of its advert. */
  readonly host: string;
  readonly id: string;
  readonly vehicle: VehicleIdentifiers | undefined;
  readonly findings: Findings;
}

/** 96 bits of a hash: among ten million records, the chance of any collision is one in 10^15. */
export type Fingerprint = Uint32Array;
export const FINGERPRINT_WORDS = 3;

/** The file's metadata. JSON data. */
export interface FingerprintsHead {
  /** Identifies the program and the store; files of others are ignored. */
  readonly identity: string;
  /** Start of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  /** By dealer, the state of its listings after the run. */
  readonly states: Readonly<Record<string, string>>;
}

interface Trailer extends FingerprintsHead {
  readonly owners: readonly (readonly [dealer: string, host: string])[];
  readonly findings: readonly Findings[];
  readonly records: number;
}

/** Maximum distinct findings in the file; records with further ones are not stored. */
const MAX_FINDINGS = 10_000;

/** Bytes of a record before its texts: its fingerprint, the numbers of its owner and findings, and the lengths of its texts. */
const RECORD_BYTES = 24;
/** Bytes after the trailer: its length and the checksum of all before. */
const END_BYTES = 8;
const BUFFER_BYTES = 256 * 1024;
/** Numbers per slot: a fingerprint, and the record's position plus one. */
const SLOT = 4;

export class Fingerprints {
  readonly head: FingerprintsHead;
  readonly #bytes: Buffer;
  readonly #owners: Trailer['owners'];
  readonly #findings: readonly Findings[];
  readonly #slots: Uint32Array;

  private constructor(bytes: Buffer, end: number, trailer: Trailer) {
    this.head = trailer;
    this.#bytes = bytes;
    this.#owners = trailer.owners;
    this.#findings = trailer.findings;
    this.#slots = new Uint32Array(SLOT * 2 ** Math.ceil(Math.log2(trailer.records * 1.5 + 1)));
    for (let at = 0; at < end; at += recordBytes(bytes, at)) {
      const slot = this.#slotOf(
        bytes.readUInt32LE(at),
        bytes.readUInt32LE(at + 4),
        bytes.readUInt32LE(at + 8),
      );
      this.#slots[slot] = bytes.readUInt32LE(at);
      this.#slots[slot + 1] = bytes.readUInt32LE(at + 4);
      this.#slots[slot + 2] = bytes.readUInt32LE(at + 8);
      this.#slots[slot + 3] = at + 1;
    }
  }

  /** The records of a file; undefined if there is none, or if it is damaged or of another identity. */
  static read(path: string, identity: string): Fingerprints | undefined {
    try {
      const bytes = readFileSync(path);
      const end = bytes.length - END_BYTES;
      if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end + 4)) return undefined;
      const start = end - bytes.readUInt32LE(end);
      const trailer = JSON.parse(bytes.toString('utf8', start, end)) as Trailer;
      return trailer.identity === identity ? new Fingerprints(bytes, start, trailer) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The position of a record, for `at`; undefined if it is not known. */
  find([a, b, c]: Fingerprint): number | undefined {
    const found = this.#slots[this.#slotOf(a, b, c) + 3];
    return found === 0 ? undefined : found - 1;
  }

  /** The record at a position. */
  at(position: number): KnownRecord {
    const bytes = this.#bytes;
    const [dealer, host] = this.#owners[bytes.readUInt32LE(position + 12)];
    const findings = this.#findings[bytes.readUInt32LE(position + 16)];
    const idEnd = position + RECORD_BYTES + bytes.readUInt16LE(position + 20);
    const end = idEnd + bytes.readUInt16LE(position + 22);
    const id = bytes.toString('utf8', position + RECORD_BYTES, idEnd);
    const vehicle =
      end === idEnd ? undefined : (JSON.parse(bytes.toString('utf8', idEnd, end)) as VehicleIdentifiers);
    return { dealer, host, id, vehicle, findings };
  }

  /** The slot of a fingerprint, or the free slot for it. */
  #slotOf(a: number, b: number, c: number): number {
    const slots = this.#slots;
    const mask = slots.length / SLOT - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      if (slots[at + 3] === 0 || (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c)) return at;
    }
  }
}

function recordBytes(bytes: Buffer, at: number): number {
  return RECORD_BYTES + bytes.readUInt16LE(at + 20) + bytes.readUInt16LE(at + 22);
}

/** Writes the file record by record. Without `commit`, no file is left. */
export class FingerprintsWriter {
  readonly #write: AtomicWrite;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #filled = 0;
  #checksum = 0;
  #records = 0;
  /** The owners by dealer: most have one host. */
  readonly #owners = new Map<string, { host: string; number: number }>();
  readonly #ownerNumbers = new Map<string, number>();
  readonly #ownerList: [dealer: string, host: string][] = [];
  readonly #findings = new Map<string, { readonly findings: Findings; readonly number: number }>();
  #last: { readonly findings?: Findings; readonly number: number } = { number: 0 };

  /** Throws file system errors, as `add` and `commit` do. */
  constructor(path: string) {
    ensureDirectory(dirname(path));
    this.#write = new AtomicWrite(path, { isDurable: false });
  }

  /** The dealers of all records. */
  get dealers(): Iterable<string> {
    return this.#owners.keys();
  }

  add([a, b, c]: Fingerprint, { dealer, host, id, vehicle, findings }: KnownRecord): void {
    const number = this.#numberOf(findings);
    if (number === undefined) return;
    const vehicleText = vehicle === undefined ? '' : JSON.stringify(vehicle);
    const most = RECORD_BYTES + 3 * (id.length + vehicleText.length);
    if (this.#filled + most > BUFFER_BYTES) this.#flush();
    const buffer = this.#buffer;
    const at = this.#filled;
    buffer.writeUInt32LE(a, at);
    buffer.writeUInt32LE(b, at + 4);
    buffer.writeUInt32LE(c, at + 8);
    buffer.writeUInt32LE(this.#ownerOf(dealer, host), at + 12);
    buffer.writeUInt32LE(number, at + 16);
    const idBytes = buffer.write(id, at + RECORD_BYTES);
    const vehicleBytes = vehicleText === '' ? 0 : buffer.write(vehicleText, at + RECORD_BYTES + idBytes);
    buffer.writeUInt16LE(idBytes, at + 20);
    buffer.writeUInt16LE(vehicleBytes, at + 22);
    this.#filled = at + RECORD_BYTES + idBytes + vehicleBytes;
    this.#records += 1;
  }

  commit(head: FingerprintsHead): void {
    const trailer: Trailer = {
      ...head,
      owners: this.#ownerList,
      findings: Array.from(this.#findings.values(), ({ findings }) => findings),
      records: this.#records,
    };
    this.#flush();
    const text = Buffer.from(JSON.stringify(trailer));
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(text.length, 0);
    end.writeUInt32LE(crc32(text, this.#checksum), 4);
    this.#append(text);
    this.#append(end);
    this.#write.commit();
  }

  /** Removes the file. Has no effect after `commit`. */
  discard(): void {
    this.#write.discard();
  }

  #numberOf(findings: Findings): number | undefined {
    // Of known records, all with equal findings have the same object.
    if (findings === this.#last.findings) return this.#last.number;
    // Most records have only origins, whose text is none of JSON.
    const { valueIssues, ignoredColumns, overridden, origins = '' } = findings;
    const isPlain = valueIssues.length === 0 && ignoredColumns === undefined && overridden === undefined;
    const key = isPlain ? origins : JSON.stringify(findings);
    let known = this.#findings.get(key);
    if (known === undefined) {
      if (this.#findings.size === MAX_FINDINGS) return undefined;
      known = { findings, number: this.#findings.size };
      this.#findings.set(key, known);
    }
    this.#last = { findings, number: known.number };
    return known.number;
  }

  #ownerOf(dealer: string, host: string): number {
    const last = this.#owners.get(dealer);
    if (last?.host === host) return last.number;
    const key = `${dealer} ${host}`;
    let number = this.#ownerNumbers.get(key);
    if (number === undefined) {
      number = this.#ownerList.push([dealer, host]) - 1;
      this.#ownerNumbers.set(key, number);
    }
    this.#owners.set(dealer, { host, number });
    return number;
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#append(bytes);
    this.#filled = 0;
  }

  #append(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#write.file, bytes, at);
  }
}
