// Excel workbooks (.xlsx) as feeds: what a cell says, which sheets count, and archives that are not workbooks.
import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../../src/ingest/read/feed-record.ts';
import { outcomeOf, outline, problemOf, resultsOf } from '../../collect.ts';

const PART = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="&quot;paid&quot; 0"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';

interface Sheet {
  readonly name: string;
  /** Rows of `<c>` elements. */
  readonly rows: readonly string[];
  readonly state?: string;
  /** What follows the rows. */
  readonly rest?: string;
  readonly relations?: string;
}

function workbook(sheets: readonly Sheet[], texts: readonly string[] = []): Buffer {
  const ids = sheets.map((_, n) => n + 1);
  const sheetElements = sheets.map(
    ({ name, state }, n) =>
      `<sheet name="${name}" r:id="rId${n + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="${PART}"><sheets>${sheetElements.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${ids.map((n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': STYLES,
  };
  for (const [n, { rows, rest = '', relations }] of sheets.entries()) {
    const table = rows.map((cells, row) => (cells === '' ? '' : `<row r="${row + 1}">${cells}</row>`));
    parts[`xl/worksheets/sheet${n + 1}.xml`] =
      `<worksheet xmlns:r="${PART}"><sheetData>${table.join('')}</sheetData>${rest}</worksheet>`;
    if (relations !== undefined)
      parts[`xl/worksheets/_rels/sheet${n + 1}.xml.rels`] = `<Relationships>${relations}</Relationships>`;
  }
  return zipped(parts);
}

function zipped(parts: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** Cells of a row from column A on, with texts inline. */
function cells(...values: readonly string[]): string {
  return values
    .map((value, n) =>
      value.startsWith('<c') ? value : value === '' ? '' : inline(`${String.fromCharCode(65 + n)}`, value),
    )
    .join('');
}

const inline = (column: string, text: string): string =>
  `<c r="${column}1" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = cells('id', 'advert_url', 'make', 'price', 'year', 'model');
const dealer = 'northgate-cars.example';

describe('a cell of a workbook', () => {
  it.each([
    ['is a shared text, in one run or several', '<c r="F2" t="s"><v>0</v></c>', 'Golf GTI'],
    ['is a text of a formula', '<c r="F2" t="str"><f>A1</f><v>Polo</v></c>', 'Polo'],
    ['is a number as it is written', '<c r="F2"><v>500</v></c>', '500'],
    ['is a number without the noise of its binary digits', '<c r="F2"><v>2.2999999999999998</v></c>', '2.3'],
    ['that is an error is blank', '<c r="F2" t="e"><v>#N/A</v></c>', null],
    ['of a format with words is a number', '<c r="F2" s="3"><v>3008</v></c>', '3008'],
    [
      'has characters beyond ASCII',
      '<c r="F2" t="inlineStr"><is><t>Mégane &lt;&amp; 😀</t></is></c>',
      'Mégane <& 😀',
    ],
  ])('%s', async (_, cell, model) => {
    const row = cells('7', '/stock/7', 'Ford', '5000', '2017') + cell;
    const texts = ['<r><t>Golf </t></r><r><t>GTI</t></r><rPh><t>goru</t></rPh>'];
    const [result] = await resultsOf(workbook([{ name: 'Stock', rows: [HEADER, row] }], texts), { dealer });
    expect(result).toMatchObject({ kind: 'listing', line: 2, listing: { id: '7', priceGbp: 5000, model } });
  });

  it.each([
    ['a built-in format', '<c r="E2" s="1"><v>43544</v></c>'],
    ['a format of its own', '<c r="E2" s="2"><v>43544</v></c>'],
  ])('is a date by %s', async (_, cell) => {
    const row = cells('7', '/stock/7', 'Ford', '5000') + cell;
    const [result] = await resultsOf(workbook([{ name: 'Stock', rows: [HEADER, row] }]), { dealer });
    expect(result).toMatchObject({ kind: 'listing', listing: { year: 2019 } });
  });

  it.each([
    [
      'a link',
      cells('7', 'View'),
      {
        rest: '<hyperlinks><hyperlink ref="B1" r:id="rId1"/></hyperlinks>',
        relations:
          '<Relationship Id="rId1" Target="https://northgate-cars.example/stock/7" TargetMode="External"/>',
      },
    ],
    [
      'a formula',
      `${cells('7')}<c r="B1" t="str"><f>HYPERLINK("https://northgate-cars.example/stock/7","View")</f><v>View</v></c>`,
      {},
    ],
  ])('with %s to a page is its address', async (_, row, more) => {
    const [result] = await resultsOf(workbook([{ name: 'Stock', rows: [HEADER, row], ...more }]), { dealer });
    expect(result).toMatchObject({
      kind: 'listing',
      listing: { advertUrl: 'https://northgate-cars.example/stock/7' },
    });
  });
});

describe('a link that a formula makes', () => {
  const link = (formula: string, row: number): string => `<c r="B${row}" t="str">${formula}<v>View</v></c>`;
  const addressesOf = async (...rows: string[]): Promise<unknown[]> => {
    const results = await resultsOf(workbook([{ name: 'Stock', rows: [HEADER, ...rows] }]), { dealer });
    return results.map((result) =>
      result.kind === 'listing' ? result.listing.advertUrl : result.kind === 'rejection' && result.message,
    );
  };

  it('of a text and a cell of its row is an address for each row', async () => {
    const formula = (row: number): string =>
      `<f>HYPERLINK("https://northgate-cars.example/stock/"&amp;A${row},"View")</f>`;
    expect(await addressesOf(cells('7') + link(formula(2), 2), cells('8') + link(formula(3), 3))).toEqual([
      'https://northgate-cars.example/stock/7',
      'https://northgate-cars.example/stock/8',
    ]);
  });

  it('may be shared by the cells of a column', async () => {
    const first =
      '<f t="shared" ref="B2:B3" si="0">HYPERLINK("https://northgate-cars.example/"&amp;A2&amp;".html")</f>';
    expect(
      await addressesOf(cells('7') + link(first, 2), cells('8') + link('<f t="shared" si="0"/>', 3)),
    ).toEqual(['https://northgate-cars.example/7.html', 'https://northgate-cars.example/8.html']);
  });

  it('needs no words that a program has saved', async () => {
    const cell = '<c r="B2"><f>HYPERLINK("https://northgate-cars.example/stock/7")</f></c>';
    expect(await addressesOf(cells('7') + cell)).toEqual(['https://northgate-cars.example/stock/7']);
  });

  it('of another row or a function is none', async () => {
    const got =
      'advert_url must be an absolute http or https address without a user name, ' +
      "of at most 2000 characters (got 'View')";
    expect(
      await addressesOf(
        cells('7') + link('<f>HYPERLINK("https://northgate-cars.example/"&amp;A9,"View")</f>', 2),
        cells('8') + link('<f>HYPERLINK("https://northgate-cars.example/"&amp;LOWER(A3),"View")</f>', 3),
      ),
    ).toEqual([got, got]);
  });
});

describe('a sheet of a workbook', () => {
  const service = {
    name: 'Service log',
    rows: [cells('make', 'model', 'year', 'Next MOT'), cells('Seat', 'Leon', '2014', 'May')],
  };
  const stock = { name: 'Cars', rows: [HEADER, cells('7', '/stock/7', 'Ford', '7995')] };

  it('without the addresses that another has is left out', async () => {
    const notices: string[] = [];
    const onNotice = ({ reason, text }: FeedNotice): unknown => notices.push(`${reason}: ${text}`);
    expect(outline(await resultsOf(workbook([stock, service]), { dealer, onNotice }))).toEqual(['2 7']);
    expect(notices).toContain('outside_records: Seat, Leon, 2014, May');
    expect(outline(await resultsOf(workbook([service, stock]), { dealer }))).toEqual(['2 missing_id', '4 7']);
    expect(await problemOf(workbook([service]), { dealer })).toContain('lacks id and advert_url');
  });

  it.each(['Gone this year', 'Sold 2025', 'Previous stock', 'Disposals last month'])(
    'named %s is left out',
    async (name) => {
      const gone = { name, rows: [HEADER, cells('8', '/stock/8', 'Seat', '4995')] };
      expect(outline(await resultsOf(workbook([stock, gone]), { dealer }))).toEqual(['2 7']);
    },
  );

  it('may name the columns without a group in the row of the groups', async () => {
    const groups = cells('Vehicle', '', '', 'Money', '', '', 'Remarks');
    const header = cells('id', 'make', 'model', 'price', 'year', 'advert_url');
    const rows = [
      cells('7', 'Kia', 'Rio', '5000', '2017', '/stock/7'),
      cells('8', 'Kia', 'Rio', '6000', '2018', '/stock/8', 'Tow pack'),
      cells('9', 'Kia', 'Rio', '7000', '2019', '/stock/9', 'SOLD Tues'),
    ];
    const notices: string[] = [];
    const onNotice = ({ reason, text }: FeedNotice): unknown => notices.push(`${reason}: ${text}`);
    const feed = workbook([{ name: 'Stock', rows: [groups, header, ...rows] }]);
    expect(await resultsOf(feed, { dealer, onNotice })).toMatchObject([
      { listing: { id: '7', fullDescription: null } },
      { listing: { id: '8', fullDescription: 'Tow pack' } },
      { reason: 'sold' },
    ]);
    expect(notices).toEqual(['outside_records: Worksheet: Name=Stock']);
  });

  it.each([
    cells('Moor Cars', '', '', '', '', '', 'Page'),
    cells('Moor Cars', 'Stock list', '', '', '', '', 'Updated 12/03/2026'),
    cells('Moor Cars', 'Stock list', '', '', '', '', 'https://moor.example'),
  ])('names no column by its title: %j', async (title) => {
    const notices: string[] = [];
    const onNotice = ({ reason }: FeedNotice): unknown => notices.push(reason);
    const header = cells('id', 'make', 'model', 'price', 'year', 'advert_url');
    const row = cells('7', 'Kia', 'Rio', '5000', '2017', '/stock/7');
    const long = cells('8', 'Kia', 'Rio', '5000', '2017', '/stock/8', '/other/8');
    const feed = workbook([{ name: 'Stock', rows: [title, header, row, long] }]);
    expect(await resultsOf(feed, { dealer, onNotice })).toMatchObject([
      { listing: { advertUrl: 'https://northgate-cars.example/stock/7' } },
      { reason: 'malformed_row' },
    ]);
    expect(notices).toContain('before_header');
  });

  it('has its records on the lines of its rows', async () => {
    const rows = ['', HEADER, '', cells('7', '/stock/7', 'Ford'), cells('8', '/stock/8', 'Kia')];
    expect(outline(await resultsOf(workbook([{ name: 'Stock', rows }]), { dealer }))).toEqual(['4 7', '5 8']);
  });

  it('is read beside others, unless it is hidden or has no vehicles', async () => {
    const notices: FeedNotice[] = [];
    const results = await resultsOf(
      workbook([
        { name: 'Notes', rows: [cells('Internal only')] },
        { name: 'Cars', rows: [HEADER, cells('7', '/stock/7', 'Ford')] },
        { name: 'Vans', rows: [HEADER, cells('8', '/stock/8', 'Ford')] },
        { name: 'Old', rows: [HEADER, cells('9', '/stock/9', 'Ford')], state: 'hidden' },
      ]),
      { dealer, onNotice: (notice: FeedNotice) => notices.push(notice) },
    );
    expect(results.map((result) => result.kind === 'listing' && result.listing.id)).toEqual(['7', '8']);
    expect(notices.map(({ reason, text }) => `${reason}: ${text}`)).toContain(
      'outside_records: Internal only',
    );
  });
});

describe('an archive', () => {
  const damaged = 'feed_unreadable: stock: this Excel workbook (.xlsx) is damaged';
  it.each([
    [
      'that is cut off',
      workbook([{ name: 'Stock', rows: [HEADER] }]).subarray(0, 400),
      `${damaged} or truncated. Fetch it again.`,
    ],
    [
      'with a DTD',
      zipped({ 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "b">]><workbook/>' }),
      `${damaged}. Save it again.`,
    ],
    ['with a part that is no XML', zipped({ 'xl/workbook.xml': '<workbook' }), `${damaged}. Save it again.`],
    [
      'without a visible sheet',
      workbook([{ name: 'Stock', rows: [HEADER], state: 'veryHidden' }]),
      'feed_unreadable: stock: this Excel workbook (.xlsx) has no visible sheet.',
    ],
  ])('%s is refused', async (_, archive, message) => {
    expect(await problemOf(archive, { dealer })).toBe(message);
  });

  it('whose parts would fill the memory is refused by the sizes in its headers', async () => {
    const archive = workbook([{ name: 'Stock', rows: [HEADER] }]);
    // The uncompressed size of each part, in the directory at the end of the archive.
    for (let at = archive.indexOf('PK\x01\x02'); at !== -1; at = archive.indexOf('PK\x01\x02', at + 4))
      archive.writeUInt32LE(0x7fff_ffff, at + 24);
    expect(await problemOf(archive, { dealer })).toBe(
      'feed_unreadable: stock: this Excel workbook (.xlsx) is too large. Save the stock sheet as CSV (UTF-8) and import that.',
    );
  });

  it('whose cells repeat one long text is refused at the row', async () => {
    const row = Array.from(
      { length: 200 },
      (_, n) => `<c r="${n < 26 ? '' : 'A'}${String.fromCharCode(65 + (n % 26))}1" t="s"><v>0</v></c>`,
    );
    const archive = workbook(
      [{ name: 'Stock', rows: [HEADER, row.join('')] }],
      [`<t>${'x'.repeat(10_000)}</t>`],
    );
    expect(await problemOf(archive, { dealer })).toContain(
      'the record that starts on line 2 is longer than 1,048,576 characters.',
    );
  });

  it('whose parts refer to what is no path has no sheet there', async () => {
    const archive = zipped({
      'xl/workbook.xml': `<workbook xmlns:r="${PART}"><sheets><sheet name="Stock" r:id="a"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="//["/></Relationships>',
    });
    expect(await problemOf(archive, { dealer })).toContain('has no visible sheet.');
  });

  it('with any bytes changed is read or refused, and nothing else', async () => {
    const archive = workbook([{ name: 'Stock', rows: [HEADER, cells('7', '/stock/7', 'Ford')] }]);
    const change = fc.tuple(fc.nat({ max: archive.length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const broken = Buffer.from(archive);
        for (const [at, byte] of changes) broken[at] = byte;
        // Fails if it throws anything but a Problem.
        expect(await outcomeOf(broken, { dealer })).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});
