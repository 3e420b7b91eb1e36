// Every code example in the docs works. Shell, TypeScript and Python run against the demo and print the output shown
// below them. Examples that need more are run by a test of their own.
import { execFile, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMapping } from '../src/ingest/settings/feed-mapping.ts';
import { serverFor } from './support/server.ts';
import { seedDemo } from '../src/demo/seed.ts';
import { openEmbeddedBackend } from '../src/search/search-backend.ts';
import { installPython } from './support/installed.ts';
import { freePort } from './support/ports.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'clients/python/README.md',
];

const python = await installPython(join(ROOT, 'clients/python/requirements-dev.txt'));

/** So many blocks of a page are held to what they say by a test that reads them there. */
const ELSEWHERE: readonly (readonly [page: string, language: string, blocks: number, tests: string[]])[] = [
  ['README.md', 'sh', 5, ['test/readme-commands.slow.test.ts']],
  ['CONTRIBUTING.md', 'sh', 1, ['test/scripts/try.slow.test.ts']],
  ['README.md', 'csv', 1, ['test/readme-commands.slow.test.ts']],
  ['README.md', 'json', 1, ['test/demo-answer.test.ts']],
  [
    'docs/api-endpoints.md',
    'sh',
    6,
    [
      'test/demo-answer.test.ts',
      'test/http/routes/interpret-route.test.ts',
      'test/http/routes/export-route.test.ts',
      'test/http/routes/changes-route.test.ts',
    ],
  ],
  [
    'docs/api-endpoints.md',
    'json',
    4,
    ['test/demo-answer.test.ts', 'test/http/routes/interpret-route.test.ts'],
  ],
  ['docs/assistants.md', 'json', 1, ['test/mcp/assistants-docs.test.ts']],
  ['docs/first-hour.md', 'sh', 1, ['test/first-hour.slow.test.ts']],
  ['docs/first-hour.md', 'json', 2, ['test/first-hour.slow.test.ts']],
  ['docs/mcp.md', 'sh', 1, ['test/cli/mcp-docs.slow.test.ts']],
  ['docs/mcp.md', 'ts', 1, ['test/cli/mcp-docs.slow.test.ts']],
  ['docs/mcp.md', 'json', 2, ['test/cli/mcp-docs.slow.test.ts']],
  ['docs/runs.md', 'json', 1, ['test/ingest/schedule/feeds-file.test.ts']],
  ['docs/feeds.md', 'csv', 1, ['test/ingest/suggest/inspect-feed.test.ts']],
  ['docs/feeds.md', 'json', 1, ['test/examples.slow.test.ts']],
  ['docs/tokens.md', 'sh', 2, ['test/e2e/tokens.slow.test.ts']],
  ['clients/python/README.md', 'sh', 2, ['test/client/python.slow.test.ts']],
  ['docs/scaling.md', 'sh', 1, ['test/opensearch/conformance-commands.test.ts']],
];

/** How a program in a language is called, and what it must be found by. */
const RUN: Readonly<Record<string, readonly [program: string, file: string, ...args: string[]]>> = {
  sh: ['bash', 'example.sh', '-eu', '-o', 'pipefail'],
  ts: [process.execPath, 'example.js'],
  python: [join(python.folder ?? '', 'bin/python'), 'example.py'],
};

interface Block {
  readonly page: string;
  readonly language: string;
  readonly line: number;
  readonly text: string;
  /** What it prints, where the next block shows that and nothing stands between them. */
  readonly output?: { readonly language: string; readonly text: string };
}

function blocksOf(page: string): Block[] {
  const content = readFileSync(join(ROOT, page), 'utf8');
  const found = [...content.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)];
  return found.map(({ index, 1: language, 2: text, 0: whole }, i) => {
    const next = found.at(i + 1);
    const follows = next !== undefined && content.slice(index + whole.length, next.index).trim() === '';
    return {
      page,
      language,
      line: content.slice(0, index).split('\n').length,
      text,
      ...(follows && ['json', 'text'].includes(next[1]) && { output: { language: next[1], text: next[2] } }),
    };
  });
}

