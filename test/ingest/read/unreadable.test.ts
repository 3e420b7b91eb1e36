// Files that are no feeds, and broken ones: the operator reads what was found and what to do next.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { problemOf } from '../collect.ts';

const zipOf = (name: string): Buffer => {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.alloc(300, 0x93)]);
};
const binary = (start: string): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(600, 0x9d)]);
const WORKBOOK = 'Save the stock sheet as CSV (UTF-8) and import that.';
const UNPACK = 'Unpack it and import the feed in it.';
const PAGE = 'It has no table of vehicles: check its URL.';

it.each<[string, string | Buffer, string]>([
  ['an .ods workbook', zipOf('mimetype'), `this is an OpenDocument file (.ods). ${WORKBOOK}`],
  [
    'an .xls workbook',
    binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    `this is an Excel workbook (.xls). ${WORKBOOK}`,
  ],
  ['a zip archive', zipOf('stock/used.csv'), `this is a zip archive (with 'stock/used.csv'). ${UNPACK}`],
  ['the start of a zip archive', Buffer.from('PK\x03\x04'), `this is a zip archive. ${UNPACK}`],
  ['a PDF', binary('%PDF-1.7\n'), 'this is a PDF document. Ask for the stock as CSV, JSON or XML.'],
  ['a bzip2 file', binary('BZh91AY'), `this is a bzip2 archive. ${UNPACK}`],
  ['a 7z file', binary('7z\xbc\xaf\x27\x1c'), `this is a 7z archive. ${UNPACK}`],
  ['a PDF in gzip', gzipSync('%PDF-1.7\n'), 'this is a PDF document. Ask for the stock as CSV, JSON or XML.'],
  [
    'a calendar',
    'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Ford Focus\nEND:VEVENT\nEND:VCALENDAR\n',
    'this is a calendar (iCalendar). Ask for the stock as CSV, JSON or XML.',
  ],
  [
    'a mailbox',
    'From stock@moor.example Wed May  1 09:12:00 2024\nFrom: Len <stock@moor.example>\n\nFord Fiesta\n',
    'this is e-mail. Save the feed that is attached, or its text alone, and import that.',
  ],
  [
    'a dump of a database',
    '\ufeff-- Stock of the site\n-- MySQL dump 10.13\n\nCREATE TABLE `cars` (`id` int);\n',
    'this is a dump of a database (SQL). Export the table of the stock as CSV and import that.',
  ],
  [
    'a report for a printer',
    `MOOR CARS          STOCK REPORT        PAGE 1\n\n${'U1   FORD    FOCUS    2017   49,210   £8,495\n'.repeat(4)}`,
    'its columns are set apart by spaces, as in a report for a printer. Ask for the report as CSV or as an Excel workbook.',
  ],
  [
    'a log of changes',
    [
      '{"event":"vehicle.created","vehicleId":"a1","data":{"make":"Kia","model":"Rio","price":5995,"url":"https://moor.example/1"}}',
      '{"event":"vehicle.price_changed","vehicleId":"a1","data":{"price":{"from":5995,"to":5495}}}',
      '{"event":"vehicle.sold","vehicleId":"a1","data":{}}',
    ].join('\n'),
    "this is a log of changes, and line 2 ('vehicle.price_changed') has only what changed, not the whole vehicle. Ask for a file that has each vehicle once, as it is now.",
  ],
  [
    'a web page',
    '\n<!-- a -->\n<!DOCTYPE html>\n<html lang="en"><head><title> Ferry Lane Cars </title></head></html>',
    `this is a web page (titled 'Ferry Lane Cars'), not a feed. ${PAGE}`,
  ],
  [
    'a web page of XHTML',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>',
    `this is a web page, not a feed. ${PAGE}`,
  ],
  [
    'a page to log in',
    `<html><head><title>Dealer portal</title></head><body><form><input type="password"></form></body></html>`,
    "this is a page to log in (titled 'Dealer portal'), not a feed. Use an address that needs no login, or set the credentials of the feed.",
  ],
  [
    'a page by the title of which one signs in',
    `<!doctype html><title>Sign in</title>${' '.repeat(40_000)}`,
    "this is a page to log in (titled 'Sign in'), not a feed. Use an address that needs no login, or set the credentials of the feed.",
  ],
  [
    'an error in JSON',
    '{"error":"invalid_token","error_description":"The access token expired"}',
    "this is an error message, not a feed (got 'invalid_token'). Check its address and credentials.",
  ],
  [
    'an error in XML',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
    "this is an error message, not a feed (got 'AccessDenied, Request has expired'). Check its address and credentials.",
  ],
  [
    'JSON cut in the middle',
    '{"vehicles": [\n{"id": "1", "make": "Ford", "model": "Ka"},\n{"id": "2", "ma',
    'the JSON object is not closed when the feed ends on line 3. It was truncated: fetch it again.',
  ],
  [
    'XML cut in the middle',
    '<cars>\n<car><id>1</id></car>\n<car><id>2</',
    "the XML ends on line 3 within the element 'id'. It was truncated: fetch it again.",
  ],
  [
    'CSV without a header',
    'FL-1,Ford,Fiesta,https://ferry.example/1\n',
    "line 1 holds values instead of column names (got 'FL-1,Ford,Fiesta,https://ferry.example/1'). The first row must name the " +
      'columns; if the feed has none, name them with --columns, for example --columns id,make,model,price, or let Forecourt guess them: forecourt feed inspect stock --suggest.',
  ],
])('%s', async (_, input, message) => {
  expect(await problemOf(input)).toBe(`feed_unreadable: stock: ${message}`);
  const bytes = Buffer.from(input);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) =>
    bytes.subarray(7 * n, 7 * n + 7),
  );
  expect(await problemOf(chunks)).toBe(`feed_unreadable: stock: ${message}`);
});

it.each<[string, string, string]>([
  ['nothing', '', 'the feed is empty. Nothing was imported. Check that its export has run.'],
  ['blank lines', ' \n\n', 'the feed is empty. Nothing was imported. Check that its export has run.'],
  ['a header alone', 'id,dealer,advert_url\n', 'the feed contains no records. Nothing was imported.'],
  [
    'no vehicle in an array',
    '{"vehicles":[],"total":0}',
    'the feed contains no records. Nothing was imported. Left out: total: 0.',
  ],
  [
    'JSON-LD without a vehicle',
    '[{"@type":"Organization"},{"@type":"WebPage"}]',
    'the feed contains no records. Nothing was imported. Left out: Organization, WebPage.',
  ],
])('%s is an empty feed', async (_, text, message) => {
  expect(await problemOf(text)).toBe(`feed_empty: stock: ${message}`);
});
