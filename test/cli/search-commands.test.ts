// The commands that search: words as arguments, the operations of the API, and lines to copy.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';
import { helpOf, runProgram } from './program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'forecourt-commands-'));
const EMPTY = join(scratch, 'empty');
const stocks = { three: join(scratch, 'three-cars'), many: join(scratch, 'many') };
afterAll(() => rmSync(scratch, { recursive: true }));

beforeAll(async () => {
  mkdirSync(EMPTY);
  const many = Array.from({ length: 25 }, (_, n) => ({ ...plainRecord(`C${n}`), price: 5000 }));
  for (const [name, feed] of [
    ['three', THREE],
    ['many', ndjson(...many)],
  ] as const) {
    const source = fileIn(scratch, `${name}.ndjson`, feed);
    await importFeeds(stocks[name], [{ name: 'feed', source }], { merge: false });
  }
});

const onThree = (...args: string[]) => runProgram([...args, '--data', stocks.three]);

describe('free words', () => {
  it('are searched for as q', async () => {
    expect((await onThree('search', 'golf')).lines).toEqual((await onThree('search', '--q', 'golf')).lines);
    expect((await onThree('search', 'golf')).lines.at(-1)).toBe('1 of 3 listings, page 1 of 1.');
    expect((await onThree('summary', 'jaguar')).lines).toContain('1 of 3 listings.');
  });

  it('of several arguments are one text, and come before that of --q', async () => {
    const { lines } = await onThree('search', 'one', 'owner', '--q', 'golf', '--json');
    expect(lines).toEqual((await onThree('search', '--q', 'one owner golf', '--json')).lines);
    expect((await onThree('search', 'golf', '--q', 'jaguar')).lines).toEqual([
      'No matches among 3 listings.',
    ]);
  });

  it('do not hide two different texts of --q', async () => {
    const { problem } = await onThree('search', 'golf', '--q', 'red', '--q', 'blue');
    expect(problem).toBe("invalid_parameters: q must have one value (got 'golf blue' and 'golf red').");
  });
});

test.each(['search', 'summary', 'map'])('%s notes a word that was read as another', async (command) => {
  const { lines, warnings } = await onThree(command, '--q', 'Golff');
  expect(warnings).toEqual([
    'Note: No listing has the word "Golff": it was read as "golf"; in quotes ("Golff" in q) it is taken as it is.',
  ]);
  expect(lines).toEqual((await onThree(command, '--q', 'golf')).lines);
  expect((await onThree(command, '--q', '"Golff"')).warnings).toEqual([]);
});

describe('several values', () => {
  it.each([
    [
      ['--make', 'Jaguar', '--make', 'VW'],
      ['--make', 'jaguar,volkswagen'],
    ],
    [['--make', '-Jaguar'], ['--make=-jaguar']],
    [
      ['--fuel-type=-Diesel', '--fuel_type', '-Electric'],
      ['--fuel-type', '-electric,-diesel'],
    ],
  ])('are taken by repeating a flag or by commas: %j and %j', async (one, other) => {
    const { lines } = await onThree('search', ...one, '--json');
    expect(lines).toEqual((await onThree('search', ...other, '--json')).lines);
    expect(lines.join('')).toContain('"total_vehicles"');
  });

  it('leave out those that are excluded', async () => {
    expect((await onThree('search', '--make', '-Jaguar')).lines.at(-1)).toBe('2 of 3 listings, page 1 of 1.');
  });
});

describe('a flag without its value', () => {
  it.each([
    [['search', '--make', '--model', 'Golf'], '--make needs a value, but the flag --model follows it.'],
    [['search', '--q', '--price-max=9000'], '--q needs a value, but the flag --price-max follows it.'],
    [['lookup', '--advert', '--data', 'x'], '--advert needs a value, but the flag --data follows it.'],
    [['summary', '--data', '--make', 'Ford'], '--data needs a value, but the flag --make follows it.'],
    [['serve', '--feeds', '--port', '9000'], '--feeds needs a value, but the flag --port follows it.'],
  ])('%j does not take the next flag for it', async (args, message) => {
    expect((await runProgram(args)).problem).toBe(`invalid_configuration: ${message}`);
  });

  it('takes values that only begin with dashes', async () => {
    expect((await onThree('search', '--q', '--golf')).problem).toBeUndefined();
    expect((await onThree('search', '--price_max', '-5')).lines).toEqual(['No matches among 3 listings.']);
  });
});

