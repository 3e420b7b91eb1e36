// Checks the two meta pages of an LMDB file before the file is mapped: touching a mapped page past the end of a truncated file
// would kill the process with SIGBUS. Commits write the meta pages alternately, and the higher transaction number wins. A damaged
// number could select the state before the last commit, so it must match the root page's, which every commit writes again.
//
//   page    0  page number (8)    8  transaction that wrote it (8)   16  pad, flags (2+2; 8 = meta page)   24  end
//   meta   24  magic (4)         28  format (4)       40  map size (8)      48  page size (4)
//          88  root of the free list (8)             136  root of the data (8)
//         144  last page number (8)                  152  transaction number (8)
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { fsyncFile, fsyncDirectory } from '../files/atomic-write.ts';
import { Problem } from '../problem.ts';
import { sleepSync } from '../files/namespace-lock.ts';
import { Damage, dataVersion, Unusable, STOCK_FILE } from './store-problem.ts';

const MAGIC = 0xbeefc0de;
const LMDB_FORMAT = 2;
const META_PAGE = 8;
const META_END = 160;
const NO_ROOT = 0xffffffffffffffffn;
/** Length of a page's header up to its flags, in bytes. */
const PAGE_HEADER = 20;

/** Attempts to read the meta pages before they count as damaged: a writer may be changing them. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 5;

interface LmdbFileSize {
  readonly fileBytes: number;
  /** Minimum size in bytes: every page up to the last one in use. */
  readonly neededBytes: number;
}

/**
 * Throws a Problem `data_…` unless the meta pages show a complete LMDB file. `isNewCopy`: a compact copy that LMDB has just made,
 * in which every page has the transaction number 1. A file that a writer left in mid-commit may be too short, because no page in
 * use is missing.
 */
export function checkMetaPages(folder: string, path: string, isNewCopy = false): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return checkOnce(folder, path, isNewCopy);
    } catch (error) {
      // A writer may be changing the meta pages.
      if (!(error instanceof Problem) || error.code !== 'data_damaged' || attempt === ATTEMPTS) throw error;
      sleepSync(RETRY_DELAY_MS);
    }
  }
}

function checkOnce(folder: string, path: string, isNewCopy: boolean): void {
  const { fileBytes, neededBytes } = readFileSize(folder, path, isNewCopy);
  if (fileBytes < neededBytes && !existsSync(markerPath(path))) {
    throw new Damage(folder, `${STOCK_FILE} has ${fileBytes} bytes and should have ${neededBytes}`);
  }
}

/**
 * Durably marks the file as possibly shorter than its meta pages say: LMDB does not write pages at the end that a transaction
 * allocated and freed, so until `endWriting` the file looks truncated. Call before each transaction, with the writer's lock.
 */
export function beginWriting(folder: string, path: string): void {
  closeSync(openSync(markerPath(path), 'w'));
  fsyncDirectory(folder);
}

/** Extends the file to the length in its meta pages, and removes the marker. Call after each transaction, committed or not. */
export function endWriting(folder: string, path: string): void {
  extendToLastPage(folder, path);
  rmSync(markerPath(path), { force: true });
}

/** Extends the file to the length in its meta pages. Call with the writer's lock. */
export function extendToLastPage(folder: string, path: string): void {
  const { fileBytes, neededBytes } = readFileSize(folder, path);
  if (fileBytes >= neededBytes) return;
  truncateSync(path, neededBytes);
  fsyncFile(path);
}

/** Completes the file that a dead writer left. Call with the writer's lock. */
export function extendAfterCrash(folder: string, path: string): void {
  if (existsSync(markerPath(path))) endWriting(folder, path);
}

function markerPath(path: string): string {
  return `${path}-writing`;
}

function readFileSize(folder: string, path: string, isNewCopy = false): LmdbFileSize {
  // LMDB would crash the process on a folder, and overwrite the target of a link.
  if (lstatSync(`${path}-lock`, { throwIfNoEntry: false })?.isFile() === false)
    throw new Unusable(folder, `${STOCK_FILE}-lock in it is not a file`);
  const file = openSync(path, 'r');
  try {
    if (!fstatSync(file).isFile()) throw new Unusable(folder, `${STOCK_FILE} in it is not a file`);
    const first = readMetaPage(folder, file, 0, 0n);
    const second = readMetaPage(folder, file, first.pageBytes, 1n);
    if (first.pageBytes !== second.pageBytes) {
      throw new Damage(folder, `the two headers of ${STOCK_FILE} contradict each other`);
    }
    const [meta, before] = second.transaction > first.transaction ? [second, first] : [first, second];
    // A number that is damaged, but lower, would select the state before the last commit, whose root page is right too. The
    // other header of a compact copy has the number 0 or 1 until it is written.
    if (before.transaction > 1n && meta.transaction - before.transaction > 1n) {
      throw new Damage(folder, `the headers of ${STOCK_FILE} are not of commits that follow each other`);
    }
    const pages = meta.lastPage + 1n;
    if (meta.roots.some((root) => root !== NO_ROOT && root >= pages) || pages > 2n ** 40n) {
      throw new Damage(folder, `the header of ${STOCK_FILE} points past its end`);
    }
    // Read the size after the meta pages: a writer may add pages in between, but never removes any.
    const fileBytes = fstatSync(file).size;
    const neededBytes = Number(pages) * meta.pageBytes;
    if (fileBytes >= neededBytes) checkRoot(folder, file, isNewCopy ? { ...meta, transaction: 1n } : meta);
    return { fileBytes, neededBytes };
  } finally {
    closeSync(file);
  }
}

/** Checks that the root page has the transaction number of the meta page. They differ if the meta page is damaged. */
function checkRoot(folder: string, file: number, { roots, pageBytes, transaction }: MetaPage): void {
  const [, root] = roots;
  if (root === undefined || root === NO_ROOT) return;
  const page = Buffer.alloc(PAGE_HEADER);
  readSync(file, page, 0, PAGE_HEADER, Number(root) * pageBytes);
  if (page.readBigUInt64LE(0) !== root || page.readBigUInt64LE(8) !== transaction) {
    throw new Damage(folder, `the header of ${STOCK_FILE} does not lead to what was written last`);
  }
}

type MetaPage = ReturnType<typeof readMetaPage>;

function readMetaPage(folder: string, file: number, offset: number, pageNumber: bigint) {
  const page = Buffer.alloc(META_END);
  if (readSync(file, page, 0, META_END, offset) < META_END) {
    throw new Damage(folder, `${STOCK_FILE} ends within its header`);
  }
  if (
    page.readUInt32LE(24) !== MAGIC ||
    page.readUInt16LE(18) !== META_PAGE ||
    page.readBigUInt64LE(0) !== pageNumber
  ) {
    throw new Damage(folder, `${STOCK_FILE} does not begin as a file of this kind does`);
  }
  const format = page.readUInt32LE(28) & 0xffff;
  if (format !== LMDB_FORMAT) {
    throw dataVersion(folder, `${STOCK_FILE} has LMDB format ${format}, not ${LMDB_FORMAT}`);
  }
  const pageBytes = page.readUInt32LE(48);
  if (pageBytes < 512 || pageBytes > 65536 || (pageBytes & (pageBytes - 1)) !== 0) {
    throw new Damage(folder, `the header of ${STOCK_FILE} gives a page size of ${pageBytes} bytes`);
  }
  return {
    pageBytes,
    roots: [page.readBigUInt64LE(88), page.readBigUInt64LE(136)],
    lastPage: page.readBigUInt64LE(144),
    transaction: page.readBigUInt64LE(152),
  };
}
