// Rows of CSV feeds as people and spreadsheets leave them: titles, totals, repeated headers, uneven rows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import type { ReadOptions } from '../../../src/ingest/run/read-feed.ts';
import { cellsOf } from '../../../src/ingest/read/tables/csv-cells.ts';
import { CsvReader } from '../../../src/ingest/read/tables/csv-reader.ts';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { outline, problemOf, resultsOf } from '../collect.ts';
import { fieldOf } from './field-of.ts';

const HEADER = 'id,dealer,advert_url,model,price';
const ROW = (id: number): string => `${id},a.example,https://a.example/${id},Golf,9995`;

async function read(
  text: string | Buffer,
  options: ReadOptions = {},
): Promise<{ results: string[]; notices: string[] }> {
  const notices: FeedNotice[] = [];
  const results = outline(await resultsOf(text, { ...options, onNotice: (notice) => notices.push(notice) }));
  return { results, notices: notices.map(({ line, reason, text: said }) => `${line} ${reason} ${said}`) };
}

describe('the header is found', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'over two rows, the second of words alone',
      `id,dealer,Web,Make,Odo,Cap\n,,link,name,000 mls,cc\n1,a.example,https://a.example/1,Kia,41.5,998\n`,
      ['3 1'],
      [],
    ],
    [
      'below a title',
      `Stock list 22/11/2026\n${HEADER}\n${ROW(1)}\n`,
      ['3 1'],
      ['1 before_header Stock list 22/11/2026'],
    ],
    [
      'below a title with delimiters and blank rows',
      `"Northgate Cars, Leeds",,,,\n,,,,\nAs at 22 November,,,,\n\n${HEADER}\n${ROW(1)}\n`,
      ['6 1'],
      ['1 before_header "Northgate Cars, Leeds",,,,', '3 before_header As at 22 November,,,,'],
    ],
    [
      'below comments, one of which names columns',
      `# exported 22/11/2026 04:00\n// id,dealer,advert_url,model,price\n${HEADER}\n${ROW(1)}\n# 1 car\n`,
      ['4 1'],
      [
        '1 before_header # exported 22/11/2026 04:00',
        '2 before_header // id,dealer,advert_url,model,price',
        '5 footnote # 1 car',
      ],
    ],
    ['in a comment, if nothing else names the columns', `#${HEADER}\n${ROW(1)}\n`, ['2 1'], []],
    ['below blank lines', `\n \n${HEADER}\n${ROW(1)}\n`, ['4 1'], []],
    [
      'with other delimiters than its title',
      `Stock, all sites\n${HEADER}\n${ROW(1)}\n`.replace(/,(?! )/g, ';'),
      ['3 1'],
      ['1 before_header Stock, all sites'],
    ],
    ['in lines that end in CR alone', `${HEADER}\r${ROW(1)}\r${ROW(2)}\r`, ['2 1', '3 2'], []],
    [
      'in lines that end in CR alone, with LF within quotes',
      `Our stock,,,,\r${HEADER.replace('model', '"model\n(range)"')}\r${ROW(1)}\r`,
      ['4 1'],
      ['1 before_header Our stock,,,,'],
    ],
    ['below sep=', `sep=;\r\n${HEADER}\r\n${ROW(1)}\r\n`.replaceAll(',', ';'), ['3 1'], []],
    [
      'below sep= with another delimiter in its names',
      `sep=|\nid|dealer|advert_url|model, variant, trim, grade\n1|a.example|https://a.example/1|x\n`,
      ['3 1'],
      [],
    ],
    ['below a quoted sep=', `"sep=\t"\n${HEADER}\n${ROW(1)}\n`.replaceAll(',', '\t'), ['3 1'], []],
    [
      'with blank names at its end',
      `${HEADER},,\n${ROW(1)},,\n${ROW(2)}\n`,
      ['2 1', '3 2'],
      ['3 short_row 2,a.example,https://a.example/2,Golf,9995'],
    ],
    [
      'below a row of groups, some of known names',
      `Vehicle,Dealer,,,Price\n${HEADER}\n${ROW(1)}\n`,
      ['3 1'],
      ['1 before_header Vehicle,Dealer,,,Price'],
    ],
    [
      'above the same in words',
      `${HEADER}\nStock number,Dealer website,Advert link,Car model,Asking price\n${ROW(1)}\n`,
      ['3 1'],
      ['2 repeated_header Stock number,Dealer website,Advert link,Car model,Asking price'],
    ],
    [
      'again within the feed',
      `${HEADER}\n${ROW(1)}\n${HEADER.toUpperCase()}\n${ROW(2)}\n`,
      ['2 1', '4 2'],
      ['3 repeated_header ID,DEALER,ADVERT_URL,MODEL,PRICE'],
    ],
  ])('%s', async (_, text, results, notices) => {
    expect(await read(text)).toEqual({ results, notices });
  });

  it('by names that a mapping knows', async () => {
    const mapping = parseMapping(
      { columns: { Nr: 'id', Seite: 'advert_url' }, constants: { dealer: 'a.example' } },
      'm',
    );
    expect(await read('Bestand\nNr;Seite;Typ\n1;https://a.example/1;Golf\n', { mapping })).toEqual({
      results: ['3 1'],
      notices: ['1 before_header Bestand'],
    });
  });

  it('of unknown names, as the first row that is about as long as the others', async () => {
    expect(await problemOf('Bestand\nNr;Blatt;Typ\nA;B;C\n')).toContain("(got 'nr;blatt;typ')");
  });
});

