// An advert is read once, when it is indexed: the rooms above the index show descriptions, but decide nothing by them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const ABOVE_INDEX = ['pricing', 'search', 'api', 'mcp', 'http', 'pages', 'cli', 'server', 'metrics'];
/** What finds words and terms in a text. */
const READERS = [
  'engine/postings/text-terms.ts',
  'engine/postings/tokenizer.ts',
  'index/shared/listing-schema.ts',
  'index/words/query-text.ts',
  'index/words/spellings.ts',
  'index/words/stated-facts.ts',
  'index/words/tags.ts',
];
const TEXTS_OF_ADVERTS = /\b(?:fullDescription|full_description|sourceTerms)\b/;

const FILES = ABOVE_INDEX.flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
    .map((name) => join(SRC, room, name))
    .filter((path) => statSync(path).isFile() && path.endsWith('.ts'))
    .map((path) => ({ name: relative(SRC, path), path, code: readFileSync(path, 'utf8') })),
);

function importsOf({ path, code }: (typeof FILES)[number]): string[] {
  const targets = code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
  return Array.from(targets, ([, target]) => relative(SRC, join(dirname(path), target)));
}

it('the readers of texts are files', () => {
  expect(READERS.filter((name) => !statSync(join(SRC, name)).isFile())).toEqual([]);
});

it('above the index only the words of a query are read', () => {
  const importers = FILES.filter((file) => importsOf(file).some((name) => READERS.includes(name)));
  // The words of a query that found nothing.
  expect(importers.map(({ name }) => name)).toEqual(['search/missing-terms.ts']);
});

it('above the index the texts of adverts are only shown', () => {
  const mentioned = FILES.filter(({ code }) => TEXTS_OF_ADVERTS.test(code)).map(({ name }) => name);
  expect(mentioned.sort()).toEqual([
    'api/llms-text.ts',
    'api/openapi-types.ts',
    'http/routes/feed-route.ts',
    'mcp/connector-tools.ts',
    'mcp/search-tool.ts',
    'mcp/truncate-vehicles.ts',
    'mcp/vehicle-lines.ts',
    'pages/car/car-page.ts',
    'pages/search/browser/web-mcp.ts',
    'pages/site-frame.ts',
    'pages/view/car-parts.ts',
  ]);
});

it('a price is rated by columns: no record of a comparable listing is read', () => {
  const pricing = FILES.filter(({ name }) => name.startsWith('pricing/'));
  const readers = pricing.filter(({ code }) =>
    /\b(?:decode|getListings|getRecords|getIndexedFields)/.test(code),
  );
  // It decodes the listing that is shown.
  expect(readers.map(({ name }) => name)).toEqual(['pricing/lookup.ts']);
});
