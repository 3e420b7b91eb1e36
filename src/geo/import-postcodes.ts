// Imports published files of unit postcodes into a postcode table. All files are read before anything is written, so
// the table is replaced as a whole or not at all. Files are streamed: only the positions are held in memory.
import { pathFault } from '../files/path-fault.ts';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { Problem } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import {
  detectPostcodeFormat,
  KNOWN_FORMATS,
  type RowFault,
  type PostcodeFormat,
} from './postcode-formats.ts';
import { writePostcodeTable, STEPS_PER_DEGREE, type PostcodeColumns } from './postcode-table.ts';
import type { Point } from './great-circle.ts';

/** Why a row is not in the table. `repeated`: a later row has the same postcode. */
type SkippedRow = RowFault | 'repeated';

/** Every row counts either as a unit or as skipped. */
export interface PostcodeImport {
  readonly units: number;
  readonly skipped: Readonly<Record<SkippedRow, number>>;
}

/** More rows than any set of published files has: a limit on memory. */
const MAX_ROWS = 20_000_000;
/** Far longer than any row of these files: reached only after an unclosed quote. */
const MAX_ROW_BYTES = 65_536;
const ROWS_BETWEEN_REPORTS = 4096;

interface Source {
  readonly path: string;
  readonly file: FileHandle;
  readonly bytes: number;
  readonly gzipped: boolean;
}

/**
 * Replaces the table at `postcodeTablePath` with the units in `files`: CSV, plain or gzipped. `onProgress` reports bytes of the
 * files as stored, at last with both numbers equal. Problems `feed_unreadable` of a file, `data_unusable` of the table.
 */
export async function importPostcodeTable(
  files: readonly string[],
  postcodeTablePath: string,
  onProgress: (bytesRead: number, bytesTotal: number) => void = () => {},
): Promise<PostcodeImport> {
  const sources: Source[] = [];
  try {
    for (const path of files) sources.push(await openSource(path));
    const bytesTotal = sources.reduce((sum, { bytes }) => sum + bytes, 0);
    const units = new PostcodeCollector();
    const skipped = { not_a_unit: 0, no_position: 0, bad_position: 0, repeated: 0 };
    let bytesBefore = 0;
    for (const source of sources) {
      const start = bytesBefore;
      await readPostcodes(source, units, skipped, (bytes) => onProgress(start + bytes, bytesTotal));
      bytesBefore += source.bytes;
      onProgress(bytesBefore, bytesTotal);
    }
    const columns = units.columns();
    const count = columns.keys.length;
    if (count === 0) {
      throw new Problem('feed_unreadable', `No unit postcode with a position is in '${files.join("', '")}'.`);
    }
    skipped.repeated = units.count - count;
    writePostcodeTable(postcodeTablePath, columns);
    return { units: count, skipped };
  } finally {
    for (const { file } of sources) await file.close();
  }
}

async function openSource(path: string): Promise<Source> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size: bytes } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) throw unreadable(path, 'it is empty');
    if (buffer.toString('latin1') === 'PK\u0003\u0004') {
      throw unreadable(path, 'it is a zip archive. Unpack it and import the CSV files in it');
    }
    return { path, file, bytes, gzipped: buffer[0] === 0x1f && buffer[1] === 0x8b };
  } catch (error) {
    await file?.close();
    throw asProblem(path, error);
  }
}

async function readPostcodes(
  { path, file, gzipped }: Source,
  units: PostcodeCollector,
  skipped: Record<RowFault, number>,
  onBytes: (bytesRead: number) => void,
): Promise<void> {
  const bytes = file.createReadStream({ start: 0, autoClose: false });
  let format: PostcodeFormat | undefined;
  let rows = 0;
  const read = (record: string[]): void => {
    if (format === undefined) {
      format = formatOf(path, record);
      if (format.hasHeader) return;
    }
    const row = format.readRow(record);
    if (typeof row === 'string') skipped[row]++;
    else units.add(row.key, row.point);
    rows++;
    if (units.count > MAX_ROWS) throw unreadable(path, `with it, the files have more than ${MAX_ROWS} rows`);
    if (rows % ROWS_BETWEEN_REPORTS === 0) onBytes(bytes.bytesRead);
  };
  const csv = parse({
    bom: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Called before the next row is parsed, which tells a file of another kind from a damaged one.
    on_record: (record: string[]) => {
      read(record);
      return null;
    },
  });
  try {
    await (gzipped ? pipeline(bytes, createGunzip(), csv) : pipeline(bytes, csv));
  } catch (error) {
    if (error instanceof CsvError && format === undefined) throw unreadable(path, NOT_KNOWN, error);
    throw asProblem(path, error);
  }
  if (rows === 0) throw unreadable(path, 'it holds no postcode');
}

