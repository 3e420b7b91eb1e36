// `npm run try`, in a copy of the program with a changed row.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function copyProgram(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'scripts'));
  for (const path of ['src', 'assets', 'package.json', 'scripts/try.ts', 'scripts/understood.ts'])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
    });
  };
  git('init', '--quiet');
  git('add', 'src', 'assets', 'scripts', 'package.json');
  git('commit', '--quiet', '--message', 'Copy');
  return root;
}

test('npm run try shows what a changed row changes, and a mistake with its file and line', async () => {
  const root = copyProgram();
  const table = join(root, 'assets/phrases/orders.tsv');
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/try.ts', ...args], { cwd: root });
  appendFileSync(table, 'bargainous\thint\tperhaps price_asc\n');
  appendFileSync(join(root, 'assets/terms/trade-terms.tsv'), 'equipment\tMoon lid\n');
  const texts = ['fiesta with moon lid', 'bargainous golf', 'quick golf', '--q', 'sat nav', '--model', 'bmw 320d se', '--column', 'mileage_km']; // prettier-ignore
  expect((await run(...texts)).stdout.split('\n')).toEqual([
    'fiesta with moon lid',
    '  -   word: moon',
    '  -   word: lid',
    "    make = Ford, for 'fiesta'",
    "    model = Fiesta, for 'fiesta'",
    '    q = moon lid',
    '  +   term: Moon lid (equipment)',
    "    left out: 'with'",
    'bargainous golf',
    '  - q = bargainous',
    '  -   word: bargainous',
    "  + sort = price_asc, for 'bargainous'",
    "    make = Volkswagen, for 'golf'",
    "    model = Golf, for 'golf'",
    'quick golf (the same at HEAD)',
    "    make = Volkswagen, for 'golf'",
    "    model = Golf, for 'golf'",
    "    not understood: 'quick': We can't search for this.",
    'q: sat nav (the same at HEAD)',
    '    term: Sat nav (equipment)',
    'model: bmw 320d se (the same at HEAD)',
    '    make: BMW',
    '    model: 3 Series 320d SE',
    '    counted as: 3 Series',
    'column: mileage_km (the same at HEAD)',
    '    field: mileage',
    '    unit: km',
    '',
  ]);
  const [, example = ''] =
    /^```sh\n(npm run try .*)\n```$/m.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const { stdout } = await promisify(execFile)('bash', ['-c', example], { cwd: root });
  expect(stdout).toContain('\nmodel: BMW 320d M Sport (the same at HEAD)\n    make: BMW\n');
  appendFileSync(table, 'bargainous\thint\tperhaps price_asc\n');
  const mistake = await run('golf').catch((error: unknown) => (error as { readonly stderr: string }).stderr);
  expect(mistake).toMatch(/^assets\/phrases\/orders\.tsv, line [0-9]+: bargainous is on line [0-9]+ too\n$/);
  expect((await run('--help')).stdout).toContain('npm run try -- --against HEAD~5 "cheap golf near leeds"');
}, 60_000);
