// The field table is a mechanism: two rows that this test makes up, a value and a range, work on every surface without
// another line of code. Everything runs in this thread, because threads would load the table without them.
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { llmsText } from '../src/api/llms-text.ts';
import { openApiDocument } from '../src/api/openapi.ts';
import { toSummaryResponse } from '../src/api/summary-response.ts';
import { toSearchResponse } from '../src/api/vehicle.ts';
import { searchCommand } from '../src/cli/search-command.ts';
import { addParameterFlags } from '../src/cli/search-flags.ts';
import { listingsIndexBody } from '../src/cluster/cluster-mapping.ts';
import { listingDocument } from '../src/cluster/listing-document.ts';
import { filterDsl } from '../src/cluster/query-dsl.ts';
import { readConfig } from '../src/config/config.ts';
import { loadGazetteer } from '../src/geo/postcode-gazetteer.ts';
import { toEngineQuery } from '../src/index/shared/engine-query.ts';
import { labelledFact } from '../src/ingest/columns/title-facts.ts';
import { importFeeds } from '../src/ingest/run/import.ts';
import type { ImportRun } from '../src/ingest/status/import-report.ts';
import { canonicalQuery } from '../src/query/canonical-query.ts';
import type { FieldFacts, FieldRow, RangeFilter, ValueFilter } from '../src/listing/field.ts';
import type { Field } from '../src/listing/fields.ts';
import type { Listing } from '../src/listing/listing.ts';
import { PlainScan } from '../src/maintenance/plain-scan.ts';
import { SEARCH_TOOL } from '../src/mcp/search-tool.ts';
import { loadPage, type FoundSearch } from '../src/pages/search/load-page.ts';
import { renderHtml } from '../src/pages/render-html.ts';
import { searchDocument } from '../src/pages/search/search-document.ts';
import { toQueryString } from '../src/pages/view/search-state.ts';
import { Problem } from '../src/problem.ts';
import type { SearchBackend } from '../src/search/search-backend.ts';
import { openStore } from '../src/store/store.ts';
import { DataFolder } from './support/data-folder.ts';
import { unratedVehicle } from './support/vehicle.ts';

/** Rows of members that Listing does not have. */
type MadeUp = FieldFacts &
  Pick<FieldRow, 'facet' | 'distribution'> & {
    readonly property: string;
    readonly filter: RangeFilter | ValueFilter;
  };

const MADE_UP = vi.hoisted((): MadeUp[] => {
  const bodies = ['Estate', 'Hatchback', 'Saloon'];
  return [
    {
      name: 'body_type',
      property: 'bodyType',
      kind: 'class',
      enum: bodies,
      canonicalize: (word) =>
        word === 'Touring' ? 'Estate' : bodies.find((body) => body.toLowerCase() === word.toLowerCase()),
      nullable: true,
      inResponse: true,
      feed: { reader: 'word' },
      filter: {
        kind: 'value',
        parameter: 'body_type',
        order: 20,
        label: 'Body',
        formOrder: 20,
        importance: 6.5,
        otherNames: ['shape'],
        rule: 'Body of the car.',
      },
      facet: { limit: 20, plural: 'Bodies', note: 'Bodies, without the filter body_type.' },
      text: { column: 'facts' },
      fact: {},
      column: { title: 'BODY', order: 20, maxWidth: 10 },
      description: 'Body of the car. Null: not known.',
      example: 'Estate',
    },
    {
      name: 'ashtrays',
      property: 'ashtrays',
      kind: 'integer',
      nullable: true,
      inResponse: true,
      feed: { reader: 'whole_number', bounds: [1, 9] },
      filter: {
        kind: 'range',
        order: 21,
        label: 'Ashtrays',
        formOrder: 21,
        importance: 1.5,
        otherNames: ['ashtrays'],
        noun: 'number of ashtrays',
        numberType: 'integer',
        step: () => 1,
        min: {
          parameter: 'ashtrays_min',
          label: 'fewest ashtrays',
          rule: 'Use it for "at least X ashtrays".',
          example: 3,
        },
        max: {
          parameter: 'ashtrays_max',
          label: 'most ashtrays',
          rule: 'Use it for "at most X ashtrays".',
          example: 5,
        },
      },
      distribution: {
        minBinWidth: 1,
        plural: 'Ashtrays',
        note: 'Ashtrays, without ashtrays_min and ashtrays_max.',
      },
      words: '# ashtrays',
      fact: { unknown: 'ashtrays unknown' },
      column: { title: 'TRAYS', order: 21, maxWidth: 5 },
      description: 'Number of ashtrays. Null: not known.',
      example: 5,
    },
  ];
});

