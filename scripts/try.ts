// `npm run try -- "cheap golf near leeds"`: what this tree understands of phrases, search texts, names of models and of columns, and what
// the last commit understood: the effect of a changed row of a table in assets/, or of changed code.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { TextKind, understood } from './understood.ts';

const HELP = `npm run try -- [--against REVISION] [PHRASE...] [--q TEXT]... [--model NAME]... [--column NAME]...

Prints what this tree understands of each text, and what the last commit understood: + is new, - is gone.

  PHRASE              what somebody asks for in their own words
  --q TEXT            a search text, as in q=
  --model NAME        a make and a model, as a dealer writes them
  --column NAME       a column of a feed
  --against REVISION  another commit than the last one

Examples:
  npm run try -- "cheap golf near leeds"
  npm run try -- "motor for under five grand" "no more than 5k" --q "sat nav" --model "BMW 320d M Sport" --column mileage_km
  npm run try -- --against HEAD~5 "cheap golf near leeds"
`;
const ROOT = fileURLToPath(new URL('../', import.meta.url));

type Understood = typeof understood;

/** `understood` of the tree at a path. */
async function load(root: string): Promise<Understood> {
  const url = pathToFileURL(join(root, 'scripts/understood.ts'));
  return ((await import(url.href)) as { readonly understood: Understood }).understood;
}

/** Writes a commit to a folder, with this tree's packages. */
function extract(revision: string, folder: string): void {
  const paths = ['src', 'assets', 'scripts/understood.ts', 'package.json'];
  let archive: Buffer;
  try {
    archive = execFileSync('git', ['archive', revision, ...paths], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 30,
    });
  } catch (error) {
    const reason = String((error as { readonly stderr?: unknown }).stderr ?? error).trim();
    throw new Error(`git cannot give the tree at ${revision}, or it has no ${paths[2]} yet: ${reason}`);
  }
  mkdirSync(folder);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** The lines of both, in the order of `now`, with those that are gone where they were. */
function difference(before: readonly string[], now: readonly string[]): string[] {
  const isKept = (line: string): boolean => before.includes(line);
  const gone = before.filter((line) => !now.includes(line));
  return [...gone.map((line) => `- ${line}`), ...now.map((line) => `${isKept(line) ? ' ' : '+'} ${line}`)];
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string', default: 'HEAD' },
      q: { type: 'string', multiple: true, default: [] },
      model: { type: 'string', multiple: true, default: [] },
      column: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const texts: (readonly [TextKind, string])[] = [
    ...positionals.map((text) => ['phrase', text] as const),
    ...values.q.map((text) => ['q', text] as const),
    ...values.model.map((text) => ['model', text] as const),
    ...values.column.map((text) => ['column', text] as const),
  ];
  if (values.help || texts.length === 0) {
    process.stdout.write(HELP);
    return values.help ? 0 : 1;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forecourt-try-')));
  try {
    const tree = join(folder, 'tree');
    extract(values.against, tree);
    const [now, before] = [await load(ROOT), await load(tree)];
    const thisYear = new Date().getUTCFullYear();
    for (const [kind, text] of texts) {
      const lines = difference(before(kind, text, thisYear), now(kind, text, thisYear));
      const isSame = lines.every((line) => line.startsWith(' '));
      const title = kind === 'phrase' ? text : `${kind}: ${text}`;
      process.stdout.write(`${title}${isSame ? ` (the same at ${values.against})` : ''}\n`);
      process.stdout.write(lines.map((line) => `  ${line}\n`).join(''));
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
