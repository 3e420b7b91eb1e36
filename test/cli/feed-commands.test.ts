// The commands that read a feed: next steps that repeat the command line, and help.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileIn } from './feeds.ts';
import { helpOf, runProgram } from './program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'forecourt-feed-commands-'));
const feed = fileIn(scratch, "dealer's stock.csv", 'Ref,Make,Model\n71,Ford,Fiesta\n72,Ford,Focus\n');
const unnamed = fileIn(scratch, 'unnamed.csv', 'Laufnummer,Typ\n71,Ford\n');
const data = join(scratch, 'my data');
afterAll(() => rmSync(scratch, { recursive: true }));

const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;

it('the next step of an import repeats every flag', async () => {
  const args = ['--dealer', 'north.example', '--vat', 'add', '--force', '--merge', '--data', data];
  const { problem } = await runProgram(['import', feed, ...args]);
  expect(problem).toContain(
    `forecourt import ${quoted(feed)} --dealer north.example --force --vat add --data '${data}' --merge --advert-url `,
  );
});

it('of which feed inspect gets those that it takes', async () => {
  const { problem } = await runProgram(['import', unnamed, '--force', '--data', data, '--format', 'csv']);
  expect(problem).toContain(`forecourt feed inspect ${unnamed} --format csv --suggest`);
});

it('an inspection passes no flag to the import that this does not take', async () => {
  const { problem } = await runProgram([
    'feed',
    'inspect',
    feed,
    '--overwrite',
    '--new',
    'keep',
    '--format',
    'csv',
  ]);
  expect(problem).toContain(`forecourt import ${quoted(feed)} --new keep --format csv --dealer `);
});

it('the next step after a mapping was written repeats every flag', async () => {
  const mapping = join(scratch, 'north.json');
  const file = fileIn(scratch, 'odd.csv', 'Ref;Marque;Mdl;Web\n71;Ford;Fiesta;https://north.example/71\n');
  const { lines } = await runProgram([
    'feed',
    'inspect',
    file,
    '--dealer',
    'north.example',
    '--vat',
    'add',
    '--suggest',
    mapping,
    '--encoding',
    'utf-8',
  ]);
  expect(lines.at(-1)).toBe(
    `Next: forecourt feed inspect ${file} --encoding utf-8 --vat add --mapping ${mapping} --dealer north.example`,
  );
});

it.each(['import', 'feed inspect'])('the help of %s lists the required fields', (command) => {
  expect(helpOf(command)).toContain('Each record needs dealer, id and advert_url, ');
});

it('the help of serve lists its settings in groups', () => {
  const groups = Array.from(helpOf('serve').matchAll(/^(\w+):\n/gm), ([, group]) => group);
  expect(groups).toEqual([
    'Stock',
    'Address',
    'Load',
    'Access',
    'Operation',
    'Cluster',
    'Options',
    'Examples',
  ]);
});
