// Feeds, and the commands that inspect and import them: every fixture of the tests with its settings, and feeds whose columns or values
// are the names and words that docs, tables, tests and sources list. All imports go into one data folder, which a server shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { MODEL_NAMES } from '../../test/fixtures/dealers-model-names.ts';
import { UNSEEN_MODEL_NAMES } from '../../test/fixtures/dealers-model-names-unseen.ts';
import { PROJECT } from '../harness/server.ts';
import { columnNames, listedIn, termSpellings, textsOf } from './known-words.ts';
import { base64, type CommandCall } from './recording.ts';

export interface Feeds {
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly CommandCall[];
}

interface Feed {
  readonly file: string;
  readonly content: Buffer | string;
  readonly flags: readonly string[];
}

/** The data folder of all imports. */
export const FEEDS_DATA = 'feeds-data';

const FIXTURES = join(PROJECT, 'test/fixtures');
const COLUMNS_PER_FEED = 300;

/** The columns that the texts of a test, or the words of a folder of sources, are values of. */
const VALUE_COLUMNS: readonly (readonly [column: string, texts: () => readonly string[]])[] = [
  ['price', () => [...textsOf('test/ingest/values/price.test.ts'), ...listedIn('src/ingest/values')]],
  ['mileage', () => [...textsOf('test/ingest/values/mileage.test.ts'), ...listedIn('src/ingest/values')]],
  ['year', () => textsOf('test/ingest/values/year.test.ts')],
  ['engine_size', () => textsOf('test/ingest/values/engine-size.test.ts')],
  ['model', () => textsOf('test/ingest/values/model-name.test.ts')],
  ['status', () => [...textsOf('test/ingest/values/sale-status.test.ts'), ...listedIn('src/ingest/values')]],
  ['full_description', () => textsOf('test/ingest/values/html-to-text.test.ts')],
  ['arrived_at', () => textsOf('test/ingest/values/instant.test.ts')],
  [
    'images',
    () => [...textsOf('test/listing/http-url.test.ts'), ...textsOf('test/ingest/values/url.test.ts')],
  ],
  ['registration', () => textsOf('test/ingest/values/vehicle-identifiers.test.ts')],
  ['vin', () => textsOf('test/ingest/values/vehicle-identifiers.test.ts')],
  ['address', () => textsOf('test/ingest/values/postal-address.test.ts')],
  ['make', () => listedIn('src/listing')],
  ['fuel_type', () => [...listedIn('src/listing'), ...termSpellings('fuel')]],
  ['transmission', () => [...listedIn('src/listing'), ...termSpellings('gearbox')]],
];

export function feedCalls(): Feeds {
  const described = describedFeeds();
  const odd = feedsIn('odd-feeds').map((feed) => ({
    ...feed,
    flags: ['--dealer', `${parse(feed.file).name}.odd.example`],
  }));
  const mapped = odd.map((feed) => ({ ...feed, flags: [...feed.flags, '--mapping', suggestionOf(feed)] }));
  const values = [...VALUE_COLUMNS.map(([column, texts]) => valuesFeed(column, texts())), modelsFeed()];
  const names = columnFeeds();
  const all = [...described, ...odd, ...values, ...names];
  const mappings = described.flatMap(({ mapping }) => (mapping === undefined ? [] : [mapping]));
  return {
    files: Object.fromEntries([...all, ...mappings].map(({ file, content }) => [file, base64(content)])),
    commands: [
      ...described.flatMap((feed) => [inspectWithSuggestion(feed), inspect({ ...feed, flags: [] })]),
      ...odd.map(inspectWithSuggestion),
      ...names.map((feed) => inspect({ ...feed, flags: [...feed.flags, '--json'] })),
      ...described.map(importFeed),
      ...mapped.map(inspect),
      ...[...mapped, ...values].map(importFeed),
    ],
  };
}

const inspect = ({ file, flags }: Feed): CommandCall => ({
  kind: 'feed',
  args: ['feed', 'inspect', file, ...flags],
  isIndependent: true,
});

const inspectWithSuggestion = (feed: Feed): CommandCall => ({
  kind: 'feed',
  args: ['feed', 'inspect', feed.file, ...feed.flags, '--suggest', suggestionOf(feed), '--json'],
  writes: suggestionOf(feed),
  isIndependent: true,
});

