// Paths that cannot be used, for every argument that is one: a Problem says why, nothing is a bug, and commands that only read
// create nothing.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { fileIn, THREE } from './feeds.ts';
import { runProgram } from './program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'forecourt-paths-'));
const data = join(scratch, 'data');
const feed = fileIn(scratch, 'three.ndjson', THREE);
const csv = fileIn(scratch, 'short.csv', 'Ref,Mk\n1,Ford\n');
const socket = join(scratch, 'socket');
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(scratch, 'folder'));
  symlinkSync('circle', join(scratch, 'circle'));
  await importFeeds(data, [{ name: 'three', source: feed }], { merge: false });
  await new Promise((resolve) => server.listen(socket, () => resolve(undefined)));
});
afterAll(() => {
  server.close();
  rmSync(scratch, { recursive: true });
});

const PATHS: Readonly<Record<string, string>> = {
  'a name of 300 characters': join(scratch, 'x'.repeat(300)),
  'a path below a file': join(feed, 'below'),
  'a circle of links': join(scratch, 'circle'),
  'a NUL': join(scratch, 'a\0b'),
};
const FILES: Readonly<Record<string, string>> = {
  'a folder': join(scratch, 'folder'),
  'a socket': socket,
};

const COMMANDS: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'import of it': (path) => ['import', path, '--data', data],
  'import --mapping': (path) => ['import', feed, '--mapping', path, '--data', data],
  'import --rejects': (path) => ['import', feed, '--rejects', path, '--data', data],
  'import --terms-file': (path) => ['import', feed, '--terms-file', path, '--data', data],
  'feed inspect of it': (path) => ['feed', 'inspect', path],
  'feed run --feeds': (path) => ['feed', 'run', '--feeds', path, '--data', data],
  'postcodes import of it': (path) => ['postcodes', 'import', path, '--data', data],
  'publish --opensearch-ca': (path) => [
    ...['publish', '--opensearch-url', 'https://node.example:9200', '--opensearch-ca', path, '--data', data],
  ],
};
const WRITING: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'feed inspect --suggest': (path) => ['feed', 'inspect', csv, '--suggest', path],
  backup: (path) => ['backup', path, '--data', data],
};
const READING = ['search', 'summary', 'map', 'status', 'verify', 'feed dealers', 'token list'];
const FOLDERS: Readonly<Record<string, (path: string) => readonly string[]>> = {
  ...Object.fromEntries(
    READING.map((name) => [name, (path: string) => [...name.split(' '), '--data', path]]),
  ),
  interpret: (path) => ['interpret', 'golf', '--data', path],
  lookup: (path) => ['lookup', 'https://a.example/1', '--data', path],
  import: (path) => ['import', feed, '--data', path],
  backup: (path) => ['backup', join(scratch, 'copy'), '--data', path],
  publish: (path) => ['publish', '--opensearch-url', 'https://node.example:9200', '--data', path],
  upgrade: (path) => ['upgrade', '--data', path],
  'postcodes import': (path) => ['postcodes', 'import', feed, '--data', path],
  'token create': (path) => ['token', 'create', 'Name', '--data', path],
};

describe.each(Object.entries({ ...PATHS, ...FILES }))('%s', (_, path) => {
  it.each(Object.entries({ ...COMMANDS }))('is a sentence for %s', async (_name, argumentsOf) => {
    expect((await runProgram(argumentsOf(path))).problem).toMatch(
      /^(?:invalid_configuration|feed_unreadable): .*\.$/s,
    );
  });
});

describe.each(Object.entries(PATHS))('%s', (_, path) => {
  it.each(Object.entries({ ...WRITING, ...FOLDERS }))('is a sentence for %s', async (_name, argumentsOf) => {
    expect((await runProgram(argumentsOf(path))).problem).toMatch(
      /^(?:invalid_configuration|data_unusable): .*\.$/s,
    );
  });
});

it('a file is no data folder', async () => {
  for (const [name, argumentsOf] of Object.entries(FOLDERS)) {
    const { problem } = await runProgram(argumentsOf(feed));
    expect(problem, name).toMatch(/^data_unusable: .*(?:not a folder).*\.$/);
  }
});

it('commands that only read create nothing', async () => {
  const missing = join(scratch, 'missing');
  for (const name of READING) await runProgram([...name.split(' '), '--data', missing]);
  expect(existsSync(missing)).toBe(false);
});

it('a backup to a name that is too long names the folder that was asked for', async () => {
  const { problem } = await runProgram(['backup', join(scratch, 'x'.repeat(300)), '--data', data]);
  expect(problem).toBe(
    `data_unusable: The data folder '${join(scratch, 'x'.repeat(300))}' cannot be used: its name is too long. ` +
      'Fix this, or choose another folder.',
  );
});
