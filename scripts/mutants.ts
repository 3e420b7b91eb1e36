// `npm run test:mutants -- ROOM`: how many small faults in a room its own tests notice. Faults are made in a copy of the project.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../src/demo/random.ts';
import { codeMutants, tableMutants, withProbes, type Mutant } from './mutations.ts';
import { nearestTests, quickestFirst, testsWithPhrase } from './nearest-tests.ts';

const HELP = `Usage: npm run test:mutants -- ROOM [options]

Changes one operator, constant, condition or table row of a room at a time, in a copy, and runs the room's tests. Prints the changes
that no test noticed, and the share that tests noticed. A change may alter no behaviour: then no test can notice it.

  ROOM          a folder of src/
  --sample N    this many changes, drawn at random; default 50, 0 for all
  --seed N      draws others; default 1
  --file TEXT   only files whose path contains the text

Examples:
  npm run test:mutants -- pricing
  npm run test:mutants -- query --sample 20 --seed 7
  npm run test:mutants -- vehicle --file assets/vehicles/makes.tsv --sample 0
`;

/** The part of Vitest's report that is read here. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

interface MeasuredTest {
  readonly durationMs: number;
  /** As `withProbes` names them. */
  readonly functions: ReadonlySet<string>;
}

/**
 * Added to what Vitest runs for each test file: notes which functions each test file runs. What runs outside tests, such as while a module
 * is loaded, is noted without a file: the next file finds the module loaded.
 */
const COLLECTOR = `
import { appendFileSync } from 'node:fs';
import { afterAll, beforeEach, expect } from 'vitest';
const [atLoad, inTests] = [new Set(), new Set()];
let isTesting = false;
globalThis.reached = (place) => (isTesting ? inTests : atLoad).add(place);
beforeEach(() => void (isTesting = true));
afterEach(() => void (isTesting = false));
afterAll(() => {
  const rowsOf = (file, places) => [...places].map((place) => file + '\\t' + place + '\\n').join('');
  appendFileSync('reached.txt', rowsOf('', atLoad) + rowsOf(expect.getState().testPath, inTests));
});
`;

const MAX_ROOM_MS = 1_800_000;
const MIN_TIMEOUT_MS = 120_000;

/** The tables that are a room's, beside its folder of src/. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  demo: ['assets/demo'],
  ingest: ['assets/feeds'],
  phrases: ['assets/phrases'],
  vehicle: ['assets/vehicles', 'assets/terms'],
};
/** What tests need besides src/ and test/. */
const COPIED = ['assets', 'bench', 'clients', 'docs', 'scripts', 'src', 'test'];
const COPIED_FILES = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
];

const ROOT = new URL('../', import.meta.url).pathname;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [room] = positionals;
if (values.help || room === undefined) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}

const files = filesOfRoom(room);
const sources = new Map(
  ['src', 'test'].flatMap(filesIn).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const mutants = files
  .filter((path) => path.includes(values.file))
  .flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const found: readonly Mutant[] = path.endsWith('.tsv') ? tableMutants(text) : codeMutants(text);
    return found.map((mutant) => ({ ...mutant, path, text }));
  });
const wanted = Number(values.sample);
const sample = wanted === 0 ? mutants : new Random(Number(values.seed)).sample(mutants, wanted);

