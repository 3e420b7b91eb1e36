// Words that requests are made of: what tables of the trade, docs, tests and the sources list. They are read as text, so that no
// module is needed; a recording keeps what was made of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHRASES } from '../../test/fixtures/phrases.ts';
import { PROJECT } from '../harness/server.ts';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const sourcesIn = (folder: string): string =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => read(join(folder, name)))
    .join('\n');

/** Every spelling of every term of the trade, or of those of one group. */
export function termSpellings(ofGroup?: string): string[] {
  const rows = read('assets/terms/trade-terms.tsv').trimEnd().split('\n').slice(1);
  const spellings = rows.flatMap((row) => {
    const [group, name = '', others = '', narrower = ''] = row.split('\t');
    if (ofGroup !== undefined && group !== ofGroup) return [];
    return [name, ...others.split('|'), ...narrower.split('|')].map((text) => text.trim());
  });
  return distinct(spellings);
}

/** Makes with every name of their models and versions; the digits of badges are 2s. */
export function modelNames(): string[] {
  const rows = read('assets/vehicles/models.tsv').trimEnd().split('\n').slice(1);
  const names = rows.flatMap((row) => {
    const [make, ...cells] = row
      .replace(/[()[\]]/g, '')
      .replaceAll('#', '2')
      .split('\t');
    return cells.flatMap((cell) => cell.split(/[|=]/)).map((name) => `${make} ${name.trim()}`.trim());
  });
  return distinct(names);
}

/** The phrases of the fixtures, and every text of the interpreter's tests, some of which are phrases. */
export function testedPhrases(): string[] {
  const texts = literalsIn(sourcesIn('test/phrases')).filter((text) => !/[{}$\\]|^\.|\.ts$/.test(text));
  return distinct([...PHRASES.map(({ text }) => text), ...texts]);
}

/** The words and phrases that the tables of phrases list, without those that are patterns. */
export function phraseWords(): string[] {
  const tables = readdirSync(join(PROJECT, 'assets/phrases')).filter((name) => name.endsWith('.tsv'));
  const rows = tables.flatMap((name) => read(join('assets/phrases', name)).trimEnd().split('\n').slice(1));
  return distinct(
    rows.map((row) => row.split('\t')[0] ?? '').filter((text) => /^[a-z0-9£ ]{2,}$/i.test(text)),
  );
}

/** The words and phrases that the sources of a folder list. */
export function listedIn(folder: string): string[] {
  const code = sourcesIn(folder).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  // A list that is written on several lines is one text.
  const listed = literalsIn(code.replace(/'\s*\+\s*'/g, '')).flatMap((text) => text.split(/[,|]/));
  return distinct(
    listed.map((text) => text.trim()).filter((text) => /^[a-z0-9£][a-z0-9 £.&+-]{1,39}$/i.test(text)),
  );
}

/** The texts of a test. */
export function textsOf(test: string): string[] {
  return distinct(literalsIn(read(test)).filter((text) => !text.includes('${')));
}

/** The column names that the docs list. */
export function columnNames(): string[] {
  const [, knownNames = ''] = read('docs/feeds.md').split('\n## Layouts\n');
  const rows = knownNames.match(/^\| `.*$/gm) ?? [];
  const names = rows.flatMap((row) => Array.from(row.matchAll(/`([^`]+)`/g), ([, name]) => name));
  return distinct(names.filter((name) => /^[\w.@:/-]+$/.test(name)));
}

function literalsIn(code: string): string[] {
  return Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/g), ([, single, double]) =>
    (single ?? double).replaceAll("\\'", "'"),
  );
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
