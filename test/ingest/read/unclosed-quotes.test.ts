// A row of CSV whose quote is not closed: it alone is rejected, and no other row is taken for its text.
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import type { RecordResult } from '../../../src/ingest/values/record-result.ts';
import { outline, problemOf, resultsOf } from '../collect.ts';

const HEADER = 'id,dealer,advert_url,description,price';

/** The line, id and price of each listing, the line and sentence of each rejection. */
function told(results: readonly RecordResult[]): string[] {
  return results.map((result) =>
    result.kind === 'listing'
      ? `${result.line}: ${result.listing.id} at ${result.listing.priceGbp}`
      : `${result.line}: ${result.kind === 'rejection' ? result.message : result.reason}`,
  );
}

const unclosed = (from: number, to: number, row = from): string =>
  `${row}: the quote that opens on line ${from} is not closed before line ${to}, where another row begins: ` +
  'double quotes within a field, and quote the field';

describe('a row without its closing quote', () => {
  it.each<[where: string, rows: string[], results: string[]]>([
    [
      'before a quoted description, so that both have together as many columns as the header',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,"Nice, clean",6000',
        '3,d.example,https://d.example/3,Tidy,7000',
      ],
      [unclosed(2, 3), '3: 2 at 6000', '4: 3 at 7000'],
    ],
    [
      'before rows without quotes, far from the next quote',
      [
        HEADER,
        '1,d.example,https://d.example/1,Tidy,4000',
        '2,d.example,https://d.example/2,"Lovely, one owner,5000',
        '3,d.example,https://d.example/3,Tidy,6000',
        '4,d.example,https://d.example/4,"Nice, clean",7000',
      ],
      ['2: 1 at 4000', unclosed(3, 4), '4: 3 at 6000', '5: 4 at 7000'],
    ],
    [
      'before a row of several lines',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,"Nice',
        'and clean",6000',
      ],
      [unclosed(2, 3), '3: 2 at 6000'],
    ],
    [
      'within its text of several lines',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car',
        'with one owner,5000',
        '2,d.example,https://d.example/2,"Nice, clean",6000',
      ],
      [unclosed(2, 4), '4: 2 at 6000'],
    ],
    [
      'several times',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely,5000',
        '2,d.example,https://d.example/2,"Nice,6000',
        '3,d.example,https://d.example/3,"Tidy, clean",7000',
      ],
      [unclosed(2, 3), unclosed(3, 4), '4: 3 at 7000'],
    ],
    [
      'before an inch mark that would close it',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,Alloys 17",6000',
      ],
      [unclosed(2, 3), '3: 2 at 6000'],
    ],
    [
      'before its address and price',
      [
        'id,description,advert_url,price',
        '1,"Lovely car,https://d.example/1,5000',
        '2,"Nice, clean",https://d.example/2,6000',
      ],
      [unclosed(2, 3), '3: 2 at 6000'],
    ],
    [
      'in the first column',
      [
        'description,advert_url,price,id',
        '"Lovely, one owner,https://d.example/1,5000,1',
        '"Nice, clean",https://d.example/2,6000,2',
      ],
      [unclosed(2, 3), '3: 2 at 6000'],
    ],
    [
      'in the last column, all of them quoted',
      [
        'id,advert_url,price,description',
        '"1","https://d.example/1","5000","Lovely car',
        '"2","https://d.example/2","6000","Nice, ""as new"""',
        '"3","https://d.example/3","7000","Tidy',
        'and clean"',
      ],
      [unclosed(2, 3), '3: 2 at 6000', '4: 3 at 7000'],
    ],
    [
      'in a feed without addresses of adverts',
      [
        'id,make,model,year,mileage,description,price',
        '1,Ford,Focus,2015,41000,"Lovely car,5000',
        '2,Kia,Rio,2017,32000,"Nice, clean",6000',
      ],
      [unclosed(2, 3), '3: 2 at 6000'],
    ],
    [
      'and no later quote',
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,Tidy,6000',
        '3,d.example,https://d.example/3,Clean,7000',
      ],
      [unclosed(2, 3), '3: 2 at 6000', '4: 3 at 7000'],
    ],
    [
      'in the second of its texts of several lines',
      [
        'id,advert_url,description,price,specification,mileage',
        '1,https://d.example/1,"Lovely',
        'car",5000,"Sunroof,41000',
        '2,https://d.example/2,"Nice, clean",6000,Alloys,32000',
      ],
      [unclosed(3, 4, 2), '4: 2 at 6000'],
    ],
  ])('%s is rejected alone', async (_, rows, results) => {
    const templates = { advert_url: 'https://d.example/{id}' };
    const hasAddresses = rows[0]?.includes('advert_url');
    const read = {
      dealer: 'd.example',
      mapping: hasAddresses ? undefined : parseMapping({ templates }, 'm'),
    };
    for (const end of ['\n', '\r\n', '\r'])
      expect(told(await resultsOf(rows.join(end) + end, read))).toEqual(results);
    expect(told(await resultsOf(rows.join('\n'), read))).toEqual(results);
  });

  it.each([';', '\t', '|'])(
    'is read with its quote as text in columns that %j separates',
    async (delimiter) => {
      const rows = [
        'id,dealer,advert_url,description,price',
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,"Nice; and | clean, as\tnew",6000',
      ];
      const text = rows.map((row) => row.replaceAll(/,(?! )/g, delimiter)).join('\n');
      expect(told(await resultsOf(text))).toEqual(['2: 1 at 5000', '3: 2 at 6000']);
    },
  );

  it('is rejected alone below names that --columns gives', async () => {
    const rows = [
      '1,d.example,https://d.example/1,"Lovely car,5000',
      '2,d.example,https://d.example/2,"Nice, clean",6000',
    ];
    expect(told(await resultsOf(rows.join('\n'), { columns: HEADER.split(',') }))).toEqual([
      unclosed(1, 2),
      '2: 2 at 6000',
    ]);
  });

  it('is rejected with all of its lines as they were sent', async () => {
    const rows = [
      HEADER,
      '1,d.example,https://d.example/1,"Lovely',
      'car,5000',
      '2,d.example,https://d.example/2,"Nice, clean",6000',
    ];
    const [rejection] = await resultsOf(rows.join('\n'), { keepRecords: true });
    expect(rejection).toMatchObject({
      reason: 'malformed_row',
      record: '1,d.example,https://d.example/1,"Lovely\ncar,5000',
    });
  });

  it('is rejected alone however the feed arrives', async () => {
    const text = Buffer.from(
      [
        HEADER,
        '1,d.example,https://d.example/1,"Lovely car,5000',
        '2,d.example,https://d.example/2,"Nice',
        'and clean",6000',
        '3,d.example,https://d.example/3,"Tidy, clean",7000',
      ].join('\r\n'),
    );
    for (const size of [1, 2, 3, 7, 50]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.subarray(n * size, (n + 1) * size),
      );
      expect(told(await resultsOf(chunks))).toEqual([unclosed(2, 3), '3: 2 at 6000', '5: 3 at 7000']);
    }
  });

  // Reading each row to the next quote again would take minutes.
  it('costs no more time where every row is one', async () => {
    const row = (n: number): string => `${n},d.example,https://d.example/${n},"Lovely car,5000`;
    const rows = Array.from({ length: 30_000 }, (_, n) => row(n));
    const end = '30000,d.example,https://d.example/30000,"Nice, clean",6000';
    const results = await resultsOf([HEADER, ...rows, end].join('\n'));
    expect(results).toHaveLength(30_001);
    expect(results.at(-1)).toMatchObject({ kind: 'listing', line: 30_002 });
  });
});

