// The README's commands, run as they are written there, in an empty folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The text of every fenced block of a language. */
function blocks(language: string): string[] {
  return Array.from(
    README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
    ([, text]) => text,
  );
}

/** Runs a command line of the README, in which no argument needs more than quotes. */
function forecourt(line: string, cwd: string): string {
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare);
  return execFileSync(process.execPath, [join(ROOT, 'bin/forecourt.js'), ...words.slice(2)], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('the commands of the README', () => {
  let folder = '';
  const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const [, , , importCommand = '', , searchCommand = ''] = commands;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-docs-'));
    writeFileSync(join(folder, 'stock.csv'), blocks('csv')[0]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are run here, by test/demo-answer.test.ts, test/e2e or .ci/run', () => {
    expect(commands).toEqual([
      'npm ci && npm start',
      'npm ci && npm test',
      "curl 'http://127.0.0.1:8080/api/v1/vehicles/?make=Jaguar&model=XJ&location=SW1A+1AA&distance=0'",
      'npx forecourt import stock.csv --data ./stock',
      'npx forecourt serve --data ./stock',
      'npx forecourt search --make Ford --model Focus --sort price_asc --data ./stock',
    ]);
  });

  it('import the feed of the README', () => {
    expect(forecourt(importCommand, folder)).toContain('1 added, 0 changed, 0 unchanged, 0 withdrawn.');
    const json = forecourt('npx forecourt search --make Volkswagen --q vw --data ./stock --json', folder);
    expect(JSON.parse(json)).toMatchObject({
      results: {
        total_vehicles: 1,
        cars: [
          {
            year: '2019',
            make: 'Volkswagen',
            mileage: 31200,
            transmission: 'Automatic',
            engine_size: 1.5,
            price: 12995,
          },
        ],
      },
    });
  });

  it('preview the feed of the README', () => {
    expect(forecourt('npx forecourt feed inspect stock.csv', folder)).toContain('northgate-cars.example');
  });

  it('search the stock without a server', () => {
    expect(forecourt(searchCommand, folder)).toBe('No matches among 1 listing.\n');
  });
});

it('docs/deployment.md imports postcodes', () => {
  const deployment = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8');
  const [, line = ''] = /^\$ (forecourt postcodes import .*)$/m.exec(deployment) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'codepo_gb/Data/CSV'), { recursive: true });
  const row = '"LS1 4AP",10,429800,433600,"E92000001","","","","",""\r\n';
  writeFileSync(join(folder, 'codepo_gb/Data/CSV/ls.csv'), row);
  expect(forecourt(`npx ${line.replace('*.csv', 'ls.csv')}`, folder)).toBe('1 unit postcode imported.\n');
});
