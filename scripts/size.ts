// `npm run size`: how large the program is, by room. `npm run size -- --since REVISION` adds what each room gained since a commit;
// without it, since the last tag, if there is one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureTree, type RoomSize } from './tree-size.ts';

const ROOT = new URL('../', import.meta.url).pathname;

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function lastTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    return undefined;
  }
}

/** The sizes at a revision, of a copy that git writes. */
function sizesAt(revision: string): readonly RoomSize[] {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-size-'));
  try {
    const archive = execFileSync('git', ['archive', revision, 'src', 'assets'], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return measureTree(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function change(now: number, before: number | undefined): string {
  if (before === undefined) return '';
  const gained = now - before;
  return gained === 0 ? '±0' : `${gained > 0 ? '+' : '−'}${Math.abs(gained).toLocaleString('en-GB')}`;
}

const { values } = parseArgs({ options: { since: { type: 'string' } } });
const since = values.since ?? lastTag();
const before = new Map(since === undefined ? [] : sizesAt(since).map((size) => [size.room, size] as const));
const rows = measureTree(ROOT).map(({ room, files, code, data }) => {
  const was = since === undefined ? undefined : (before.get(room) ?? { files: 0, code: 0, data: 0 });
  return [
    room,
    files.toLocaleString('en-GB'),
    change(files, was?.files),
    code.toLocaleString('en-GB'),
    change(code, was?.code),
    data.toLocaleString('en-GB'),
    change(data, was?.data),
  ];
});
const heads = ['', 'files', '', 'lines', '', 'data', ''];
const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => row[column].length)));
const lines = [heads, ...rows].map((row) =>
  row
    .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
    .join('  ')
    .trimEnd(),
);
if (since !== undefined) lines.push(`Changes since ${since}.`);
process.stdout.write(`${lines.join('\n')}\n`);