describe('a text of several lines stays one', () => {
  it.each<[with_: string, text: string, header?: string]>([
    [
      'lines of as many parts as the header has columns',
      'Lovely car\nABS,Alloys,Aircon,Sunroof,Radio\nClean',
    ],
    ['prices', 'Lovely car\nWas 6000,now 5000,save 1000,ask us,2000\n1,2,3,4,5'],
    ['addresses', 'See\nhttps://d.example/finance,and,https://d.example/visit,or,call us\nwww.d.example,now'],
    ['an address in the place of that of the advert', 'Call\nus,or see,https://d.example/finance,any,time'],
    ['doubled quotes', 'Our ""best"", says\n""the press"",once,""again"",https://d.example/1,""now""'],
    ['inch marks', 'Screen of 17" and\n18" alloys,all new,fitted,by us,4000'],
    ['quoted words', 'Lovely\n"as new" they say,see,https://d.example/press,for,"more" of it'],
    ['delimiters alone', 'Lovely\n,,,,\n,,"",,\nclean'],
    ['a comma at the end of its first line', 'Lovely, clean, yours,\n2 owners,2 keys,1 careful driver,x,y'],
  ])('with %s', async (_, text) => {
    for (const [before, after] of [
      ['1,d.example,https://d.example/1', ',5000'],
      ['"1","d.example","https://d.example/1"', ',"5000"'],
    ]) {
      const rows = [HEADER, `${before},"${text}"${after}`, '2,d.example,https://d.example/2,Tidy,6000'];
      const results = await resultsOf(rows.join('\n'));
      expect(outline(results)).toEqual(['2 1', `${2 + text.split('\n').length} 2`]);
      expect(results).toMatchObject([{ listing: { priceGbp: 5000 } }, { listing: { priceGbp: 6000 } }]);
    }
  });

  it('if it ends before the address, the price and the number of its own row', async () => {
    const rows = [
      'title,advert_url,price,id',
      '"Kia Rio,',
      'as new",https://d.example/1,5000,1',
      '"Kia',
      'Rio 2,as new",https://d.example/2,6000,2',
    ];
    expect(told(await resultsOf(rows.join('\n'), { dealer: 'd.example' }))).toEqual([
      '2: 1 at 5000',
      '4: 2 at 6000',
    ]);
  });
});

