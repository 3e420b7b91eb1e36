// The two pages that open an LMDB file, read before the file is mapped: a mapped page that lies past the end of a
// truncated file would end the process with a signal, not with an error. LMDB writes one of the two at each commit, in
// turn; the one with the higher transaction number holds. A damaged number could make it take the state before the last
// commit, so it must be the number that the root page was written with: every commit writes a new one.
//
//   page    0  page number (8)    8  transaction that wrote it (8)   16  pad, flags (2+2; 8 = meta page)   24  end
//   meta   24  magic (4)         28  format (4)       40  map size (8)      48  page size (4)
//          88  root of the free list (8)             136  root of the data (8)
//         144  last page number (8)                  152  transaction number (8)
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, truncateSync } from 'node:fs';
import { fsyncFile, fsyncDirectory } from '../files/atomic-write.ts';
import { Problem } from '../problem.ts';
import { dataDamaged, dataVersion, dataUnusable, STOCK_FILE } from './store-problem.ts';

const MAGIC = 0xbeefc0de;
const LMDB_FORMAT = 2;
const META_PAGE = 8;
const META_END = 160;
const NO_ROOT = 0xffffffffffffffffn;
/** Of the header of any page, up to where its flags end. */
const PAGE_HEADER = 20;

/** How often the header is read before it counts as damaged, and how long in between. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 5;

interface LmdbFileSize {
  readonly fileBytes: number;
  /** What the file must hold at least: every page up to the last one in use. */
  readonly neededBytes: number;
}

/**
 * Throws a Problem unless the file at `path` is a whole LMDB file, as far as its header tells. `isNewCopy`: LMDB has just
 * made it as a compact copy, in which every page has the transaction number 1. A file that a writer left behind in mid-commit
 * may be shorter than its header says: no page in use is missing.
 */
export function checkMetaPages(folder: string, path: string, isNewCopy = false): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return checkOnce(folder, path, isNewCopy);
    } catch (error) {
      // A writer may be changing the header at this very moment.
      if (!(error instanceof Problem) || error.code !== 'data_damaged' || attempt === ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
    }
  }
}

function checkOnce(folder: string, path: string, isNewCopy: boolean): void {
  const { fileBytes, neededBytes } = readFileSize(folder, path, isNewCopy);
  if (fileBytes < neededBytes && !existsSync(markerPath(path))) {
    throw dataDamaged(folder, `${STOCK_FILE} has ${fileBytes} bytes and should have ${neededBytes}`);
  }
}

/**
 * Marks the file, on the disk too, as one that may be shorter than its header says. LMDB leaves out pages at the end that a
 * transaction took and gave back: until `endWriting` nobody can tell such a file from a truncated one. Only for the holder
 * of the writer's lock, before each transaction.
 */
export function beginWriting(folder: string, path: string): void {
  closeSync(openSync(markerPath(path), 'w'));
  fsyncDirectory(folder);
}

/** After the transaction, whatever came of it: the file is as long as its header says, and the mark gone. */
export function endWriting(folder: string, path: string): void {
  extendToLastPage(folder, path);
  rmSync(markerPath(path), { force: true });
}

/** Makes the file at `path` as long as its header says. Only for the holder of the writer's lock. */
export function extendToLastPage(folder: string, path: string): void {
  const { fileBytes, neededBytes } = readFileSize(folder, path);
  if (fileBytes >= neededBytes) return;
  truncateSync(path, neededBytes);
  fsyncFile(path);
}

function markerPath(path: string): string {
  return `${path}-writing`;
}

function readFileSize(folder: string, path: string, isNewCopy = false): LmdbFileSize {
  const file = openSync(path, 'r');
  try {
    if (!fstatSync(file).isFile()) throw dataUnusable(folder, `${STOCK_FILE} in it is not a file`);
    const first = readMetaPage(folder, file, 0, 0n);
    const second = readMetaPage(folder, file, first.pageBytes, 1n);
    if (first.pageBytes !== second.pageBytes) {
      throw dataDamaged(folder, `the two headers of ${STOCK_FILE} contradict each other`);
    }
    const meta = second.transaction > first.transaction ? second : first;
    const pages = meta.lastPage + 1n;
    if (meta.roots.some((root) => root !== NO_ROOT && root >= pages) || pages > 2n ** 40n) {
      throw dataDamaged(folder, `the header of ${STOCK_FILE} points past its end`);
    }
    // The size is taken after the header: a writer may add pages in between, but takes none away.
    const fileBytes = fstatSync(file).size;
    const neededBytes = Number(pages) * meta.pageBytes;
    if (fileBytes >= neededBytes) checkRoot(folder, file, isNewCopy ? { ...meta, transaction: 1n } : meta);
    return { fileBytes, neededBytes };
  } finally {
    closeSync(file);
  }
}

/** LMDB numbers both metas and pages by their transactions: of a state that was never committed so, they differ. */
function checkRoot(folder: string, file: number, { roots, pageBytes, transaction }: MetaPage): void {
  const [, root] = roots;
  if (root === undefined || root === NO_ROOT) return;
  const page = Buffer.alloc(PAGE_HEADER);
  readSync(file, page, 0, PAGE_HEADER, Number(root) * pageBytes);
  if (page.readBigUInt64LE(0) !== root || page.readBigUInt64LE(8) !== transaction) {
    throw dataDamaged(folder, `the header of ${STOCK_FILE} does not lead to what was written last`);
  }
}

type MetaPage = ReturnType<typeof readMetaPage>;

function readMetaPage(folder: string, file: number, offset: number, pageNumber: bigint) {
  const page = Buffer.alloc(META_END);
  if (readSync(file, page, 0, META_END, offset) < META_END) {
    throw dataDamaged(folder, `${STOCK_FILE} ends within its header`);
  }
  if (
    page.readUInt32LE(24) !== MAGIC ||
    page.readUInt16LE(18) !== META_PAGE ||
    page.readBigUInt64LE(0) !== pageNumber
  ) {
    throw dataDamaged(folder, `${STOCK_FILE} does not begin as a file of this kind does`);
  }
  const format = page.readUInt32LE(28) & 0xffff;
  if (format !== LMDB_FORMAT) {
    throw dataVersion(folder, `${STOCK_FILE} has LMDB format ${format}, not ${LMDB_FORMAT}`);
  }
  const pageBytes = page.readUInt32LE(48);
  if (pageBytes < 512 || pageBytes > 65536 || (pageBytes & (pageBytes - 1)) !== 0) {
    throw dataDamaged(folder, `the header of ${STOCK_FILE} gives a page size of ${pageBytes} bytes`);
  }
  return {
    pageBytes,
    roots: [page.readBigUInt64LE(88), page.readBigUInt64LE(136)],
    lastPage: page.readBigUInt64LE(144),
    transaction: page.readBigUInt64LE(152),
  };
}