describe('a header over two rows', () => {
  it('is one if the names of both together say more', async () => {
    const csv =
      'Stock,Vehicle,,Trans-,Web\n' +
      'number,make,model,mission,address\n' +
      '1,Ford,Focus,Manual,https://a.example/1\n';
    const results = await resultsOf(csv, { dealer: 'a.example' });
    expect(results).toMatchObject([
      { line: 3, listing: { id: '1', make: 'Ford', model: 'Focus', transmission: 'Manual' } },
    ]);
  });

  it.each([
    ['units of the first', 'Ref,Miles,Web page', ',(000s),', '1,41.2,a.example/1'],
    ['ends of its names', 'Ref,Miles /,Web page', ',(000s),address', '1,41.2,a.example/1'],
  ])('is one if the second has the %s', async (_, first, second, record) => {
    const results = await resultsOf(`${first}\n${second}\n${record}\n`, { dealer: 'a.example' });
    expect(results).toMatchObject([{ line: 3, listing: { id: '1', mileageMiles: 41_200 } }]);
  });

  it('is one if the first tells the equal names of the second apart', async () => {
    const rows = [
      'Stock list',
      ',Dealer,Forecourt,',
      'Ref,asking £,asking £,Web page',
      '1,4000,5495,a.example/1',
    ];
    const results = await resultsOf(rows.join('\n'), { dealer: 'a.example' });
    expect(results).toMatchObject([{ line: 4, listing: { id: '1', priceGbp: 5495 } }]);
  });

  it('is one if merged cells of the first tell equal names apart, and keeps the known names beside them', async () => {
    const rows = [
      'Stock list,,,,,,,',
      'Car,,,Bought,,Retail,,Web',
      'Ref,Make,Model,Date,Price,Price,Age,Page',
      '1,Kia,Rio,2026-10-01,4000,5495,20,a.example/1',
    ];
    const results = await resultsOf(rows.join('\n'), { dealer: 'a.example' });
    expect(results).toMatchObject([
      { line: 4, listing: { id: '1', make: 'Kia', model: 'Rio', priceGbp: 5495 }, valueIssues: [] },
    ]);
  });

  it('is none if a title above equal names does not tell them apart: the amounts are reported', async () => {
    const rows = ['Stock list,,', 'Ref,Price,Price,Web page', '1,4000,5495,a.example/1'];
    const results = await resultsOf(rows.join('\n'), { dealer: 'a.example' });
    expect(results).toMatchObject([
      { listing: { id: '1', priceGbp: null }, valueIssues: [{ field: 'price', value: "'4000 or 5495'" }] },
    ]);
  });

  it('is one if the second has ends of its names, and known names below none', async () => {
    const rows = ['Ref,Make,Miles,,MOT,See', ',,(000s),Gearbox,till,page', '1,Kia,4.1,Manual,03/27,/1'];
    const results = await resultsOf(rows.join('\n'), { dealer: 'a.example' });
    expect(results).toMatchObject([
      { line: 3, listing: { id: '1', mileageMiles: 4100, transmission: 'Manual' } },
    ]);
  });

  it('is none if the second has values, or a cell below no name', async () => {
    const csv = (second: string): string => `Ref,Model -,,Web page\n${second}\n1,Golf,,a.example/1\n`;
    for (const second of ['2,Up,,a.example/2', ',spec,more,']) {
      const results = await resultsOf(csv(second), { dealer: 'a.example' });
      expect(results.at(-1)).toMatchObject({ listing: { id: '1', model: 'Golf' } });
      expect(results).toHaveLength(2);
    }
  });

  it('is none if the second is a record', async () => {
    const csv = 'id,advert_url,make,model\nford,https://a.example/ford,Ford,Model\n';
    expect(outline(await resultsOf(csv, { dealer: 'a.example' }))).toEqual(['2 ford']);
  });
});