const suggestionOf = ({ file }: Feed): string => `${file}.suggested.json`;

const importFeed = ({ file, flags }: Feed): CommandCall => ({
  kind: 'feed',
  args: ['import', file, ...flags, '--data', FEEDS_DATA, '--merge', '--json', '--rejects', `${file}.rejects`],
  writes: `${file}.rejects`,
});

function feedsIn(folder: string): Feed[] {
  return readdirSync(join(FIXTURES, folder))
    .filter((name) => !/\.(?:expected|mapping)\.json$|^README/.test(name))
    .sort()
    .map((name) => ({
      file: `${folder}/${name}`,
      content: readFileSync(join(FIXTURES, folder, name)),
      flags: [],
    }));
}

interface Settings {
  readonly dealer?: string;
  readonly layout?: string;
  readonly advert_url?: string;
  readonly columns?: readonly string[];
  readonly mapping?: unknown;
}

/** Feeds with their settings, and the file of their mapping. */
function describedFeeds(): (Feed & { readonly mapping?: Omit<Feed, 'flags'> })[] {
  const withSettings = feedsIn('dealer-files').map((feed) => {
    const { name } = parse(feed.file);
    const expected = readFileSync(join(FIXTURES, `dealer-files/${name}.expected.json`), 'utf8');
    const { settings } = JSON.parse(expected) as { readonly settings: Settings };
    const { dealer, layout, advert_url: advertUrl, columns, mapping } = settings;
    const file = `dealer-files/${name}.mapping.json`;
    const values = {
      dealer,
      layout,
      'advert-url': advertUrl,
      columns: columns?.join(),
      mapping: mapping === undefined ? undefined : file,
    };
    const flags = Object.entries(values).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}`, value],
    );
    return {
      ...feed,
      flags,
      ...(mapping !== undefined && { mapping: { file, content: JSON.stringify(mapping) } }),
    };
  });
  const others = feedsIn('feeds').map((feed) => ({
    ...feed,
    flags: ['--dealer', `${parse(feed.file).base}.feeds.example`],
  }));
  const mapped = {
    file: 'feeds/mapped.mapping.json',
    content: readFileSync(join(FIXTURES, 'feeds/mapped.mapping.json')),
  };
  return [
    ...withSettings,
    ...others.map((feed) =>
      feed.file === 'feeds/mapped.txt'
        ? { ...feed, flags: ['--mapping', mapped.file], mapping: mapped }
        : feed,
    ),
  ];
}

/** A record for each text, which is its value of `column`. */
function valuesFeed(column: string, texts: readonly string[]): Feed {
  const dealer = `${column.replaceAll('_', '-')}.values.example`;
  const lines = texts.map((text, at) => {
    const record = {
      id: `V${at}`,
      dealer,
      advert_url: `https://${dealer}/${at}`,
      make: 'Ford',
      model: 'Focus',
      postcode: 'LS1 4AP',
    };
    return `${JSON.stringify({ ...record, [column]: text })}\n`;
  });
  return { file: `values/${column}.ndjson`, content: lines.join(''), flags: [] };
}

function modelsFeed(): Feed {
  const dealer = 'models.values.example';
  const lines = [...MODEL_NAMES, ...UNSEEN_MODEL_NAMES].map(
    ([make, model], at) =>
      `${JSON.stringify({ id: `M${at}`, dealer, advert_url: `https://${dealer}/${at}`, make, model })}\n`,
  );
  return { file: 'values/models.ndjson', content: lines.join(''), flags: [] };
}

/** Feeds of one record each, in which every column name occurs. */
function columnFeeds(): Feed[] {
  const names = columnNames();
  return Array.from({ length: Math.ceil(names.length / COLUMNS_PER_FEED) }, (_, at) => {
    const some = names.slice(at * COLUMNS_PER_FEED, (at + 1) * COLUMNS_PER_FEED);
    const content = `${some.join(';')}\n${some.map((_, column) => `value ${column}`).join(';')}\n`;
    return { file: `columns/${at}.csv`, content, flags: ['--layout', 'general'] };
  });
}
