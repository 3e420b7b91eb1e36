// Files as dealers and their systems really send them, none of which can be imported as it is. The whole message is what
// the operator sees; it ends with the next step.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { inspectFeed } from '../../src/ingest/suggest/inspect-feed.ts';
import { Problem } from '../../src/problem.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

interface BrokenFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly dealer?: string;
  readonly message: string;
}

/** The start of a zip archive whose first file says that it is Excel's. */
const WORKBOOK = Buffer.from(
  `PK\u0003\u0004${'\0'.repeat(22)}\u0013\0\0\0[Content_Types].xml${'\0'.repeat(40)}`,
);
const CAR = { make: 'Ford', model: 'Fiesta', price: '8495' };
const FILES: readonly (readonly [what: string, file: BrokenFile])[] = [
  [
    'no address of the adverts',
    {
      name: 'dms.csv',
      content: 'StockNo,Make,Model,Price\n71,Ford,Fiesta,8495\n',
      dealer: 'northgate-cars.example',
      message: [
        "dms.csv: the header on line 1 lacks advert_url (got 'stockno,make,model,price').",
        "Add --advert-url 'https://northgate-cars.example/stock/{StockNo}': forecourt import dms.csv",
        "--dealer northgate-cars.example --advert-url 'https://northgate-cars.example/stock/{StockNo}'.",
      ].join(' '),
    },
  ],
  [
    'no dealer',
    {
      name: 'cars.json',
      content: JSON.stringify([
        { StockNo: '71', url: 'https://www.northgate-cars.example/71', ...CAR },
        { StockNo: '72', url: 'https://www.northgate-cars.example/72', ...CAR },
      ]),
      message: [
        'All 2 records were rejected, so nothing was imported. The first: line 1: dealer is missing.',
        'Add --dealer northgate-cars.example: forecourt import cars.json --dealer northgate-cars.example.',
        "All adverts are on that site: check that it is the dealer's.",
      ].join(' '),
    },
  ],
  [
    'no dealer, and adverts on several sites',
    {
      name: 'group.json',
      content: JSON.stringify([
        { StockNo: '71', url: 'https://www.northgate-cars.example/71', ...CAR },
        { StockNo: '72', url: 'https://southgate-cars.example/72', ...CAR },
      ]),
      message: [
        'All 2 records were rejected, so nothing was imported. The first: line 1: dealer is missing.',
        `The adverts are on several sites: if each is its dealer's, put {"dealer_from": "advert_url"} into a file`,
        'and add --mapping FILE: forecourt import group.json --mapping FILE.',
      ].join(' '),
    },
  ],
  [
    'neither dealer nor address, in XML',
    {
      name: 'stock export.xml',
      content:
        '<stock><vehicle><VehicleID>71</VehicleID><Make>Ford</Make></vehicle><vehicle><VehicleID>72</VehicleID><Make>Ford</Make></vehicle></stock>',
      message: [
        'All 2 records were rejected, so nothing was imported. The first: line 1: dealer is missing.',
        "Add --dealer YOUR-DEALER and --advert-url 'https://YOUR-DEALER/stock/{VehicleID}':",
        "forecourt import 'stock export.xml' --dealer YOUR-DEALER --advert-url 'https://YOUR-DEALER/stock/{VehicleID}'.",
        `If the adverts are on their dealers' sites, a mapping with "dealer_from": "advert_url" will do instead.`,
      ].join(' '),
    },
  ],
  [
    'a web page',
    {
      name: 'feed.csv',
      content: '<!DOCTYPE html><html><title>404 Not Found</title></html>',
      message: [
        "feed.csv: this is a web page (titled '404 Not Found'), not a feed.",
        'It has no table of vehicles: check its URL.',
      ].join(' '),
    },
  ],
  [
    'a damaged Excel workbook',
    {
      name: 'stock.xlsx',
      content: WORKBOOK,
      message: ['stock.xlsx: this Excel workbook (.xlsx) is damaged or truncated. Fetch it again.'].join(' '),
    },
  ],
  [
    'an error message',
    {
      name: 'api.json',
      content: '{"error":{"code":401,"message":"The API key has expired"}}',
      message: [
        "api.json: this is an error message, not a feed (got 'The API key has expired').",
        'Check its address and credentials.',
      ].join(' '),
    },
  ],
  [
    'cut in the middle',
    {
      name: 'cut.json',
      content: '[{"id":"71","make":"Ford"},\n{"id":"72","ma',
      message: [
        'cut.json: the JSON array is not closed when the feed ends on line 2.',
        'It was truncated: fetch it again.',
      ].join(' '),
    },
  ],
  [
    'one column, as with a wrong delimiter',
    {
      name: 'tilde.csv',
      content: 'StockNo~Make~Model~Price\n71~Ford~Fiesta~8495\n',
      message: [
        "tilde.csv: the header on line 1 lacks id, dealer and advert_url (got 'stockno~make~model~price').",
        'The first row must name the columns, separated by commas, semicolons, tabs or pipes.',
      ].join(' '),
    },
  ],
  [
    'a fault in the id of every record',
    {
      name: 'ids.json',
      content: JSON.stringify([
        { id: '7\n1', dealer: 'northgate-cars.example', advert_url: 'https://northgate-cars.example/71' },
      ]),
      message: [
        'The only record was rejected, so nothing was imported. The first: line 1: id must be a text of at most 200',
        String.raw`printable characters (got '7\u000a1'). To see what is in each column: forecourt feed inspect ids.json.`,
      ].join(' '),
    },
  ],
  [
    'no header',
    {
      name: 'bare.csv',
      content: '71,Ford,Fiesta,8495\n72,Ford,Focus,9495\n',
      message: [
        "bare.csv: line 1 holds values instead of column names (got '71,Ford,Fiesta,8495').",
        'The first row must name the columns; if the feed has none, name them with --columns, for example',
        '--columns id,make,model,price, or let Forecourt guess them: forecourt feed inspect bare.csv --suggest.',
      ].join(' '),
    },
  ],
  [
    'unknown names',
    {
      name: 'foreign.csv',
      content: 'Laufnummer;Hersteller;Typ\n71;Ford;Fiesta\n',
      message: [
        "foreign.csv: the header on line 1 lacks id, dealer and advert_url (got 'laufnummer;hersteller;typ').",
        'The first row must name the columns.',
        'If it does, let Forecourt guess what they are: forecourt feed inspect foreign.csv --suggest.',
      ].join(' '),
    },
  ],
  [
    'unknown names in JSON',
    {
      name: 'foreign.json',
      content: '[{"Laufnummer":"71","Hersteller":"Ford"}]',
      message: [
        'The only record was rejected, so nothing was imported. The first: line 1: id is missing.',
        'Let Forecourt guess what the columns are: forecourt feed inspect foreign.json --suggest.',
      ].join(' '),
    },
  ],
];

test.each(FILES)('%s', async (_, { name, content, dealer, message }) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  const options = { merge: false, ...(dealer !== undefined && { dealer }) };
  const feed = { name, source: join(folder, name) };
  const error: unknown = await importFeeds(join(folder, 'data'), [feed], options).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Problem);
  expect((error as Problem).message).toBe(message);
  expect((await inspectFeed(feed, options)).inspection.fault).toBe(message);
});