const NOT_KNOWN = `it is neither ${KNOWN_FORMATS}`;

function formatOf(path: string, firstRow: readonly string[]): PostcodeFormat {
  const format = detectPostcodeFormat(firstRow);
  if (format !== undefined) return format;
  const found = `its first line has ${firstRow.length} columns, ${quoted(firstRow.join(','))}`;
  throw unreadable(path, `${found}, so ${NOT_KNOWN}`);
}

// Errors that a file can cause become problems; others are returned unchanged.
function asProblem(path: string, error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error) || !('code' in error)) return error;
  if (error instanceof CsvError) {
    const line = typeof error['lines'] === 'number' ? `line ${error['lines']}` : 'a line';
    const finding = CSV_FINDINGS.get(error.code) ?? 'is not valid CSV';
    return unreadable(path, `${line} ${finding}, so it is damaged or cut off`, error);
  }
  if (typeof error.code === 'string' && error.code.startsWith('Z_')) {
    return unreadable(path, 'its gzip data is damaged or cut off', error);
  }
  return unreadable(path, FILE_FINDINGS.get(error.code) ?? pathFault(error) ?? error.message, error);
}

/** Collects units in any order and returns them as sorted columns. Takes 12 bytes per unit, twice that while sorting. */
export class PostcodeCollector {
  #keys = new Uint32Array(65_536);
  #lats = new Int32Array(65_536);
  #lngs = new Int32Array(65_536);
  #count = 0;

  /** Number of units added, repeated ones included. */
  get count(): number {
    return this.#count;
  }

  add(key: number, point: Point): void {
    if (this.#count === this.#keys.length) this.#grow();
    this.#keys[this.#count] = key;
    this.#lats[this.#count] = Math.round(point.lat * STEPS_PER_DEGREE);
    this.#lngs[this.#count] = Math.round(point.lng * STEPS_PER_DEGREE);
    this.#count++;
  }

  /** All units added, each postcode once, with the position added last. */
  columns(): PostcodeColumns {
    const added = this.#keys;
    const order = Uint32Array.from({ length: this.#count }, (_, position) => position);
    order.sort((a, b) => added[a] - added[b] || a - b);
    const last = order.filter((position, n) => added[position] !== added[order[n + 1]]);
    return {
      keys: last.map((position) => added[position]),
      lats: Int32Array.from(last, (position) => this.#lats[position]),
      lngs: Int32Array.from(last, (position) => this.#lngs[position]),
    };
  }

  #grow(): void {
    const length = this.#keys.length * 2;
    const keys = new Uint32Array(length);
    const lats = new Int32Array(length);
    const lngs = new Int32Array(length);
    keys.set(this.#keys);
    lats.set(this.#lats);
    lngs.set(this.#lngs);
    [this.#keys, this.#lats, this.#lngs] = [keys, lats, lngs];
  }
}

const CSV_FINDINGS = new Map<unknown, string>([
  ['CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', 'does not have as many columns as the lines before it'],
  ['CSV_QUOTE_NOT_CLOSED', 'opens a quote that is never closed'],
  ['CSV_MAX_RECORD_SIZE', `is longer than ${MAX_ROW_BYTES} bytes`],
]);

const FILE_FINDINGS = new Map<unknown, string>([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder. Name the CSV files in it'],
  ['EACCES', 'this user may not read it'],
]);

function unreadable(path: string, finding: string, cause?: unknown): Problem {
  return new Problem(
    'feed_unreadable',
    `'${path}' cannot be read as postcodes: ${finding}. The table of unit postcodes is unchanged.`,
    [],
    { cause },
  );
}