describe('a quote that is never closed', () => {
  it('is named with its line where it makes the row too long', async () => {
    const text = `${HEADER}\n1,d.example,https://d.example/1,"Lovely car,5000\n${'and clean\n'.repeat(120_000)}`;
    expect(await problemOf(text)).toBe(
      "feed_unreadable: stock: the row that starts on line 2 has a quote that is never closed (got '1,d.example,https://d.example/1,\"Lovely car,5000\\u000aand clean\\u000aand c…'). " +
        'Double quotes within a field, and quote the field.',
    );
  });
});

describe('a quote that is part of a text, in a table without commas between columns', () => {
  const header = 'id|dealer|advert_url|full_description|price';
  const row = (id: number, text: string): string =>
    `${id}|d.example|https://d.example/${id}|${text}|${id}000`;

  it.each([
    ['in the middle of the table', [row(1, '"Lovely, 17" alloys'), row(2, 'Tidy'), row(3, '19" wheels')]],
    ['in its last row', [row(1, 'Tidy'), row(2, '19" wheels'), row(3, '"Lovely, 17" alloys')]],
  ])('%s is read as it is', async (_, rows) => {
    const results = await resultsOf([header, ...rows].join('\n'));
    expect(told(results)).toEqual(['2: 1 at 1000', '3: 2 at 2000', '4: 3 at 3000']);
    const texts = results.map((result) =>
      result.kind === 'listing' ? result.listing.fullDescription : null,
    );
    expect(texts).toContain('"Lovely, 17" alloys');
  });

  it('is text too where the last columns are empty', async () => {
    const rows = ['id', 'dealer', 'advert_url', 'price', 'notes', 'colour'].join('\t');
    const line = (id: number): string => `${id}\td.example\thttps://d.example/${id}\t${id}000\t"17" alloys\t`;
    const tidy = '2\td.example\thttps://d.example/2\t2000\tTidy\tRed';
    expect(told(await resultsOf([rows, line(1), tidy, line(3)].join('\n')))).toEqual([
      '2: 1 at 1000',
      '3: 2 at 2000',
      '4: 3 at 3000',
    ]);
  });

  it('makes a row of another width one to mend', async () => {
    const rows = [row(1, '"Lovely|tidy'), row(2, 'Tidy')];
    expect(told(await resultsOf([header, ...rows].join('\n')))).toEqual([unclosed(2, 3), '3: 2 at 2000']);
  });
});