describe('the line of the next page', () => {
  const nextOf = async (...args: string[]) => (await runProgram(args)).lines.at(-1);

  it('repeats words and flags, quoted for a shell, with the next page', async () => {
    const folder = stocks.many;
    expect(await nextOf('search', '--data', folder)).toBe(`Next: forecourt search --data ${folder} --page 2`);
    expect(
      await nextOf(
        'search',
        '--dealer',
        'north.example,b c',
        '--dealer',
        "it's",
        '--price-min=-5',
        '--data',
        folder,
        '--page',
        '1',
      ),
    ).toBe(
      `Next: forecourt search --dealer 'north.example,b c' --dealer 'it'\\''s' --price-min -5 --data ${folder} --page 2`,
    );
  });

  it('is not printed on the last page', async () => {
    expect(await nextOf('search', '--data', stocks.many, '--page', '2')).toBe(
      '25 of 25 listings, page 2 of 2.',
    );
  });
});

describe('forecourt interpret', () => {
  it('prints what each word means, and the search to run', async () => {
    const { lines } = await onThree('interpret', 'cheap', 'diesel', 'under', '10k');
    expect(lines).toContain('diesel     fuel_type  Diesel');
    expect(lines.at(-1)).toBe(
      `Next: forecourt search --fuel_type Diesel --price_max 10000 --sort price_asc --data ${stocks.three}`,
    );
  });

  it('prints the response of the API with --json', async () => {
    const { lines } = await onThree(
      'interpret',
      '--text',
      'diesel',
      '--json',
      '--base-url',
      'https://cars.example',
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        text: 'diesel',
        parameters: { fuel_type: 'Diesel' },
        understood: [{ words: 'diesel', start: 0, end: 6, parameter: 'fuel_type', value: 'Diesel' }],
        q: null,
        not_understood: [],
        left_out: [],
        understood_share: 1,
        notice: null,
        questions: [],
        refines: false,
        changes: [],
        search_url: 'https://cars.example/api/v1/vehicles/?fuel_type=Diesel&page=1',
      },
    ]);
  });

  it('changes the search so far', async () => {
    const { lines } = await onThree('interpret', 'cheaper', '--current', '?make=Ford&price_max=8000');
    expect(lines).toContain('Changed: Order: cheapest first.');
    expect(lines.at(-1)).toBe(
      `Next: forecourt search --make Ford --price_max 8000 --sort price_asc --data ${stocks.three}`,
    );
  });

  it.each([[[]], [[' ']], [['--text', 'a', '--text', 'b']]])('needs one phrase (%j)', async (args) => {
    expect((await onThree('interpret', ...args)).problem).toBe(
      'invalid_configuration: forecourt interpret needs one phrase, for example: forecourt interpret automatic golf under 10k',
    );
  });
});

describe('forecourt map', () => {
  it('counts the matches by place', async () => {
    const { lines } = await onThree('map', '--zoom', '3', '--make', 'Volkswagen');
    expect(lines[0]).toBe('LISTINGS  TOWN    LATITUDE  LONGITUDE');
    expect(lines.at(-1)).toBe('1 of 3 listings, in 1 cell at zoom 3.');
  });

  it('prints the response of the API with --json', async () => {
    const { lines } = await onThree('map', 'golf', '--bbox=-8,59,-7,60', '--json');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      map: { zoom: 5, total_vehicles: 1, unplaced: 0, outside: 1, cells: [] },
    });
  });

  it('checks the box as the API does', async () => {
    expect((await onThree('map', '--bbox', '1,2,3', '--zoom', '99')).problem).toBe(
      "invalid_parameters: zoom must be a whole number from 0 to 12 (got '99'). bbox must be four numbers in degrees, " +
        "west,south,east,north, such as -2.5,53.3,-1.9,53.7 (got '1,2,3').",
    );
  });
});