vi.mock(import('../src/listing/fields.ts'), async (original) => {
  const { FIELDS } = await original();
  return { FIELDS: [...FIELDS, ...(MADE_UP as Field[])] };
});
// What were keywords are columns of the made-up fields.
vi.mock(import('../src/ingest/tables/feed-tables.ts'), async (original) => {
  const table = await original();
  const columns = table
    .tableText('columns')
    .replace(/^(?:body_type|ashtrays?)\tkeywords\t.*\n/gm, '')
    .replace(/^(body_style|body_shape)\tkeywords\t+$/gm, '$1\tbody_type')
    .replace(/^door_count\tkeywords\t.*$/m, 'door_count\tashtrays');
  return { ...table, tableText: (name) => (name === 'columns' ? columns : table.tableText(name)) };
});
vi.mock(import('../src/tables.ts'), async (original) => {
  const tables = await original();
  const topic = 'ashtray count\ttopic\tashtrays\n';
  const rows = new Map([
    ['phrases/quantities.tsv', `ashtrays\tunit\tashtrays\n${topic}`],
    ['phrases/refinements.tsv', topic],
  ]);
  const readTable: typeof tables.readTable = (path, read) =>
    tables.readTable(path, (text) => read(text + (rows.get(path) ?? '')));
  return { ...tables, readTable };
});
const gazetteer = loadGazetteer();
const folder = new DataFolder();
let ndjson: ImportRun;
let csv: ImportRun;
let backend: SearchBackend;

beforeAll(async () => {
  const record = (id: string, facts: object): string =>
    JSON.stringify({
      id,
      dealer: 'a.example',
      advert_url: `https://a.example/${id}`,
      make: 'Ford',
      ...facts,
    });
  const lines = [
    record('estate', { price: 5000, body_type: 'Touring', ashtrays: 5 }),
    record('hatch', { price: 6000, body_type: 'hatchback', ashtrays: '3' }),
    record('odd', { price: 7000, body_type: 'Hearse', ashtrays: 12 }),
    record('bare', { price: 8000 }),
  ];
  ndjson = await importFeeds(folder.path, [{ name: 'a.ndjson', source: textSource(lines.join('\n')) }], {
    merge: true,
  });
  csv = await importFeeds(
    folder.path,
    [
      {
        name: 'b.csv',
        source: textSource(
          'Stock No,Vehicle URL,Body Style,Door Count,Price\n' +
            '1,https://b.example/1,Saloon,4,9000\n' +
            '2,https://b.example/2,Saloon,some,9500\n',
        ),
      },
    ],
    { merge: true, dealer: 'b.example' },
  );
  backend = await folder.open();
  await backend.catchUp();
});

afterAll(() => folder.remove());

function textSource(text: string): Readable {
  return Readable.from([Buffer.from(`${text}\n`)]);
}

type Vehicle = Readonly<Record<string, unknown>>;

async function search(query: string): Promise<readonly Vehicle[]> {
  const parsed = backend.service.parse([...new URLSearchParams(query)]).query;
  const response = toSearchResponse(parsed, await backend.service.search(parsed), 'https://x.example');
  return response.results.cars;
}

