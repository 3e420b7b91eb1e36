import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedProgress } from '../../../src/ingest/read/decompress.ts';
import { readFeed } from '../../../src/ingest/run/read-feed.ts';
import { resultsOf, NOW, outline, problemOf } from '../collect.ts';

const ONE = '{"id":"1","dealer":"a.example","advert_url":"https://a.example/1"}';
const TWO = '{"id":"2","dealer":"a.example","advert_url":"https://a.example/2"}';
const HEADER = 'id,dealer,advert_url,model';
const ROW = '1,a.example,https://a.example/1,Golf';

describe('a whole record', () => {
  const listing = {
    id: '8841',
    dealer: 'northgate-cars.example',
    advertUrl: 'https://northgate-cars.example/stock/8841',
    year: 2019,
    make: 'Volkswagen',
    model: 'Golf',
    mileageMiles: 12000,
    fuelType: 'Hybrid',
    transmission: 'Automatic',
    engineLitres: 1.4,
    priceGbp: 14995,
    loc: 'Leeds',
    postcode: 'LS1 4AP',
    point: { lat: 53.7965, lng: -1.5478 },
    thumbnail: 'https://northgate-cars.example/s.jpg',
    images: ['https://northgate-cars.example/1.jpg', 'https://northgate-cars.example/2.jpg'],
    fullDescription: 'One owner, "as new".',
    arrivedAt: Date.UTC(2026, 2, 14, 9, 30),
    sourceTerms: 'VW Plug-in Hybrid DSG blue',
  };

  const ORIGINS =
    'year\nmake\nmodel\nmileage\nfuel_type\ntransmission\nengine_size\nprice\nloc\npostcode\nlatitude\nlongitude\n' +
    'thumbnail\nimages\nfull_description\narrived_at';

  it('gives the same listing in JSON and CSV', async () => {
    const record = {
      id: '8841',
      dealer: 'https://www.Northgate-Cars.example/',
      advert_url: 'https://northgate-cars.example/stock/8841',
      year: '2019',
      make: 'VW',
      model: 'Golf',
      mileage: 12000,
      fuel_type: 'Plug-in Hybrid',
      transmission: 'DSG',
      engine_size: 1.4,
      price: 14995,
      loc: 'Leeds',
      postcode: 'ls1 4ap',
      latitude: 53.7965,
      longitude: -1.5478,
      thumbnail: 'https://northgate-cars.example/s.jpg',
      images: ['https://northgate-cars.example/1.jpg', 'https://northgate-cars.example/2.jpg'],
      full_description: 'One owner,\n"as new".',
      arrived_at: '2026-03-14T09:30:00Z',
      colour: 'blue',
      hue: 'light',
    };
    const csv =
      'hue,colour, ID ,Dealer,advert_url,year,make,model,mileage,fuel_type,transmission,engine_size,price,loc,postcode,' +
      'latitude,longitude,thumbnail,images,full_description,arrived_at\r\n' +
      'light,blue,8841,northgate-cars.example,https://northgate-cars.example/stock/8841,2019,VW,Golf,"12,000 miles",' +
      'Plug-in Hybrid,DSG,1.4,"£14,995",Leeds,LS1 4AP,53.7965,-1.5478,https://northgate-cars.example/s.jpg,' +
      'https://northgate-cars.example/1.jpg|https://northgate-cars.example/2.jpg,"One owner,\r\n""as new"".",' +
      '2026-03-14T09:30:00Z\r\n';
    expect(await resultsOf(JSON.stringify(record))).toEqual([
      { kind: 'listing', line: 1, listing, origins: ORIGINS, valueIssues: [], ignoredColumns: ['hue'] },
    ]);
    expect(await resultsOf(`[${JSON.stringify(record)}]`)).toEqual([
      { kind: 'listing', line: 1, listing, origins: ORIGINS, valueIssues: [], ignoredColumns: ['hue'] },
    ]);
    expect(await resultsOf(csv)).toEqual([
      { kind: 'listing', line: 2, listing, origins: ORIGINS, valueIssues: [], ignoredColumns: ['hue'] },
    ]);
  });

  it('needs only an id, a dealer and an advert', async () => {
    const nothing = {
      year: null,
      make: null,
      model: null,
      mileageMiles: null,
      fuelType: null,
      transmission: null,
    };
    const more = {
      engineLitres: null,
      priceGbp: null,
      loc: null,
      postcode: null,
      point: null,
      thumbnail: null,
    };
    expect(await resultsOf(ONE)).toEqual([
      {
        kind: 'listing',
        line: 1,
        listing: {
          id: '1',
          dealer: 'a.example',
          advertUrl: 'https://a.example/1',
          ...nothing,
          ...more,
          images: [],
          fullDescription: null,
          arrivedAt: null,
          sourceTerms: null,
        },
        origins: '',
        valueIssues: [],
      },
    ]);
  });
});

