// Recognizes files that are no text by their first bytes, and says what to do with each.
import { quoted } from '../../problem.ts';
import { unreadable } from './feed-record.ts';

/** Number of bytes that recognition needs: those of a zip archive with the name of its first file. */
export const BINARY_HEAD_BYTES = 128;

const WORKBOOK = 'Save the stock sheet as CSV (UTF-8) and import that.';
const UNPACK = 'Unpack it and import the feed in it.';

const SIGNATURES: readonly (readonly [bytes: string, message: string])[] = [
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', `this is an Excel workbook (.xls). ${WORKBOOK}`],
  ['%PDF-', 'this is a PDF document. Ask for the stock as CSV, JSON or XML.'],
  ['{\\rtf', 'this is a text document (RTF). Save it as plain text.'],
  ['\x1f\x8b', 'this is gzip within gzip. Compress the feed once.'],
  ['BZh', `this is a bzip2 archive. ${UNPACK}`],
  ['\xfd7zXZ\0', `this is an xz archive. ${UNPACK}`],
  ['7z\xbc\xaf\x27\x1c', `this is a 7z archive. ${UNPACK}`],
  ['Rar!\x1a\x07', `this is a RAR archive. ${UNPACK}`],
  ['\x28\xb5\x2f\xfd', `this is a zstd archive. ${UNPACK}`],
  ['SQLite format 3\0', 'this is an SQLite database. Export the stock as CSV and import that.'],
  ['\x89PNG\r\n', 'this is a picture. Check the address of the feed.'],
  ['\xff\xd8\xff', 'this is a picture. Check the address of the feed.'],
];

/** Throws a Problem `feed_unreadable` if a feed with these first bytes is no text. */
export function refuseBinary(head: Buffer, feed: string): void {
  const start = head.toString('latin1', 0, BINARY_HEAD_BYTES);
  const message =
    zipMessage(start, head) ?? SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
  if (message !== undefined) throw unreadable(feed, message);
}

/** Whether a file with these first bytes is an Excel workbook (.xlsx). */
export function isWorkbook(head: Buffer): boolean {
  return /^(?:\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/.test(firstFileOf(head) ?? '');
}

/** The name of the first file of a zip archive. Its header has the name's length at byte 26, and the name at byte 30. */
function firstFileOf(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, BINARY_HEAD_BYTES);
  if (!start.startsWith('PK\x03\x04')) return undefined;
  return head.length < 30 ? '' : start.slice(30, 30 + head.readUInt16LE(26));
}

function zipMessage(start: string, head: Buffer): string | undefined {
  if (start.startsWith('PK\x05\x06')) return 'this is a zip archive without a file. Check how it is made.';
  const name = firstFileOf(head);
  if (name === undefined) return undefined;
  if (name === 'mimetype') return `this is an OpenDocument file (.ods). ${WORKBOOK}`;
  const got = name === '' ? '' : ` (with ${quoted(name)})`;
  return `this is a zip archive${got}. ${UNPACK}`;
}