const copy = copyProject();
try {
  const tests = await measureTests();
  const noticed: (typeof sample)[number][] = [];
  for (const mutant of sample) {
    const { path, text, line, change, mutated } = mutant;
    writeFileSync(join(copy, path), mutated);
    if (await isNoticed(mutant, tests)) noticed.push(mutant);
    else process.stdout.write(`${path}:${line}: ${change}\n`);
    writeFileSync(join(copy, path), text);
  }
  const ofCode = (all: readonly { readonly path: string }[]): number =>
    all.filter(({ path }) => path.endsWith('.ts')).length;
  const share = sample.length === 0 ? 0 : Math.round((100 * noticed.length) / sample.length);
  process.stdout.write(
    `${room}: tests noticed ${noticed.length} of ${sample.length} changes (${share} of 100), of code ${ofCode(noticed)} of ${ofCode(sample)}; ` +
      `${mutants.length} are possible\n`,
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The test files of the room that pass without any change: how long each takes, and which functions with changes it runs. */
async function measureTests(): Promise<ReadonlyMap<string, MeasuredTest>> {
  for (const { path, text } of sample)
    if (path.endsWith('.ts')) writeFileSync(join(copy, path), withProbes(path, text));
  const reachedFile = join(copy, 'reached.txt');
  writeFileSync(reachedFile, '');
  const setup = join(copy, 'test/support/clean-up.ts');
  const setupText = readFileSync(setup, 'utf8');
  writeFileSync(setup, `${setupText}\n${COLLECTOR}`);
  const report = join(copy, 'report.json');
  await passes(['--reporter', 'json', '--outputFile', report, `test/${room}/`], MAX_ROOM_MS);
  for (const { path, text } of sample) writeFileSync(join(copy, path), text);
  writeFileSync(setup, setupText);

  const reached = readFileSync(reachedFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
    .filter(({ length }) => length === 2);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  const tests = new Map<string, MeasuredTest>();
  for (const { name: file, status, startTime, endTime } of testResults) {
    const functions = new Set(
      reached.filter(([test]) => test === file || test === '').map(([, place]) => place),
    );
    const test = relative(copy, file);
    if (status === 'passed') tests.set(test, { durationMs: endTime - startTime, functions });
    else process.stderr.write(`${test} fails without any change and is left out.\n`);
  }
  return tests;
}

/** Runs the tests that reach the change, the nearest first: most changes are noticed by these. */
async function isNoticed(
  { path, functionAt, phrase }: Pick<(typeof sample)[number], 'path' | 'functionAt' | 'phrase'>,
  tests: ReadonlyMap<string, MeasuredTest>,
): Promise<boolean> {
  const all = [...tests.keys()];
  const durationOf = (test: string): number => tests.get(test)?.durationMs ?? 0;
  // Outside functions a change acts on all functions of the file.
  const isReached = (place: string): boolean =>
    functionAt === undefined ? place.startsWith(`${path}:`) : place === `${path}:${functionAt}`;
  const reaching = all.filter((test) => [...(tests.get(test)?.functions ?? [])].some(isReached));
  const related = path.endsWith('.ts')
    ? nearestTests(path, all, sources)
    : [phrase === undefined ? all : testsWithPhrase(phrase, all, sources)];
  // Workers do not report what they run.
  const groups =
    reaching.length === 0 ? related : related.map((group) => group.filter((test) => reaching.includes(test)));
  for (const group of quickestFirst(groups, durationOf)) {
    const usualMs = group.reduce((sum, test) => sum + durationOf(test), 0);
    // A change that makes a loop endless is noticed too.
    if (!(await passes(['--bail', '1', '--reporter', 'dot', ...group], MIN_TIMEOUT_MS + 5 * usualMs)))
      return true;
  }
  return false;
}

function filesOfRoom(room: string): string[] {
  if (!existsSync(join(ROOT, 'src', room)) || !existsSync(join(ROOT, 'test', room)))
    throw new Error(`there is no room '${room}' with tests`);
  return [`src/${room}`, ...(TABLES[room] ?? [])].flatMap(filesIn);
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|tsv)$/.test(path))
    .map((path) => `${folder}/${path}`)
    .sort();
}

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-mutants-'));
  for (const path of [...COPIED, ...COPIED_FILES])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Whether the quick tests pass in the copy; those that take longer than the timeout do not. */
async function passes(options: readonly string[], timeoutMs: number): Promise<boolean> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=quick',
    // A busy machine is no reason to fail.
    `--testTimeout=${MIN_TIMEOUT_MS}`,
    '--experimental.fsModuleCache',
    '--experimental.fsModuleCachePath=module-cache',
    ...options,
  ];
  // The first run builds the search page.
  const isBuilt = String(existsSync(join(copy, 'dist')));
  const env = { ...process.env, IS_BUILT: isBuilt };
  const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true, env });
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
  const passed = await ended;
  clearTimeout(timer);
  return passed;
}