describe('formats', () => {
  it.each([
    ['NDJSON', `${ONE}\n${TWO}\n`, ['1 1', '2 2']],
    ['NDJSON without a last line end', `${ONE}\n${TWO}`, ['1 1', '2 2']],
    ['NDJSON with CRLF and blank lines', `\r\n${ONE}\r\n  \r\n\r\n${TWO}\r\n`, ['2 1', '5 2']],
    ['a JSON array on one line', `[${ONE},${TWO}]`, ['1 1', '1 2']],
    [
      'a JSON array on many lines',
      ` \n[\n${ONE}\n,\n\n{"a":[1,{"b":"]}\\"\\\\"}],\n${TWO.slice(1)}]\n\n`,
      ['3 1', '6 2'],
    ],
    ['CSV', `${HEADER}\n${ROW}\n`, ['2 1']],
    ['CSV without a last line end', `${HEADER}\n${ROW}`, ['2 1']],
    ['CSV with CRLF and blank lines', `\r\n${HEADER}\r\n\r\n${ROW}\r\n \r\n`, ['4 1']],
    ['CSV with mixed line ends', `${HEADER}\r\n${ROW}\n${ROW}\r\n`, ['2 1', '3 1']],
    [
      'CSV with line ends in quotes',
      `"id",dealer,advert_url,model\n1,a.example,https://a.example/1,"a\r\n\nb"\n${ROW}`,
      ['2 1', '5 1'],
    ],
    ['CSV with semicolons', `${HEADER}\n${ROW}\n`.replaceAll(',', ';'), ['2 1']],
    ['CSV with tabs', `${HEADER}\n${ROW}\n`.replaceAll(',', '\t'), ['2 1']],
    ['CSV with pipes', `${HEADER}\n${ROW}\n`.replaceAll(',', '|'), ['2 1']],
    [
      'CSV with a quoted header',
      '"id";"dealer";"advert_url";"a, b, c, d"\n1;a.example;https://a.example/1;',
      ['2 1'],
    ],
    [
      'XML',
      `<listings>\n<listing><id>1</id><dealer>a.example</dealer><advert_url>https://a.example/1</advert_url></listing></listings>`,
      ['2 1'],
    ],
    ['a byte order mark before NDJSON', `\ufeff${ONE}`, ['1 1']],
    ['a byte order mark before CSV', `\ufeff${HEADER}\n${ROW}`, ['2 1']],
    [
      'values that are not objects',
      `${ONE}\n5\n"x"\nnull\n[1]`,
      ['1 1', '2 not_an_object', '3 not_an_object', '4 not_an_object', '5 not_an_object'],
    ],
    [
      'an array of values that are not objects',
      '[1, "a,]", null, [2]]',
      ['1 not_an_object', '1 not_an_object', '1 not_an_object', '1 not_an_object'],
    ],
  ])('reads %s', async (_, text, expected) => {
    expect(outline(await resultsOf(text))).toEqual(expected);
  });

  it('preserves quotes, commas and line ends in quoted CSV fields', async () => {
    const [result] = await resultsOf(`${HEADER}\n1,a.example,https://a.example/1,"Golf ""R"", 5dr"\n`);
    expect(result).toMatchObject({ kind: 'listing', listing: { model: 'Golf "R", 5dr' } });
    const [broken] = await resultsOf(`${HEADER}\n1,a.example,https://a.example/1,"Golf\nGTI"\n`);
    expect(broken).toMatchObject({ kind: 'listing', listing: { model: 'Golf GTI' } });
  });

  it('uses an explicit format instead of detecting it', async () => {
    expect(await problemOf(`${HEADER}\n${ROW}`, { format: 'ndjson' })).toBe(
      "feed_unreadable: stock: line 1 is not valid JSON (got 'id,dealer,advert_url,model'). " +
        'Each line must be one whole JSON object; a document of several lines must be an array.',
    );
    expect(await problemOf(HEADER, { format: 'json' })).toBe(
      'feed_unreadable: stock: line 1 does not open a JSON array or object. The feed must be one array of JSON objects.',
    );
    expect(outline(await resultsOf(`${HEADER}\n${ROW}`, { format: 'csv' }))).toEqual(['2 1']);
  });
});

describe('an empty feed', () => {
  const blank = 'the feed is empty. Nothing was imported. Check that its export has run.';
  const empty = 'the feed contains no records. Nothing was imported.';
  it.each([
    ['', blank],
    ['\ufeff', blank],
    [' \n\r\n', blank],
    ['[]', empty],
    [' [ \n] ', empty],
    [HEADER, empty],
    [`${HEADER}\r\n`, empty],
  ])('%j is a problem', async (text, message) => {
    expect(await problemOf(text)).toBe(`feed_empty: stock: ${message}`);
    expect(await problemOf(gzipSync(text))).toBe(`feed_empty: stock: ${message}`);
  });
});

