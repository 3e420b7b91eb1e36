// The whole benchmark on a tiny stock: it builds, imports, measures in processes and prints a page, and leaves nothing
// behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function bench(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/performance/run.ts', ...args], {
    cwd: ROOT,
  });
  const ended = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ended })));
}

/** The first cells of the rows of the table that begins with `head`, and the cells of a row. */
function rowsAfter(page: string, head: string): string[][] {
  const [, rest = ''] = page.split(head);
  const [table] = rest.split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore
}

describe('npm run bench', () => {
  it('measures a small stock and prints a page', async () => {
    const { code, stdout, stderr } = await bench('--sizes', '300', '--each', '3', '--folder', folder);
    expect(stderr).not.toContain('bench:');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Performance\n/);
    const shapes = rowsAfter(stdout, '| times in ms ');
    expect(shapes.map(([name]) => name.split(':')[0])).toEqual([
      'Q1',
      'Q2',
      'Q3',
      'Q4',
      'Q5',
      'Q6',
      'Q7',
      'Q8',
      'Q9',
      'Q10',
      'Q11',
      'Q12',
      'Q13',
      'Q14',
      'all',
      'mean of all',
    ]);
    expect(shapes[0][1]).toBe('300');
    expect(shapes.slice(0, 14).map(([, , matchingShare]) => matchingShare)).toEqual(
      Array.from({ length: 14 }, () => '100 %'),
    );
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing behind where it is interrupted', async () => {
    const args = ['--import', 'tsx', 'bench/performance/run.ts', '--sizes', '300', '--folder', folder];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.endsWith('300: import')) break;
    }
    child.stderr.resume();
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one line what is wrong with a call', async () => {
    expect(await bench('--sizes', 'many')).toEqual({
      code: 1,
      stdout: '',
      stderr: "bench: --sizes must be numbers such as 300, 10k or 1M (got 'many')\n",
    });
  });

  it('says which feed there is not', async () => {
    const path = join(folder, 'none.ndjson');
    const { code, stderr } = await bench('--feed', path, '--folder', folder);
    expect(code).toBe(1);
    expect(stderr).toBe(`bench: there is no file '${path}'\n`);
  });

  it('helps', async () => {
    const { code, stdout } = await bench('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('npm run bench -- --sizes 10k,100k,1M --all --write');
  });
});
