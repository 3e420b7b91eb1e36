// The docs agree with the code: tables, links, npm scripts, settings and reasons for dependencies.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES_WITH_TABLES, withTables } from '../scripts/docs-tables.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { hasMember } from './support/docs-names.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'clients/python/README.md',
];

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the docs', () => {
  it.each(PAGES_WITH_TABLES)('%s has up-to-date tables (npm run docs writes them)', (page) => {
    expect(read(page)).toBe(withTables(read(page)));
  });

  it.each(PAGES)('%s links only to existing files', (page) => {
    const targets = Array.from(read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, target]) => target);
    const missing = targets.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(ROOT, dirname(page), target)),
    );
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('%s links only to existing headings', (page) => {
    const targets = Array.from(
      read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g),
      ([, file, anchor]) => [file === '' ? page : join(dirname(page), file), anchor] as const,
    );
    expect(targets.filter(([file, anchor]) => !anchorsOf(read(file)).includes(anchor))).toEqual([]);
  });

  it('are all listed in docs/README.md', () => {
    const index = read('docs/README.md');
    const unlisted = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md').filter(
      (page) => !index.includes(`](${page.slice('docs/'.length)})`),
    );
    expect(unlisted).toEqual([]);
  });

  it.each(PAGES)('%s mentions only existing npm scripts', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = Array.from(read(page).matchAll(/npm run ([a-z][a-z:-]*[a-z])/g), ([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('start servers with existing settings and valid values', () => {
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
      return setting.type.placeholder === undefined
        ? false
        : value === undefined || setting.type.parse(value) === undefined;
    });
    expect(wrong).toEqual([]);
  });

  it('give a reason for exactly the dependencies', () => {
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

describe('docs/architecture.md', () => {
  const [, block] =
    /^## One way through\n[\s\S]*?```text\n([\s\S]*?)```/m.exec(read('docs/architecture.md')) ?? [];
  const steps = Array.from(
    (block ?? '').matchAll(/ ([a-z/-]+\.ts) +([A-Za-z.]+(?:, [A-Za-z.]+)*?)(?=[:,\n])/g),
    ([, file, names]) => names.split(', ').map((name) => [file, name] as const),
  ).flat();

  const sources = readdirSync(join(ROOT, 'src'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));

  it('has a path for a search', () => expect(steps.length).toBeGreaterThan(30));

  it.each(steps)('names what exists: %s %s', (file, name) => {
    const [owner, member] = name.split('.');
    expect(read(`src/${file}`)).toMatch(new RegExp(`\\b${owner}\\b`));
    if (member !== undefined) expect(hasMember(owner, member, file)).toBe(true);
  });

  it.each(steps)('names what other code uses: %s %s', (file, name) => {
    const [exported] = name.split('.');
    const uses = new RegExp(`\\b${exported}\\b[^;]*(from |import\\()'[^']*/${basename(file)}'`);
    const own = read(`src/${file}`).match(new RegExp(`\\b${exported}\\b`, 'g')) ?? [];
    const users = sources.filter((other) => uses.test(read(`src/${other}`)));
    expect([...users, ...own.slice(1)]).not.toEqual([]);
    expect(users.length > 0 || !isExported(file, exported)).toBe(true);
  });
});

const isExported = (file: string, name: string): boolean =>
  new RegExp(`^export .*\\b${name}\\b`, 'm').test(read(`src/${file}`));
