// The README's commands, run as they are written there, in an empty folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-docs-'));
    writeFileSync(join(folder, 'stock.csv'), blocks('csv')[0]);
    mkdirSync(join(folder, 'codepo_gb/Data/CSV'), { recursive: true });
    writeFileSync(
      join(folder, 'codepo_gb/Data/CSV/ls.csv'),
      '"LS1 4AP",10,429800,433600,"E92000001","","","","",""\r\n',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are the ones that are tried here or in test/e2e', () => {
    expect(commands).toEqual([
      'npm ci && npm start',
      "curl 'http://127.0.0.1:8080/api/v1/vehicles/?make=Jaguar&model=XJ&location=SW1A+1AA&distance=0'",
      'npm ci && npm test',
      'npx forecourt search --make Ford --model Focus --sort price_asc',
      'npx forecourt search --q "panoramic roof" --price_max 15000 --json',
      'npx forecourt import stock.csv --data ./stock',
      'npx forecourt serve --data ./stock',
      'npx forecourt postcodes import codepo_gb/Data/CSV/*.csv --data ./stock',
    ]);
  });

  it('import the feed of the README as it says', () => {
    expect(forecourt(commands[5], folder)).toContain('1 added, 0 changed, 0 unchanged, 0 withdrawn.');
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

  it('import postcodes', () => {
    const line = commands[7].replace('*.csv', 'ls.csv');
    expect(forecourt(line, folder)).toBe('1 unit postcode imported.\n');
  });

  it('search', () => {
    expect(forecourt(`${commands[3]} --data ./stock`, folder)).toBe('None of 1 listing matches.\n');
    expect(JSON.parse(forecourt(`${commands[4]} --data ./stock`, folder))).toMatchObject({
      results: { total_vehicles: 0 },
    });
  });
});
