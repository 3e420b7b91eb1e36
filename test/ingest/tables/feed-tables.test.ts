// The tables of assets/feeds/: a mistake in one is an error with its file and line.
import { describe, expect, it } from 'vitest';
import { parseColumnTable } from '../../../src/ingest/tables/column-table.ts';
import { parseParents } from '../../../src/ingest/tables/column-path.ts';
import { tableText, parseWords } from '../../../src/ingest/tables/feed-tables.ts';
import { parseStatuses } from '../../../src/ingest/values/sale-status.ts';

const LAYOUTS = tableText('layouts');

function columns(...rows: readonly string[]) {
  return parseColumnTable(['name\tfield\tunit\tphrase\tlayout', ...rows].join('\n'), LAYOUTS);
}

function layouts(...rows: readonly string[]) {
  return parseColumnTable(
    'name\tfield\tunit\tphrase\tlayout',
    ['layout\torder\tdetected by\tdescription', ...rows].join('\n'),
  );
}

describe('columns.tsv', () => {
  it('gives each name its field, unit, phrase and layout', () => {
    const table = columns(
      '# A comment.',
      'tachometer\tmileage',
      'tacho_km\tmileage\tkm',
      'airbags\tkeywords\t\t# airbags',
      'ref\tid\t\t\tdms',
    );
    expect(table.common.slice(-3)).toEqual([
      { name: 'tachometer', field: 'mileage' },
      { name: 'tacho_km', field: 'mileage', unit: 'km' },
      { name: 'airbags', field: 'keywords', phrase: '# airbags' },
    ]);
    expect(table.layouts.get('dms')?.columns).toEqual([{ name: 'ref', field: 'id' }]);
    expect(table.layouts.get('google')?.columns).toEqual([]);
  });

  it('has the names of the field table without rows of their own', () => {
    expect(columns().common.slice(0, 3)).toEqual([
      { name: 'dealer', field: 'dealer' },
      { name: 'id', field: 'id' },
      { name: 'advert_url', field: 'advert_url' },
    ]);
  });

  it('may give a name one meaning in a layout and another in all others', () => {
    const { common, layouts: known } = columns('vendor\tdealer', 'vendor\tdealer_name\t\t\tshopify');
    expect(common.at(-1)).toEqual({ name: 'vendor', field: 'dealer' });
    expect(known.get('shopify')?.columns).toEqual([{ name: 'vendor', field: 'dealer_name' }]);
  });

  it.each([
    [['tacho\tmilage'], "columns.tsv, line 2: 'milage' is no field"],
    [['tacho\tmileage\tleagues'], "columns.tsv, line 2: 'leagues' is no unit of mileage"],
    [['tacho\tprice\tkm'], "columns.tsv, line 2: 'km' is no unit of price"],
    [['tacho\tmileage\t\t\tebay'], "columns.tsv, line 2: 'ebay' is no layout"],
    [['tacho\tmileage\t\t# miles'], 'columns.tsv, line 2: only keywords and gears have a phrase'],
    [['tacho_km\tmileage\tkm', 'Tacho-KM\tmileage'], "columns.tsv, line 3: 'Tacho-KM' is on line 2 too"],
    [['tacho\tmileage', 'tachos\tyear'], "columns.tsv, line 3: 'tachos' is a name of mileage already"],
    [['Price\tprice'], "columns.tsv, line 2: 'Price' is in the field table too"],
    [['prices\tmileage'], "columns.tsv, line 2: 'prices' is a name of price already"],
    [['tacho\tmileage\t\t\tdms\tmore'], 'columns.tsv, line 2: there are 6 cells, and may be 5'],
    [['tacho \tmileage'], 'columns.tsv, line 2: a cell begins or ends with a space'],
    [['\tmileage'], 'columns.tsv, line 2: it has no name'],
  ])('refuses %j', (rows, message) => {
    expect(() => columns(...rows)).toThrow(new Error(message));
  });

  it('must have its header', () => {
    expect(() => parseColumnTable('name\tfield\n', LAYOUTS)).toThrow(
      'columns.tsv, line 1: the columns must be name, field, unit, phrase, layout, separated by tabs',
    );
  });
});

describe('layouts.tsv', () => {
  const BUILT_IN = ['forecourt\t\t\tOwn.', 'xml\t\t\tXML.', 'general\t\t\tAny.'];

  it('makes a layout of a row', () => {
    const { layouts: known } = layouts(...BUILT_IN, 'motors\t1\tadvert_no + cap_code | motors_id\tMotors.');
    expect(known.get('motors')).toEqual({
      name: 'motors',
      description: 'Motors.',
      order: 1,
      signatures: [['advert_no', 'cap_code'], ['motors_id']],
      columns: [],
    });
  });

  it.each([
    [BUILT_IN.slice(1), "layouts.tsv: there is no layout 'forecourt'"],
    [[...BUILT_IN, 'xml\t\t\tXML.'], "layouts.tsv, line 5: 'xml' is on line 3 too"],
    [[...BUILT_IN, 'a\t1\tx'], "layouts.tsv, line 5: 'a' has no description"],
    [
      [...BUILT_IN, 'a\t\tx\tA.'],
      "layouts.tsv, line 5: 'a' needs an order, and names that it is detected by",
    ],
    [
      [...BUILT_IN, 'a\t1\t\tA.'],
      "layouts.tsv, line 5: 'a' needs an order, and names that it is detected by",
    ],
    [[...BUILT_IN, 'a\tfirst\tx\tA.'], "layouts.tsv, line 5: 'first' is no whole number"],
    [[...BUILT_IN, 'a\t1\tx\tA.', 'b\t1\ty\tB.'], 'layouts.tsv, line 6: the order 1 is on line 5 too'],
  ])('refuses %j', (rows, message) => {
    expect(() => layouts(...rows)).toThrow(new Error(message));
  });
});