describe('a structural fault', () => {
  const array = 'The feed must be one array of JSON objects.';
  const quote = 'Double quotes within a field, and quote the field.';
  it.each([
    [
      `${ONE}\n{"id":`,
      `line 2 is not valid JSON (got '{"id":'). Each line must be one whole JSON object; a document of several lines must be an array.`,
    ],
    [
      '{\n"id": "1"',
      'the JSON object is not closed when the feed ends on line 2. It was truncated: fetch it again.',
    ],
    [
      '{\n"id": one\n}',
      `the record that starts on line 1 is not valid JSON (got '{\\u000a"id": one\\u000a}'). Fetch the feed again, or have its export corrected.`,
    ],
    [
      `[${ONE}\n,{"id":1`,
      'the JSON array is not closed when the feed ends on line 2. It was truncated: fetch it again.',
    ],
    [
      `[${ONE}`,
      'the JSON array is not closed when the feed ends on line 1. It was truncated: fetch it again.',
    ],
    ['["', 'the JSON array is not closed when the feed ends on line 1. It was truncated: fetch it again.'],
    [`[${ONE}]\n[`, `line 2 continues after the end of the JSON array. ${array}`],
    [`[${ONE},]`, `line 1 has a comma without a record. ${array}`],
    [`[${ONE},\n,${TWO}]`, `line 2 has a comma without a record. ${array}`],
    ['[,]', `line 1 has a comma without a record. ${array}`],
    [
      `[${ONE},\n{"id":1]}`,
      'the JSON array is not closed when the feed ends on line 2. It was truncated: fetch it again.',
    ],
    ['[{"id" 1}]', `the record that starts on line 1 is not valid JSON (got '{"id" 1}'). ${array}`],
    ['[\n}\n]', `the record that starts on line 2 is not valid JSON (got '}'). ${array}`],
    ['<!doctype html><html>', 'this is a web page, not a feed. It has no table of vehicles: check its URL.'],
    [
      '42',
      "the header on line 1 lacks id, dealer and advert_url (got '42'). The first row must name the columns, separated " +
        'by commas, semicolons, tabs or pipes.',
    ],
    [
      'id,dealer,price\n1,a.example,2',
      "the header on line 1 lacks advert_url (got 'id,dealer,price'). Add --advert-url 'https://YOUR-DEALER/stock/{id}': " +
        "forecourt import stock --advert-url 'https://YOUR-DEALER/stock/{id}'.",
    ],
    [
      `${HEADER}\n${ROW}\n1,a.example`,
      'the row that starts on line 3 has 2 columns, the header has 4. The row is truncated: fetch the feed again.',
    ],
    [
      `${ROW}\n`,
      `line 1 holds values instead of column names (got '${ROW}'). The first row must name the columns; if the feed has ` +
        'none, name them with --columns, for example --columns id,make,model,price, or let Forecourt guess ' +
        'them: forecourt feed inspect stock --suggest.',
    ],
    [
      `${HEADER}\n${ROW}\n1,"a.example\n1,a.example,Golf\n`,
      `the row that starts on line 3 has a quote that is never closed (got '1,"a.example\\u000a1,a.example,Golf\\u000a'). ${quote}`,
    ],
    [
      `${HEADER}\n1,a,b,"17" wheels, 5dr\n2,a,b,c`,
      `the row that starts on line 2 has a quote that is never closed (got '1,a,b,"17" wheels, 5dr\\u000a2,a,b,c'). ${quote}`,
    ],
  ])('%j is reported with its line', async (text, message) => {
    expect(await problemOf(text)).toBe(`feed_unreadable: stock: ${message}`);
  });

  it('yields nothing after it', async () => {
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      const source = Readable.from([Buffer.from(`${ONE}\n${TWO}\n`), Buffer.from('{\n'), Buffer.from(ONE)]);
      for await (const batch of readFeed(source)) seen.push(...outline(batch));
    };
    await expect(reading()).rejects.toThrow('the feed: line 3 is not valid JSON');
    expect(seen).toEqual(['1 1', '2 2']);
  });
});

