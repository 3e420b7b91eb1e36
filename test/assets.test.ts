// Every folder of assets/ says where its files come from, and under which licence others may use them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ASSETS = fileURLToPath(new URL('../assets', import.meta.url));
const read = (...path: readonly string[]): string => readFileSync(join(ASSETS, ...path), 'utf8');
const FOLDERS = readdirSync(ASSETS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Folders of data, which somebody else may have made. */
const TABLES = FOLDERS.filter((name) =>
  readdirSync(join(ASSETS, name)).some((file) => file.endsWith('.tsv')),
);

const ROWS = Array.from(
  read('README.md').matchAll(/^\| (`.+`) \| .+ \| (.+) \| (.+) \|$/gm),
  ([, names, source, licence]) => ({
    names: names.split(', ').map((name) => name.replaceAll(/[`/]/g, '')),
    source,
    licence,
  }),
);

it('assets/README.md has a source and a licence for every folder, and for no other', () => {
  expect(ROWS.flatMap(({ names }) => names).sort()).toEqual(FOLDERS.sort());
});

it('every folder of tables describes its files, their source and who may use them', () => {
  expect(TABLES).toEqual(['demo', 'feeds', 'map', 'phrases', 'postcodes', 'terms', 'vehicles']);
  for (const folder of TABLES) {
    const row = ROWS.find(({ names }) => names.includes(folder));
    expect(row?.source).toBe(`[${folder}/README.md](${folder}/README.md)`);
    const text = read(folder, 'README.md');
    const files = readdirSync(join(ASSETS, folder)).filter((file) => file.endsWith('.tsv'));
    expect(files.filter((file) => !text.includes(`\`${file}\``))).toEqual([]);
    expect(text).toMatch(/licen[cs]e|public domain/i);
    expect(text).toMatch(/source|chosen from|made with/i);
  }
});
