// What the docs say is so: tables, commands, the answer in the README, links and reasons for dependencies.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { PAGES_WITH_TABLES, withTables } from '../scripts/docs-tables.ts';
import { PAGE_FIELDS_FILE, pageFieldsText } from '../scripts/page-fields.ts';
import { SETTINGS } from '../src/config/settings.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The text of every fenced block of a language. */
function blocks(page: string, language: string): string[] {
  return Array.from(
    read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
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

test('the search page has the fields of the field table (npm run docs writes them)', async () => {
  expect(read(PAGE_FIELDS_FILE)).toBe(await pageFieldsText());
});

describe('the docs', () => {
  it.each(PAGES_WITH_TABLES)('%s has the tables that the code has (npm run docs writes them)', (page) => {
    expect(read(page)).toBe(withTables(read(page)));
  });

  it.each(PAGES)('%s has no link to a file that is not there', (page) => {
    const targets = Array.from(read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, target]) => target);
    const missing = targets.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(ROOT, dirname(page), target)),
    );
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('%s names no npm script that is not there', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = Array.from(read(page).matchAll(/npm run ([a-z][a-z:-]*[a-z])/g), ([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('start servers with settings that there are, and values that are good', () => {
    const commands = PAGES.flatMap(
      (page) => read(page).match(/^(?:\$ |[A-Z_]+=\S+ )?(?:node bin\/)?forecourt(?:\.js)? serve .*$/gm) ?? [],
    );
    const flags = commands.flatMap((command) =>
      Array.from(command.matchAll(/--([a-z-]+)(?: +([^\s`-][^\s`]*))?/g), ([, flag = '', value]) => ({
        flag,
        value,
      })),
    );
    expect(flags.map(({ flag }) => flag)).toContain('trusted-proxies');
    const settings = Object.values(SETTINGS);
    const wrong = flags.filter(({ flag, value }) => {
      const setting = settings.find((candidate) => candidate.flag === flag);
      if (setting === undefined) return true;
      return setting.placeholder === undefined
        ? false
        : value === undefined || setting.type.parse(value) === undefined;
    });
    expect(wrong).toEqual([]);
  });

  it('give a reason for every dependency, and for no other', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const rows = read('CONTRIBUTING.md')
      .split('## Dependencies')[1]
      .matchAll(/^\| (`[^|]+`) \| [^|]+ \|$/gm);
    const reasoned = Array.from(rows, ([, names]) => names.replaceAll('`', '').split(', ')).flat();
    expect(reasoned.sort()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].sort());
  });
});

describe('the commands of the README', () => {
  let folder = '';
  const commands = blocks('README.md', 'sh').flatMap((block) => block.trim().split('\n'));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-docs-'));
    writeFileSync(join(folder, 'stock.csv'), blocks('README.md', 'csv')[0]);
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