describe('an endless record', () => {
  const MIB = 1024 * 1024;
  const tooLong = (line: number): string =>
    `feed_unreadable: stock: the record that starts on line ${line} is longer than 1,048,576 characters. ` +
    'Check that every record is terminated.';

  it.each([
    ['NDJSON', `${ONE}\n{"id":"`, 2],
    ['JSON', `[${ONE},\n\n{"id":"`, 3],
    ['CSV', `${HEADER}\n${ROW}\n1,"`, 3],
    ['CSV of nothing but commas', `${HEADER}\n`, 2],
  ])('is not buffered in memory: %s', async (name, start, line) => {
    let taken = 0;
    function* chunks(): Generator<Buffer> {
      yield Buffer.from(start);
      for (; taken < 100; taken++) yield Buffer.alloc(MIB, name.endsWith('commas') ? ',' : 'x');
    }
    const reading = async (): Promise<void> => {
      for await (const batch of readFeed(Readable.from(chunks(), { highWaterMark: 1 }), { name: 'stock' }))
        void batch;
    };
    await expect(reading()).rejects.toThrow(tooLong(line).slice('feed_unreadable: '.length));
    expect(taken).toBeLessThan(8);
  });

  it('may have exactly the maximum length', async () => {
    const record = (length: number): string =>
      `${ONE.slice(0, -1)},"x":"${'y'.repeat(length - ONE.length - 7)}"}`;
    expect(record(MIB).length).toBe(MIB);
    expect(outline(await resultsOf(`${record(MIB)}\n`))).toEqual(['1 1']);
    expect(await problemOf(`${record(MIB + 1)}\n`)).toBe(tooLong(1));
    expect(outline(await resultsOf(`[${record(MIB)}]`))).toEqual(['1 1']);
    expect(await problemOf(`[${record(MIB + 1)}]`)).toBe(tooLong(1));
  });

  it('does not include blanks before the first record', async () => {
    expect(outline(await resultsOf(`${' \n'.repeat(MIB)}${ONE}`))).toEqual(['1048577 1']);
    expect(await problemOf(' '.repeat(3 * MIB))).toBe(tooLong(1));
  });
});

it('reports the first of two faults of any kind', async () => {
  expect(await problemOf(Buffer.from(`${ONE}\n{\n\xa3`, 'latin1'))).toContain('line 2 is not valid JSON');
  expect(await problemOf(Buffer.from(`${ONE}\n\x81\n{`, 'latin1'))).toContain('line 2 holds the byte 0x81');
});

describe('gzip', () => {
  it('is decompressed whatever the feed is called', async () => {
    expect(outline(await resultsOf(gzipSync(`${ONE}\n${TWO}`)))).toEqual(['1 1', '2 2']);
    const members = Buffer.concat([gzipSync(`${ONE}\n`), gzipSync(TWO)]);
    expect(outline(await resultsOf(members))).toEqual(['1 1', '2 2']);
  });

  it('that is truncated is reported', async () => {
    const whole = gzipSync(`${ONE}\n${TWO}`);
    for (const length of [2, 9, whole.length - 12, whole.length - 1]) {
      expect(await problemOf(whole.subarray(0, length))).toBe(
        'feed_unreadable: stock: the gzip data ends too early. The feed is truncated: fetch it again.',
      );
    }
  });

  it('that is damaged is reported', async () => {
    const damaged = gzipSync(`${ONE}\n${TWO}`);
    damaged.writeUInt8(0xff - damaged.readUInt8(damaged.length - 8), damaged.length - 8);
    expect(await problemOf(damaged)).toBe(
      'feed_unreadable: stock: the gzip data is damaged. Fetch the feed again.',
    );
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forecourt-feed-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (path: string, onProgress?: (progress: FeedProgress) => void): Promise<string[]> => {
    const lines: string[] = [];
    for await (const batch of readFeed(path, { now: NOW, ...(onProgress && { onProgress }) })) {
      lines.push(...outline(batch));
    }
    return lines;
  };

  it('are read by path, with progress in stored bytes', async () => {
    const path = join(folder, 'stock');
    const stored = gzipSync(`${ONE}\n${TWO}`);
    await writeFile(path, stored);
    const progress: FeedProgress[] = [];
    expect(await read(path, (now) => progress.push(now))).toEqual(['1 1', '2 2']);
    expect(progress).toEqual([{ bytesRead: stored.length, bytesTotal: stored.length }]);
  });

  it('that cannot be opened are reported by path', async () => {
    const missing = join(folder, 'missing.csv');
    await expect(read(missing)).rejects.toThrow(`${missing}: there is no such file.`);
    await expect(read(folder)).rejects.toThrow(`${folder}: this is a directory, not a file.`);
  });

  it('are read no faster than the results are consumed', async () => {
    const path = join(folder, 'long');
    await writeFile(path, `${ONE}\n`.repeat(100_000));
    let bytesRead = 0;
    for await (const batch of readFeed(path, {
      onProgress: (progress) => (bytesRead = progress.bytesRead),
    })) {
      void batch;
      break;
    }
    expect(bytesRead).toBe(128 * 1024);
  });

  it('report an unknown size for a stream', async () => {
    const progress: FeedProgress[] = [];
    await resultsOf(ONE, { onProgress: (now) => progress.push(now) });
    expect(progress).toEqual([{ bytesRead: ONE.length, bytesTotal: undefined }]);
  });
});
