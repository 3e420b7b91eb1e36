// Recognizes files that are not feeds: files other than text, web pages, and a server's error messages.
import { isObject } from '../../json.ts';
import { wordList } from '../tables/feed-tables.ts';
import { type Problem } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';
import { unreadable } from './feed-record.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Number of bytes that recognition needs: those of a zip archive with the name of its first file. */
export const BINARY_HEAD_BYTES = 128;

const WORKBOOK = 'Save the stock sheet as CSV (UTF-8) and import that.';
const UNPACK = 'Unpack it and import the feed in it.';
const EXPORT_TABLE = 'Export the table of the stock as CSV and import that.';
const E_MAIL = 'Save the feed that is attached, or its text alone, and import that.';

const AS_CSV = 'Ask for the stock as CSV, JSON or XML.';

/** The first bytes, as Latin-1, without a byte order mark. */
const SIGNATURES: readonly (readonly [start: RegExp, message: string])[] = [
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, `this is an Excel workbook (.xls). ${WORKBOOK}`],
  [/^%PDF-/, `this is a PDF document. ${AS_CSV}`],
  [/^%!PS/, `this is a document for a printer (PostScript). ${AS_CSV}`],
  [/^\{\\rtf/, 'this is a text document (RTF). Save it as plain text.'],
  [/^\x1f\x8b/, 'this is gzip within gzip. Compress the feed once.'],
  [/^BZh/, `this is a bzip2 archive. ${UNPACK}`],
  [/^\xfd7zXZ\0/, `this is an xz archive. ${UNPACK}`],
  [/^7z\xbc\xaf\x27\x1c/, `this is a 7z archive. ${UNPACK}`],
  [/^Rar!\x1a\x07/, `this is a RAR archive. ${UNPACK}`],
  [/^\x28\xb5\x2f\xfd/, `this is a zstd archive. ${UNPACK}`],
  [/^SQLite format 3\0|^\0\x01\0\0Standard (?:Jet|ACE) DB/, `this is a database. ${EXPORT_TABLE}`],
  [/^PAR1/, `this is a Parquet file. ${EXPORT_TABLE}`],
  [/^\x89PNG\r\n|^\xff\xd8\xff|^GIF8/, 'this is a picture. Check the address of the feed.'],
  [/^BEGIN:VCALENDAR/i, `this is a calendar (iCalendar). ${AS_CSV}`],
  [/^BEGIN:VCARD/i, `this is an address book (vCard). ${AS_CSV}`],
  [
    /^From \S+ +(?:\w{3} ){2}|^(?:Return-Path|Received|Delivered-To|MIME-Version): /,
    `this is e-mail. ${E_MAIL}`,
  ],
  [
    /^(?:--[^]*\n)?\s*(?:--[^\n]*\b(?:SQL|database) dump|(?:CREATE|DROP|ALTER) (?:TABLE|DATABASE)|INSERT INTO|LOCK TABLES|SET [@A-Z_]+ ?=|PRAGMA |\/\*!\d)/i,
    `this is a dump of a database (SQL). ${EXPORT_TABLE}`,
  ],
];

/** Throws a Problem `feed_unreadable` if a feed with these first bytes is not text. */
export function refuseBinary(head: Buffer, feed: string): void {
  const start = head.toString('latin1', 0, BINARY_HEAD_BYTES);
  const text = start.replace(/^\xef\xbb\xbf/, '');
  const message = zipMessage(start, head) ?? SIGNATURES.find(([signature]) => signature.test(text))?.[1];
  if (message !== undefined) throw unreadable(feed, message);
}

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

/** Length of the part of a page that is examined, in UTF-16 code units. */
export const MAX_PAGE_LENGTH = 16 * 1024;

const PAGE = /^<(?:!doctype html|html|head|body|script|style|meta|table|div|h1|center)[\s>]/i;
const TITLES = [/<title>(.*?)<\/title>/is, /<h1>(.*?)<\/h1>/is];
const PASSWORD = /type=["']?password/i;
const LOGIN = /\b(?:log|sign)[ -]?in\b/i;

export const START_LENGTH = 1024;

export function isWebPage(text: string): boolean {
  let start = text.slice(0, START_LENGTH).trimStart();
  // What XHTML and servers put before the page.
  while (start.startsWith('<?') || start.startsWith('<!--')) {
    const end = start.startsWith('<?') ? '?>' : '-->';
    const at = start.indexOf(end);
    if (at === -1) return false;
    start = start.slice(at + end.length).trimStart();
  }
  return PAGE.test(start);
}

export function webPageMessage(page: string): string {
  const title = TITLES.map((form) => form.exec(page)?.[1].trim()).find(Boolean);
  const got = title === undefined ? '' : ` (titled ${quoted(title)})`;
  return PASSWORD.test(page) || LOGIN.test(title ?? '')
    ? `this is a page to log in${got}, not a feed. Use an address that needs no login, or set the credentials of the feed.`
    : `this is a web page${got}, not a feed. It has no table of vehicles: check its URL.`;
}

const ERROR_MEMBERS =
  /^(?:message|msg|detail|title|type|status|statuscode|code|success|ok|timestamp|path|instance|trace|trace_?id|request_?id|documentation_url|data)$/i;

const ERROR_ELEMENT = /^(?:errors?|fault|exception|problem|errorresponse)$/i;

export function serverErrorOf(document: unknown): string | undefined {
  if (!isObject(document)) return undefined;
  for (const name of wordList('error')) {
    const text = Object.hasOwn(document, name) ? messageText(document[name], 3) : undefined;
    if (text !== undefined) return messageText(document, 1) ?? text;
  }
  const isMessage = Object.keys(document).every((name) => ERROR_MEMBERS.test(name));
  return isMessage ? messageText(document, 1) : undefined;
}

function messageText(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (Array.isArray(value) && depth > 0) return messageText(value[0], depth - 1);
  if (!isObject(value) || depth === 0) return undefined;
  const names = wordList('error text').filter((name) => Object.hasOwn(value, name));
  return names.map((name) => messageText(value[name], depth - 1)).find((text) => text !== undefined);
}

export function serverErrorOfXml(root: XmlElement): string | undefined {
  if (!ERROR_ELEMENT.test(root.name)) return undefined;
  const said = Object.values(root.toValues())
    .flat()
    .filter((text) => text.trim() !== '');
  return said.length === 0 ? undefined : said.join(', ');
}

export function serverError(feed: string, text: string): Problem {
  return unreadable(
    feed,
    `this is an error message, not a feed (got ${quoted(text)}). Check its address and credentials.`,
  );
}