describe('a row without a make', () => {
  it('has the make above if its model is of that', async () => {
    const rows = [
      'Ref,Make,Model,Page',
      '1,Seat,Ibiza FR,/1',
      '2,,Leon SE,/2',
      '3,,Rio 2,/3',
      '4,Mazda,CX-5,/4',
      '5,,3,/5',
    ];
    const results = await resultsOf(rows.join('\n'), { dealer: 'a.example' });
    const makes = ['SEAT', 'SEAT', null, 'Mazda', null];
    expect(results).toMatchObject(makes.map((make) => ({ listing: { make } })));
  });
});

describe('a row is left out of the records', () => {
  it.each([
    'Total,,,,"£19,990"',
    'TOTALS:,,,2,19990',
    'Grand total (2 cars),,,,19990',
    ',,,Total,19990',
    ',,,,19990',
    'TOTAL,2 cars,,,"19,990"',
    'Total,,19990',
    'Total vehicles: 2',
    '2 vehicles',
    'Average,,,,"9,995.00"',
    'End of file',
  ])('if it is a total: %s', async (total) => {
    expect(await read(`${HEADER}\n${ROW(1)}\n${ROW(2)}\n${total}\n`)).toEqual({
      results: ['2 1', '3 2'],
      notices: [`4 totals_row ${total}`],
    });
    expect((await read(`${HEADER}\n${ROW(1)}\n${ROW(2)}\n${total}`)).results).toEqual(['2 1', '3 2']);
  });

  it('if it is a footnote', async () => {
    const note = 'Prices are correct at the time of printing';
    expect(await read(`${HEADER}\n${ROW(1)}\n${note}\n`)).toEqual({
      results: ['2 1'],
      notices: [`3 footnote ${note}`],
    });
  });

  it('if it has no value', async () => {
    expect(await read(`${HEADER}\n,,,,\n${ROW(1)}\n , ,,,\n`)).toEqual({ results: ['3 1'], notices: [] });
  });

  it.each([
    'Totally,a.example,https://a.example/9,Golf,1',
    'T9,a.example,https://a.example/9,,',
    ',a.example,,Golf,1',
  ])('but not if it is a vehicle: %s', async (row) => {
    expect((await read(`${HEADER}\n${row}\n`)).results).toHaveLength(1);
  });
});

describe('a row of another length than the header', () => {
  it('has blanks for what it lacks', async () => {
    const [first, second] = await resultsOf(`${HEADER}\n1,a.example,https://a.example/1,Golf\n${ROW(2)}\n`);
    expect(first).toMatchObject({ kind: 'listing', listing: { id: '1', model: 'Golf', priceGbp: null } });
    expect(second).toMatchObject({ kind: 'listing', listing: { priceGbp: 9995 } });
  });

  it('may have blanks beyond the header', async () => {
    expect(await read(`${HEADER}\n${ROW(1)},, ,\n`)).toEqual({ results: ['2 1'], notices: [] });
  });

  it('is rejected alone if it has more values', async () => {
    const results = await resultsOf(`${HEADER}\n${ROW(1)},5dr\n${ROW(2)}\n`);
    expect(results).toMatchObject([
      {
        kind: 'rejection',
        line: 2,
        reason: 'malformed_row',
        message: 'the row has 6 columns, the header has 5: quote fields that contain delimiters',
      },
      { kind: 'listing', line: 3 },
    ]);
  });

  it('at the end is a truncated feed, unless other rows are short too', async () => {
    expect(await problemOf(`${HEADER}\n${ROW(1)}\n2,a.example,https://a.ex`)).toBe(
      'feed_unreadable: stock: the row that starts on line 3 has 3 columns, the header has 5. The row is truncated: fetch the feed again.',
    );
    const short = (id: number): string => `${id},a.example,https://a.example/${id}`;
    expect((await read(`${HEADER}\n${short(1)}\n${short(2)}`)).results).toEqual(['2 1', '3 2']);
  });
});