describe('forecourt lookup', () => {
  it('prints what the stock says of each advert', async () => {
    const { lines } = await onThree('lookup', 'https://north.example/n2', 'https://north.example/none');
    expect(lines.slice(0, 2)).toEqual([
      'https://north.example/n2',
      '  2019 Volkswagen Golf, £12,450, 21,500 miles, Petrol, Manual, 1.4 litres, London, north.example',
    ]);
    expect(lines.slice(-2)).toEqual([
      'https://north.example/none',
      '  Unknown: no listing of this stock has this advert.',
    ]);
    // It may have been listed before the feed or the first import knew it.
    expect(lines.filter((line) => line.includes('Listed'))).toEqual([
      expect.stringMatching(/^ {2}Listed for \d+ days or more$/),
    ]);
  });

  it('prints the response of the API with --json', async () => {
    const { lines } = await onThree('lookup', '--advert', 'https://north.example/none', '--json');
    expect(lines).toEqual([
      '{"results":{"cars":[{"advert":"https://north.example/none","state":"unknown","similar":[]}]}}',
    ]);
  });

  it('takes one to twenty adverts', async () => {
    expect((await onThree('lookup')).problem).toBe(
      'invalid_parameters: advert is required: the URL of an advert.',
    );
    const many = Array.from({ length: 21 }, (_, n) => `https://north.example/${n}`);
    expect((await onThree('lookup', ...many)).problem).toBe(
      'invalid_parameters: advert may be sent at most 20 times (got 21).',
    );
  });
});

describe('parameters without effect', () => {
  it.each([
    ['summary', 'page', 'a summary is of all matches, in no order'],
    ['summary', 'sort', 'a summary is of all matches, in no order'],
    ['map', 'page', 'a map shows all matches, in no order'],
    ['map', 'sort', 'a map shows all matches, in no order'],
  ])('%s --%s is refused', async (command, flag, why) => {
    const message = `invalid_configuration: --${flag} has no effect here: ${why}. Leave it out.`;
    expect((await onThree(command, `--${flag}`, '2')).problem).toBe(message);
    expect((await onThree(command, `--${flag}=2`)).problem).toBe(message);
    expect(helpOf(command)).not.toContain(`--${flag} `);
  });
});

describe('help', () => {
  it('names values by what they are', () => {
    const names = Array.from(
      helpOf('search').matchAll(/^ {2}(--\w+) <(\w+)>/gm),
      ([, flag, value]) => `${flag} ${value}`,
    );
    expect(names).toEqual([
      '--q words',
      '--make make',
      '--model model',
      '--fuel_type choice',
      '--transmission choice',
      '--dealer domains',
      '--price_min pounds',
      '--price_max pounds',
      '--miles_min miles',
      '--miles_max miles',
      '--year_min year',
      '--year_max year',
      '--engine_min litres',
      '--engine_max litres',
      '--location postcode',
      '--distance band',
      '--sort choice',
      '--page number',
      '--data folder',
    ]);
  });

  it.each(['search', 'summary', 'map'])('of %s lists the bands of distances', (command) => {
    expect(helpOf(command).replace(/\s+/g, ' ')).toContain(
      '0: 1 km, 1: 5 km, 2: 10 km, 3: 25 km, 4: 50 km, 5: 100 km, 6: unlimited',
    );
  });
});

describe('a data folder without stock', () => {
  it.each([['search'], ['summary'], ['map'], ['lookup', 'https://north.example/n2'], ['status']])(
    '%s says how to fill it',
    async (...args) => {
      expect((await runProgram([...args, '--data', EMPTY])).lines).toEqual([
        `There is no stock in ${EMPTY} yet. Import some: forecourt import FILE --data ${EMPTY}. ` +
          `Or try demo stock: forecourt serve --demo --data ${EMPTY}`,
      ]);
    },
  );

  it('that does not exist is an error, with a similar name in the same place', async () => {
    const typo = `${stocks.three}x`;
    for (const args of [['search', '--json'], ['summary'], ['status'], ['interpret', 'golf']]) {
      expect((await runProgram([...args, '--data', typo])).problem).toBe(
        `data_unusable: There is no folder ${typo}, so it has no stock. Did you mean ${stocks.three}? To create it: ` +
          `forecourt import FILE --data ${typo}, or, with demo stock, forecourt serve --demo --data ${typo}.`,
      );
    }
  });
});
