// What the pages of a run are made of.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { PROJECT } from '../../harness/server.ts';
import type { StockMeasurements } from '../measure-stock.ts';

/** All that a run has measured, and where. */
export interface BenchmarkRun {
  /** As it was called: `npm run bench -- --sizes 10k`. */
  readonly command: string;
  readonly environment: ReturnType<typeof readEnvironment>;
  readonly seed: number;
  /** Whether every car of a generated stock has its own position. */
  readonly ownPositions: boolean;
  readonly each: number;
  /** Smallest first. */
  readonly stocks: readonly StockMeasurements[];
}

/** `date` is a day; by default that of the commit, so that the page does not depend on when it is written. */
export function readEnvironment(date: string | undefined) {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = Math.round(totalmem() / 2 ** 30);
  const commit = git('rev-parse', '--short', 'HEAD');
  const changed = commit !== undefined && git('status', '--porcelain', '--', 'src') !== '';
  return {
    machine: `${model.trim()}, ${cpus().length} cores, ${memory} GB of memory, ${process.platform}`,
    node: process.version,
    /** Short, with a plus sign if sources were changed since. */
    commit: commit === undefined ? 'unknown' : `${commit}${changed ? '+' : ''}`,
    date: date ?? git('log', '-1', '--format=%cs') ?? 'unknown',
  };
}

/** Undefined without a repository. */
function git(...args: string[]): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', stdio }).trim();
  } catch {
    return undefined;
  }
}
