// The next step of a feed that cannot be imported as it is: the command with the flags that were given, or the settings of a
// configured feed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportOptions } from '../../../src/ingest/run/feed-importer.ts';
import { parseOptionsOf, type ParseFlags } from '../../../src/cli/parse-options.ts';
import { listedDealers } from '../../../src/ingest/schedule/feed-dealers.ts';
import { Problem } from '../../../src/problem.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const CONFIGURED: NonNullable<ImportOptions['feed']> = {
  name: 'north',
  scope: { isOpen: true, hosts: [], list: listedDealers([]) },
  stateAfter: () => null,
};

/** The last sentences of the message, behind what is wrong. */
async function nextStepOf(
  content: string | object,
  options: { readonly flags?: ParseFlags; readonly feed?: ImportOptions['feed'] } = {},
): Promise<string> {
  const folder = temporaryFolder();
  const source = join(folder, 'stock');
  writeFileSync(source, typeof content === 'string' ? content : JSON.stringify(content));
  const { flags, feed } = options;
  const error: unknown = await importFeeds(join(folder, 'data'), [{ name: 'stock', source }], {
    ...parseOptionsOf(flags ?? {}),
    ...(feed !== undefined && { feed }),
    merge: false,
  }).catch((thrown: unknown) => thrown);
  if (!(error instanceof Problem)) throw new Error('The feed was imported');
  return error.message.replace(
    /^.*?(?:\)\.|(?:missing|address|example|characters)(?: \(got [^)]*\))?\.) /s,
    '',
  );
}

function mappingFile(mapping: object): string {
  const path = join(temporaryFolder(), 'names.json');
  writeFileSync(path, JSON.stringify(mapping));
  return path;
}

describe('a command repeats the flags that were given', () => {
  it('where the address is missing', async () => {
    const mapping = mappingFile({ columns: { Nr: 'id' } });
    expect(
      await nextStepOf('Nr,Make,Model\n71,Ford,Fiesta\n', {
        flags: { mapping, dealer: 'north.example', vat: 'add', encoding: 'windows-1252' },
      }),
    ).toBe(
      `Add --advert-url 'https://north.example/stock/{Nr}': forecourt import stock --dealer north.example --mapping ${mapping} ` +
        "--encoding windows-1252 --vat add --advert-url 'https://north.example/stock/{Nr}'.",
    );
  });

  it.each(['Reg,Make,Model\nAB12 CDE,Ford,Fiesta\n', [{ Reg: 'AB12 CDE', Make: 'Ford', Model: 'Fiesta' }]])(
    'where the address is missing, by a column that the feed has: %j',
    async (content) => {
      const advertUrl = "--advert-url 'https://north.example/stock/{Reg}'";
      expect(await nextStepOf(content, { flags: { dealer: 'north.example' } })).toBe(
        `Add ${advertUrl}: forecourt import stock --dealer north.example ${advertUrl}.`,
      );
    },
  );

  it('where the dealer is missing', async () => {
    expect(
      await nextStepOf([{ StockNo: '71', Make: 'Ford' }], {
        flags: { advertUrl: 'https://north.example/{StockNo}' },
      }),
    ).toBe(
      "Add --dealer north.example: forecourt import stock --advert-url 'https://north.example/{StockNo}' --dealer north.example. " +
        "All adverts are on that site: check that it is the dealer's.",
    );
  });

  it('where the adverts are on several sites, and names the mapping', async () => {
    const mapping = mappingFile({});
    const records = ['a', 'b'].map((name) => ({ id: '1', url: `https://${name}.example/1` }));
    expect(await nextStepOf(records, { flags: { mapping, layout: 'general' } })).toBe(
      `The adverts are on several sites: if each is its dealer's, add "dealer_from": "advert_url" to ${mapping}: ` +
        `forecourt import stock --layout general --mapping ${mapping}.`,
    );
  });

  it('where no column is the id', async () => {
    const mapping = mappingFile({});
    expect(
      await nextStepOf('Laufnummer,Typ\n71,Ford\n', { flags: { mapping, dealer: 'north.example' } }),
    ).toBe(
      'The first row must name the columns. If it does, let Forecourt guess what they are: ' +
        `forecourt feed inspect stock --dealer north.example --mapping ${mapping} --suggest.`,
    );
  });

  it('where there is no header', async () => {
    const mapping = mappingFile({});
    expect(await nextStepOf('71,Ford,Fiesta,8495\n72,Ford,Focus,9495\n', { flags: { mapping } })).toBe(
      'The first row must name the columns; if the feed has none, name them with --columns, for example --columns ' +
        `id,make,model,price, or let Forecourt guess them: forecourt feed inspect stock --mapping ${mapping} --suggest.`,
    );
  });
});

describe('a configured feed gets its settings', () => {
  it.each([
    [
      'without a dealer',
      [{ id: '1', url: 'https://www.north.example/1' }],
      `Add "dealer": "north.example" to the feed's settings.`,
    ],
    [
      'without a dealer or an address',
      'StockNo,Make,Model\n71,Ford,Fiesta\n',
      `Add "dealer": "YOUR-DEALER" and "advertUrl": "https://YOUR-DEALER/stock/{StockNo}" to the feed's settings.`,
    ],
    [
      'with adverts on several sites',
      ['a', 'b'].map((name) => ({ id: '1', url: `https://${name}.example/1` })),
      `Add "mapping": {"dealer_from": "advert_url"} to the feed's settings.`,
    ],
    [
      'without an id',
      'Laufnummer,Typ\n71,Ford\n',
      'The first row must name the columns. If it does, add "mapping": {"columns": {"COLUMN": "id"}} to the feed\'s settings, ' +
        'with the name of its column.',
    ],
    [
      'without a header',
      '71,Ford,Fiesta,8495\n72,Ford,Focus,9495\n',
      'The first row must name the columns; if the feed has none, name them in its settings, for example ' +
        '"mapping": {"header": ["id", "make", "model", "price"]}, or let Forecourt guess them from a copy: ' +
        'forecourt feed inspect FILE --suggest.',
    ],
    [
      'of invalid ids',
      [{ id: '7\n1', dealer: 'north.example', advert_url: 'https://north.example/71' }],
      'To see what is in each column, save the feed as a file: forecourt feed inspect FILE.',
    ],
  ])('%s', async (_, content, expected) => {
    const step = await nextStepOf(content, { feed: CONFIGURED });
    expect(step).toContain(expected);
    expect(step).not.toContain('--dealer');
  });
});