describe('columns', () => {
  it('of one name are told apart, and pictures of them all are used', async () => {
    const [result] = await resultsOf(
      'stock no,dealer,link,Image,Image,Notes,notes,\n1,a.example,https://a.example/1,https://a.example/a.jpg,https://a.example/b.jpg,One,Two,Three\n',
    );
    expect(result).toMatchObject({
      listing: {
        images: ['https://a.example/a.jpg', 'https://a.example/b.jpg'],
        fullDescription: 'One, Two',
      },
      ignoredColumns: ['column 8'],
    });
  });

  it('without a name are ignored silently while they are blank', async () => {
    const [result] = await resultsOf(`,${HEADER},\n,${ROW(1)},\n`);
    expect(result).toMatchObject({ kind: 'listing', listing: { id: '1' } });
    expect(result).not.toHaveProperty('ignoredColumns');
  });

  it('are named by --columns if the feed has no header', async () => {
    const columns = ['id', 'dealer', 'link', 'Mileage (km)', ''];
    const text = '1,a.example,https://a.example/1,100,x\n2,a.example,https://a.example/2,200,\n';
    const results = await resultsOf(text, { columns });
    expect(results).toMatchObject([
      { line: 1, listing: { id: '1', mileageMiles: 62 } },
      { line: 2, listing: { id: '2', mileageMiles: 124 } },
    ]);
  });

  it('are named by the mapping', async () => {
    const mapping = parseMapping(
      { header: ['Nr', 'advert_url'], columns: { Nr: 'id' }, constants: { dealer: 'a.example' } },
      'm',
    );
    expect(outline(await resultsOf('1\thttps://a.example/1\n', { mapping }))).toEqual(['1 1']);
    expect(() => parseMapping({ header: 'id' }, 'm')).toThrow('m: header must be a list of column names.');
  });

  it('that are named although the feed has a header leave it out', async () => {
    const columns = HEADER.split(',');
    expect(await read(`${HEADER}\n${ROW(1)}\n`, { columns })).toEqual({
      results: ['2 1'],
      notices: [`1 repeated_header ${HEADER}`],
    });
  });
});

describe('quotes', () => {
  it.each<[string, string[]]>([
    ['17" alloys', ['17" alloys']],
    ['"17" alloys, 5dr"', ['17" alloys, 5dr']],
    ['"17"" alloys, ""new"""', ['17" alloys, "new"']],
    ['1.0 "1" 5dr;x', ['1.0 "1" 5dr', 'x']],
    ['"a";"b" ;"";""', ['a', 'b', '', '']],
    [' "a"', [' "a"']],
    ['"a" "b"', ['a" "b']],
    ['', ['']],
  ])('%s are read as they are meant', (row, cells) => {
    expect(cellsOf(row, row.includes(';') ? ';' : ',')).toEqual(cells);
  });

  it('of correct CSV are read by the standard, over any number of lines and in any chunks', () => {
    const unit = fc.constantFrom('a', '"', ',', '\n', ' ', '\r\n', '; ', "'");
    const cell = fc.string({ unit, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (cells, size) => {
          const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
          const header = ['make', 'model', ...cells.map((_, n) => `c${n}`)].join(',');
          const text = `${header}\nFord,Ka,${quoted}\nKia,Rio,${quoted}\n`;
          const reader = new CsvReader('stock', { header: (names) => names, fieldOf });
          const records = [];
          for (let at = 0; at < text.length; at += size)
            records.push(...reader.push(text.slice(at, at + size)));
          records.push(...reader.end());
          const values = Object.fromEntries(cells.map((value, n) => [`c${n}`, value]));
          expect(records.map((item) => item.kind === 'record' && item.value)).toEqual([
            { make: 'Ford', model: 'Ka', ...values },
            { make: 'Kia', model: 'Rio', ...values },
          ]);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });

  it('that are inch marks do not join rows', async () => {
    const row = (id: number, model: string): string => `${id},a.example,https://a.example/${id},${model},1`;
    const text = `${HEADER}\n${row(1, '17" wheels')}\n${row(2, '"18" wheels"')}\n${ROW(3)}\n`;
    expect(await resultsOf(text)).toMatchObject([
      { line: 2, listing: { model: '17" wheels' } },
      { line: 3, listing: { model: '18" wheels' } },
      { line: 4, listing: { model: 'Golf' } },
    ]);
  });
});

it('a byte order mark of UTF-8 may come before Windows-1252', async () => {
  const text = Buffer.concat([
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from(
      `${HEADER}\n${ROW(1).replace('9995', '\xa39,995'.replace(',', ''))}\n2,a.example,https://a.example/2,Caf\xe9,\n`,
      'latin1',
    ),
  ]);
  const results = await resultsOf(text);
  expect(results).toMatchObject([{ listing: { priceGbp: 9995 } }, { listing: { model: 'Café' } }]);
});
