// The working tree against an earlier commit, in a temporary repository: both are built and get the same queries, and
// the worktree is removed afterwards.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusSource } from '../../bench/corpus/stock-source.ts';
import { compareCommits } from '../../bench/performance/compare-commits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['src', 'scripts', 'bin', 'assets', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

describe('--against', () => {
  let parent = '';
  let project = '';
  let folder = '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@forecourt.example', ...args], {
      cwd: project,
      encoding: 'utf8',
    });

  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'forecourt-against-'));
    project = join(parent, 'project');
    folder = join(parent, 'work');
    mkdirSync(folder);
    for (const part of PARTS) cpSync(join(ROOT, part), join(project, part), { recursive: true });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('asks both the same, round by round', async () => {
    const options = { ref: 'HEAD', rounds: 2, each: 2, seed: 1, folder, project };
    const { listings, classes } = await compareCommits(corpusSource('300', 300, 1), options);
    expect(listings).toBe(300);
    expect(classes.map(({ name }) => name)).toEqual([
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
    ]);
    expect(classes.map(({ differing }) => differing)).toEqual(Array.from({ length: 14 }, () => 0));
    for (const { ratio } of classes) expect(ratio).toBeGreaterThan(0);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes the worktree where it fails', async () => {
    // A commit that cannot be built.
    git('rm', '--quiet', 'src/main.ts');
    git('commit', '--quiet', '--message', 'Break');
    const options = { ref: 'HEAD', rounds: 1, each: 1, seed: 1, folder, project };
    await expect(compareCommits(corpusSource('300', 300, 1), options)).rejects.toThrow('build:program');
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says which commit there is not', async () => {
    const options = { ref: 'none-such', rounds: 1, each: 1, seed: 1, folder, project };
    await expect(compareCommits(corpusSource('300', 300, 1), options)).rejects.toThrow('none-such');
    expect(readdirSync(folder)).toEqual([]);
  });
});