const blocks = PAGES.flatMap(blocksOf);
const isHeldElsewhere = ({ page, language }: Block): boolean =>
  ELSEWHERE.some(([otherPage, otherLanguage]) => page === otherPage && language === otherLanguage);
const examples = blocks.filter((block) => block.language in RUN && !isHeldElsewhere(block));

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

describe('an example of the docs', () => {
  it('is in a known language', () => {
    const known = ['', 'text', 'json', 'csv', ...Object.keys(RUN)];
    const unknown = blocks.filter(({ language }) => !known.includes(language));
    expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it.each(ELSEWHERE)('is tested elsewhere: those of %s in %s, %i', (page, language, count, tests) => {
    expect(blocks.filter((block) => block.page === page && block.language === language)).toHaveLength(count);
    for (const test of tests) expect(readFileSync(join(ROOT, test), 'utf8')).toContain(page);
  });

  it('is the output of another if it is JSON and not tested elsewhere', () => {
    const outputs = blocks.map(({ output }) => output?.text);
    const alone = blocks.filter(
      (block) => block.language === 'json' && !isHeldElsewhere(block) && !outputs.includes(block.text),
    );
    expect(alone.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('of a mapping, in docs/feeds.md, can be used', () => {
    const [{ text }] = blocksOf('docs/feeds.md').filter(({ language }) => language === 'json');
    const mapping = parseMapping(JSON.parse(text), 'mapping.json');
    expect(mapping).toMatchObject({ layout: 'general', record: 'auto' });
  });
});

describe('the example', () => {
  let folder = '';
  let url = '';
  let close: () => Promise<void>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-examples-'));
    const port = await freePort();
    // Clients follow only URLs of the service that they call.
    url = `http://127.0.0.1:${port}`;
    const data = join(folder, 'data');
    await seedDemo(data, () => undefined);
    const search = openEmbeddedBackend(data, { threads: false });
    await search.catchUp();
    const app = serverFor(search.service, {
      baseUrl: url,
      logError: (error) => process.stderr.write(`${String(error)}\n`),
    });
    await app.listen({ host: '127.0.0.1', port });
    close = async () => {
      await app.close();
      await search.close();
    };
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Compiled as in a project that has taken Forecourt in, and nothing else. */
  async function compile(home: string): Promise<void> {
    mkdirSync(join(home, 'node_modules'));
    symlinkSync(ROOT, join(home, 'node_modules/forecourt'));
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    const options = [
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
      '--module',
      'nodenext',
    ];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, ...options, 'example.ts'], { cwd: home });
  }

  for (const { page, line, language, text, output } of examples) {
    const [program, file, ...args] = RUN[language];
    const missing = isThere(program) ? '' : ` (there is no ${language === 'python' ? 'Python' : program})`;
    it.skipIf(missing !== '')(`at ${page}:${line} works, in ${language}${missing}`, async () => {
      const home = mkdtempSync(join(folder, 'example-'));
      const code = text.replaceAll('http://127.0.0.1:8080', url);
      writeFileSync(join(home, language === 'ts' ? 'example.ts' : file), code);
      if (language === 'ts') await compile(home);
      // A program that fails rejects, with what it wrote.
      const env = {
        ...process.env,
        PYTHONPATH: join(ROOT, 'clients/python/src'),
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const printed = await promisify(execFile)(program, [...args, file], { cwd: home, env });
      expect(printed.stderr).toBe('');
      const stdout = printed.stdout.replaceAll(url, 'http://127.0.0.1:8080');
      if (output?.language === 'json')
        expect(JSON.parse(stdout)).toMatchObject(JSON.parse(output.text) as object);
      if (output?.language === 'text') expect(stdout).toBe(output.text);
      if (language === 'sh' && output === undefined) {
        const left = readdirSync(home).filter((name) => name !== file);
        const all = stdout + left.map((name) => readFileSync(join(home, name), 'utf8')).join('');
        expect(all).toContain('{"results":{"cars":[{"year":');
      }
      if (output === undefined && language !== 'sh') expect(stdout).not.toBe('');
    });
  }
});