describe('parents.tsv', () => {
  const parents = (...rows: readonly string[]) =>
    parseParents(['parent\tsame as\tholds', ...rows].join('\n'));

  it('says what is below a parent, and which parents are the same', () => {
    const { canonical, holds } = parents(
      'vehicle\t\tanything',
      'finance\t\tnothing',
      'dealer\t\tloc postcode',
      'branch_office\t\tas dealer',
      'sellers\tdealer',
    );
    expect([...holds]).toEqual([
      ['vehicle', 'anything'],
      ['finance', []],
      ['dealer', ['loc', 'postcode']],
      ['branchoffice', ['loc', 'postcode']],
    ]);
    expect([...canonical]).toEqual([['seller', 'dealer']]);
  });

  it.each([
    [
      ['dealer\t\tlock'],
      "parents.tsv, line 2: holds must be anything, nothing, fields, or 'as' a parent above (got 'lock')",
    ],
    [
      ['branch\t\tas dealer'],
      "parents.tsv, line 2: holds must be anything, nothing, fields, or 'as' a parent above (got 'as dealer')",
    ],
    [['seller\tdealer'], "parents.tsv, line 2: no row above says what 'dealer' holds"],
    [['dealer\t\tloc', 'seller\tdealer\tloc'], "parents.tsv, line 3: it holds what 'dealer' holds"],
    [['dealer\t\tloc', 'Dealers\t\tloc'], "parents.tsv, line 3: 'Dealers' is on line 2 too"],
  ])('refuses %j', (rows, message) => {
    expect(() => parents(...rows)).toThrow(new Error(message));
  });
});

describe('words.tsv', () => {
  const words = (...rows: readonly string[]) => parseWords(['word\tuse\tmeans', ...rows].join('\n'));

  it('groups words by their use, and those of fields by their field', () => {
    const table = words(
      'odo\tabbreviation\todometer',
      'weblink\tfield\tadvert_url',
      'page\tbeside\tadvert_url',
    );
    expect([...(table.words.get('abbreviation') ?? [])]).toEqual([['odo', 'odometer']]);
    expect([...table.ofFields]).toEqual([
      ['advert_url', { field: new Set(['weblink']), beside: new Set(['page']) }],
    ]);
  });

  it.each([
    [
      ['odo\tshort\todometer'],
      /^words\.tsv, line 2: 'short' is no use of a word: abbreviation, translation, /,
    ],
    [['odo\tabbreviation'], /^words\.tsv, line 2: a word for 'abbreviation' needs a meaning$/],
    [['of\tfiller\tnothing'], /^words\.tsv, line 2: a word for 'filler' has no meaning$/],
    [['weblink\tfield\turl_of_advert'], /^words\.tsv, line 2: 'url_of_advert' is no field$/],
    [['lg\tunit\tleagues'], /^words\.tsv, line 2: 'leagues' is no unit$/],
    [['of\tfiller', 'of\tfiller'], /^words\.tsv, line 3: 'of' as filler is on line 2 too$/],
  ])('refuses %j', (rows, message) => {
    expect(() => words(...rows)).toThrow(message);
  });
});

describe('statuses.tsv', () => {
  const statuses = (...rows: readonly string[]) =>
    parseStatuses(['status\tmeans\twhere', ...rows].join('\n'));

  it('keeps statuses of sales, conditions and VAT apart', () => {
    const table = statuses(
      'Gone to a new home\tsold\tanywhere',
      'used\tlisted\talone',
      'used\tused\talone',
      'n/a\twith VAT\talone',
    );
    expect([...table.anywhere]).toEqual([['gonetoanewhome', 'sold']]);
    expect([...table.alone]).toEqual([['used', 'listed']]);
    expect([...table.conditions]).toEqual([['used', 'used']]);
    expect([...table.isWithoutVat]).toEqual([['n/a', false]]);
  });

  it.each([
    [['gone\tvanished\talone'], "statuses.tsv, line 2: 'vanished' is not a meaning of a status"],
    [['gone\tsold\teverywhere'], "statuses.tsv, line 2: 'everywhere' is none of anywhere, alone"],
    [['mint\tnew\tanywhere'], "statuses.tsv, line 2: 'new' is read from whole values: write alone"],
    [
      ['before vat is added\twithout VAT\tanywhere'],
      "statuses.tsv, line 2: 'before vat is added' neither begins nor ends with vat: write alone",
    ],
    [
      ['sold out\tsold\tanywhere', 'SoldOut\tnot_available\talone'],
      "statuses.tsv, line 3: 'SoldOut' about the sale is on line 2 too",
    ],
  ])('refuses %j', (rows, message) => {
    expect(() => statuses(...rows)).toThrow(new Error(message));
  });
});
