// The working tree against an earlier commit: both built, each with its own import of the same feed, the same questions
// to each in a fresh process per run. The order is reversed every round, so that what wears off or warms up during a
// run falls on both alike.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildTree, PROJECT, type BuiltTree } from './built-tree.ts';
import { atEnd, temporaryFolder } from './cleanup.ts';
import { runEngine, type EngineRun } from './parts/engine.ts';
import { importFeed } from './parts/import-command.ts';
import { median, percentilesOf } from './percentiles.ts';
import { note } from './progress.ts';
import type { StockSource } from './source.ts';
import { drawQuestions, type Questions } from './workload.ts';

export interface AgainstOptions {
  readonly ref: string;
  readonly rounds: number;
  readonly each: number;
  readonly seed: number;
  /** Where temporary folders are made. */
  readonly folder: string;
  /** The repository whose working tree is measured. */
  readonly project?: string;
}

export interface Comparison {
  readonly ref: string;
  readonly listings: number;
  readonly rounds: number;
  readonly shapes: readonly ShapeComparison[];
}

export interface ShapeComparison {
  readonly name: string;
  readonly says: string;
  readonly before: Spread;
  readonly now: Spread;
  /** Of the medians: below 1 the working tree is faster. */
  readonly ratio: number;
  /** Questions whose totals differ between the two. */
  readonly differing: number;
}

/** Of the medians of the rounds, in milliseconds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

interface Side {
  readonly name: string;
  readonly tree: BuiltTree;
  readonly data: string;
  readonly runs: EngineRun[];
}

export async function compareWith(source: StockSource, options: AgainstOptions): Promise<Comparison> {
  const { ref, rounds, each, seed, project = PROJECT } = options;
  const work = temporaryFolder(options.folder);
  const worktree = join(work.path, 'worktree');
  let removeWorktree: () => void = () => undefined;
  try {
    removeWorktree = addWorktree(project, ref, worktree);
    note(`building ${ref} and the working tree`);
    const sides = [
      { name: 'before', tree: buildTree(worktree, join(work.path, 'before')) },
      { name: 'now', tree: buildTree(project, join(work.path, 'now')) },
    ].map((side): Side => ({ ...side, data: join(work.path, `data-${side.name}`), runs: [] }));
    const { feed, sample } = await source.prepare(work.path);
    const questions = drawQuestions(sample, each, seed);
    for (const { tree, data, name } of sides) {
      note(`import: ${name}`);
      await importFeed(tree, feed, data);
    }
    for (let round = 1; round <= rounds; round++) {
      for (const side of round % 2 === 1 ? sides : sides.slice().reverse()) {
        note(`round ${round} of ${rounds}: ${side.name}`);
        side.runs.push(await runEngine({ tree: side.tree, folder: side.data, questions }));
      }
    }
    const [before, now] = sides;
    return {
      ref,
      rounds,
      listings: now.runs[0].listings,
      shapes: compareRuns(questions, before.runs, now.runs),
    };
  } finally {
    removeWorktree();
    work.remove();
  }
}

/** Each side's runs, one a round. */
export function compareRuns(
  questions: readonly Questions[],
  before: readonly EngineRun[],
  now: readonly EngineRun[],
): ShapeComparison[] {
  return questions.map(({ name, says }, shape) => {
    const was = spread(before, shape);
    const is = spread(now, shape);
    const totals = before[0].shapes[shape].totals;
    const differing = now[0].shapes[shape].totals.filter((total, i) => total !== totals[i]).length;
    return { name, says, before: was, now: is, ratio: is.median / was.median, differing };
  });
}

function spread(runs: readonly EngineRun[], shape: number): Spread {
  const medians = runs.map(({ shapes }) => percentilesOf(shapes[shape].second).p50);
  return { median: median(medians), least: Math.min(...medians), most: Math.max(...medians) };
}

/** A checkout of `ref` beside the repository's own, with this project's dependencies; comes back as how to remove it. */
function addWorktree(project: string, ref: string, path: string): () => void {
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: project, stdio: ['ignore', 2, 2] });
  };
  const remove = atEnd(() => {
    rmSync(path, { recursive: true, force: true });
    git('worktree', 'prune');
  });
  try {
    git('worktree', 'add', '--quiet', '--detach', path, ref);
    symlinkSync(join(PROJECT, 'node_modules'), join(path, 'node_modules'));
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