async function found(query: string): Promise<string[]> {
  return (await search(query)).map(({ url }) => decodeURIComponent(String(url)).replace(/^.*https:\/\//, ''));
}

async function summarize(query: string): Promise<Readonly<Record<string, unknown>>> {
  const parsed = backend.service.parse([...new URLSearchParams(query)]).query;
  return { ...toSummaryResponse(await backend.service.summarize(parsed), 'https://x.example').summary };
}

function storedListings(): Promise<readonly Listing[]> {
  const store = openStore(folder.path, { mode: 'read' });
  const snapshot = store.snapshot();
  const listings = [...snapshot.listings()];
  snapshot.release();
  return store.close().then(() => listings);
}

test('a feed in NDJSON has it, with what is wrong reported', () => {
  expect(ndjson).toMatchObject({ read: 4, rejected: 0, added: 4, ignoredColumns: [] });
  expect(ndjson.valueIssues).toMatchObject([{ field: 'ashtrays', reason: 'out_of_range', count: 1 }]);
});

test('a feed in CSV has it, under the names of its row', () => {
  expect(csv).toMatchObject({ read: 2, rejected: 0, added: 2, ignoredColumns: [] });
  expect(csv.valueIssues).toMatchObject([{ field: 'ashtrays', reason: 'unreadable', count: 1 }]);
});

test('a line of a text states it behind its name', () => {
  expect(labelledFact('Ashtrays: 4')).toEqual(['ashtrays', '4']);
  expect(labelledFact('Body type: saloon')).toEqual(['body_type', 'saloon']);
  expect(labelledFact('Ashtrays: full')).toBeUndefined();
});

test('it is stored and read back', async () => {
  const stored = (await storedListings()) as readonly (Listing & Vehicle)[];
  expect(
    stored.map((listing) => [listing.id, listing['bodyType'], listing['ashtrays'], listing.sourceTerms]),
  ).toEqual([
    ['bare', null, null, null],
    ['estate', 'Estate', 5, 'Touring'],
    ['hatch', 'Hatchback', 3, null],
    ['odd', 'Hearse', null, null],
    ['1', 'Saloon', 4, null],
    ['2', 'Saloon', null, null],
  ]);
});

test('responses have it', async () => {
  const [estate] = await search('sort=price_asc');
  expect(estate).toMatchObject({ make: 'Ford', body_type: 'Estate', ashtrays: 5, distance_km: null });
  expect(Object.keys(estate).slice(-3)).toEqual(['distance_km', 'body_type', 'ashtrays']);
});

test('it is filtered, and full text finds its words', async () => {
  expect(await found('body_type=ESTATE')).toEqual(['a.example/estate']);
  expect(await found('ashtrays_min=4&sort=price_desc')).toEqual(['b.example/1', 'a.example/estate']);
  expect(await found('body_type=Saloon&ashtrays_max=4')).toEqual(['b.example/1']);
  expect(await found('q=hatchback')).toEqual(['a.example/hatch']);
  expect(await found('q=touring')).toEqual(['a.example/estate']);
});

test('phrases limit it by the words of its rows', async () => {
  const read = async (phrase: string): Promise<unknown> =>
    (await backend.service.interpret(phrase)).parameters;
  expect(await read('ford with at least 3 ashtrays under 10k')).toEqual({
    make: 'Ford',
    price_max: '10000',
    ashtrays_min: '3',
  });
  expect(await read('ashtray count up to 4')).toEqual({ ashtrays_max: '4' });
});

test.each([
  ['raise the ashtray count to 6', 'ashtrays_max=4', { ashtrays_max: '6' }],
  ['lower the ashtray count by 1', 'ashtrays_max=4', { ashtrays_max: '3' }],
  ['2 ashtrays more', 'ashtrays_min=4', { ashtrays_min: '6' }],
  ['forget the ashtray count', 'make=Ford&ashtrays_min=2&ashtrays_max=4', { make: 'Ford' }],
])('%s changes the limit of a search for %s', async (phrase, search, parameters) => {
  const current = Object.fromEntries(new URLSearchParams(search));
  expect((await backend.service.interpret(phrase, { current })).parameters).toEqual(parameters);
});

test('a plain scan filters it as the index does', async () => {
  const scan = new PlainScan(
    ['body_type=estate', 'ashtrays_min=4'].map(
      (query) => backend.service.parse([...new URLSearchParams(query)]).query,
    ),
    gazetteer,
  );
  for (const listing of await storedListings()) scan.add(listing);
  expect(scan.results().map(({ hits }) => hits.map(({ id }) => id))).toEqual([['estate'], ['1', 'estate']]);
});

test('a cluster has it in its mapping, its documents and its queries', async () => {
  expect(listingsIndexBody({ shards: 1, replicas: 0 })).toMatchObject({
    mappings: { properties: { bodyType: { properties: { keys: {} } }, ashtrays: { type: 'double' } } },
  });
  const estate = (await storedListings()).find(({ id }) => id === 'estate') as Listing;
  expect(listingDocument({ listing: estate, changedAt: 9, sequence: 1 }, gazetteer)).toMatchObject({
    bodyType: { value: 'Estate', keys: ['Estate'] },
    ashtrays: 5,
  });
  const { query } = backend.service.parse([
    ['body_type', 'estate'],
    ['ashtrays_min', '4'],
  ]);
  expect(filterDsl(toEngineQuery(query))).toEqual([
    { terms: { 'bodyType.keys': ['Estate'] } },
    { range: { ashtrays: { gte: 4 } } },
  ]);
});

test('summaries count it', async () => {
  expect(await summarize('ashtrays_min=4')).toMatchObject({
    total_vehicles: 2,
    body_type: {
      values: [
        { value: 'Estate', count: 1 },
        { value: 'Saloon', count: 1 },
      ],
      unknown: 0,
    },
    ashtrays: { known: 3, unknown: 3, min: 3, max: 5 },
    left_out_as_unknown: { ashtrays: 3 },
  });
});

test('it is relaxed if nothing matches', async () => {
  const { relaxations } = await summarize('body_type=Hatchback&ashtrays_min=5');
  expect(relaxations).toMatchObject([
    { parameter: 'ashtrays_min', value: '3', total_vehicles: 1 },
    { parameter: 'body_type', value: null, total_vehicles: 1 },
  ]);
});

test('it is in the canonical query, behind the parameters of the specification', () => {
  const { query } = backend.service.parse([
    ['ashtrays_max', ' 5'],
    ['body_type', 'saloon'],
    ['price_max', '9000'],
    ['sort', 'price_asc'],
  ]);
  expect(canonicalQuery(query)).toBe('price_max=9000&body_type=Saloon&ashtrays_max=5&sort=price_asc&page=1');
});

test('wrong values are refused', () => {
  const issues = (name: string, value: string): unknown => {
    try {
      backend.service.parse([[name, value]]);
      return undefined;
    } catch (error) {
      return error instanceof Problem ? error.issues : error;
    }
  };
  expect(issues('ashtrays_min', 'x')).toEqual([
    {
      parameter: 'ashtrays_min',
      code: 'not_an_integer',
      value: 'x',
      message: "ashtrays_min must be a whole number (got 'x').",
    },
  ]);
  expect(issues('body_type', 'Touring')).toEqual([
    {
      parameter: 'body_type',
      code: 'not_in_enum',
      value: 'Touring',
      message: "body_type must be one of Estate, Hatchback, Saloon (got 'Touring'). Did you mean Estate?",
      allowed: ['Estate', 'Hatchback', 'Saloon'],
      suggestion: 'Estate',
    },
  ]);
});

test('it is suggested for a misspelt parameter and for other names', () => {
  const ignored = (name: string): unknown => backend.service.parse([[name, 'x']]).ignored;
  expect(ignored('body_typ')).toEqual([{ name: 'body_typ', suggestion: 'body_type' }]);
  expect(ignored('shape')).toEqual([{ name: 'shape', suggestion: 'body_type' }]);
  expect(ignored('maxAshtrays')).toEqual([{ name: 'maxAshtrays', suggestion: 'ashtrays_max' }]);
});

test('OpenAPI describes it', () => {
  const document = JSON.stringify(openApiDocument('https://x.example'));
  const { paths, components } = JSON.parse(document) as {
    paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    components: {
      schemas: Record<string, { properties: Record<string, { properties: object }>; required: string[] }>;
    };
  };
  const parameters = new Map(
    paths['/api/v1/vehicles/'].get.parameters.map(({ name, schema }) => [name, schema]),
  );
  expect(parameters.get('body_type')).toMatchObject({
    pattern: '^-?(Estate|Hatchback|Saloon)(,-?(Estate|Hatchback|Saloon))*$',
  });
  expect(parameters.get('ashtrays_min')).toMatchObject({ type: 'integer' });
  const { Vehicle, Summary } = components.schemas;
  expect(Vehicle.properties).toMatchObject({
    body_type: { type: ['string', 'null'], description: 'Body of the car. Null: not known.' },
    ashtrays: { type: ['integer', 'null'] },
  });
  expect(Object.keys(Summary.properties['summary'].properties)).toEqual(
    expect.arrayContaining(['body_type', 'ashtrays']),
  );
});

test('language models read of it', () => {
  const text = llmsText('https://x.example');
  expect(text).toContain('- body_type: one of Estate, Hatchback, Saloon. Body of the car.');
  expect(text).toContain('- ashtrays_min: integer. Minimum number of ashtrays, inclusive.');
  expect(text).toContain('- ashtrays: integer or null. Number of ashtrays. Null: not known.');
});

test('the MCP tool takes and returns it', async () => {
  expect(SEARCH_TOOL.inputSchema).toMatchObject({
    properties: {
      body_type: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        description: 'Estate, Hatchback, Saloon. Body of the car.',
      },
      ashtrays_max: { type: 'integer' },
    },
  });
  const { structuredContent, text } = await SEARCH_TOOL.call(
    { body_type: 'Estate', ashtrays_min: 5 },
    { service: backend.service, baseUrl: 'https://x.example' },
  );
  expect(structuredContent).toMatchObject({ results: { cars: [{ body_type: 'Estate', ashtrays: 5 }] } });
  expect(text).toContain('1. Ford, £5,000, mileage unknown, Estate, 5 ashtrays, Touring, a.example');
});

test('the command line takes and prints it', async () => {
  const command = new Command();
  addParameterFlags(command);
  const help = command.helpInformation();
  expect(help).toMatch(/--body_type <choice> +one of Estate, Hatchback, Saloon/);
  expect(help).toMatch(/--ashtrays_min <number> +Minimum number of ashtrays, inclusive\./);
  const lines: string[] = [];
  const config = readConfig({ data: folder.path }, {});
  const output = { line: (text: string) => void lines.push(text), warn: () => undefined };
  await searchCommand([['ashtrays_min', '5']], config, output, (page) => `page ${page}`);
  expect(lines[0]).toMatch(/^ PRICE  YEAR  VEHICLE .*  BODY    TRAYS$/);
  expect(lines[1]).toMatch(/^£5,000  –     Ford    .*  Estate      5$/);
});

test('the page has fields, counts, chips and facts of it', async () => {
  const { state } = await loadPage(
    [
      ['body_type', 'Estate'],
      ['ashtrays_min', '3'],
    ],
    {
      search: async (asked) => ({
        results: {
          cars: (await search(toQueryString(asked))).map((car) => unratedVehicle(car)),
          total_vehicles: 1,
          current_page: 1,
          total_pages: 1,
          per_page: 20,
        },
        summary: (await summarize(toQueryString(asked))) as unknown as FoundSearch['summary'],
        map: { zoom: 0, total_vehicles: 1, unplaced: 1, outside: 0, cells: [] },
        prices: null,
        warnings: [],
      }),
      summarize: () => Promise.reject(new Error('no other summary was asked for')),
      count: () => Promise.reject(new Error('nothing was to be explained')),
      interpret: () => Promise.reject(new Error('no phrase was asked')),
    },
  );
  const root = searchDocument({ basePath: '/', baseUrl: 'https://x.example' }, state, {
    assetsPath: 'page/',
    style: '',
  });
  const html = renderHtml(root);
  expect(html).toContain('<fieldset data-key="body_type"><legend>Body</legend>');
  expect(html).toContain(
    '<input type="checkbox" name="body_type" form="refine" value="Estate" checked><span dir="auto">Estate (1)</span>',
  );
  expect(html).toContain('<legend>Ashtrays</legend>');
  expect(html).toMatch(/<input type="text" name="ashtrays_min" form="refine" value="3"/);
  expect(html).toContain('Median 5 ashtrays');
  expect(html).toContain('3 ashtrays or more');
  expect(html).toContain(
    '<span><span dir="auto">Estate</span></span> <span><i>· </i><span dir="auto">5 ashtrays</span></span>',
  );
});
