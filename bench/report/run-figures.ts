// All that a run has found, and where it ran.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { PROJECT } from '../built-tree.ts';
import type { StockFigures } from '../measure-stock.ts';

export interface RunFigures {
  /** As it was called: `npm run bench -- --sizes 10k`. */
  readonly command: string;
  readonly setting: Setting;
  readonly seed: number;
  readonly each: number;
  /** Smallest first. */
  readonly stocks: readonly StockFigures[];
}

export interface Setting {
  readonly machine: string;
  readonly node: string;
  /** Short, with a plus sign where files were changed since. */
  readonly commit: string;
  readonly date: string;
}

/** `date` is a day; without it the day of the commit, so that the page does not depend on when it is written. */
export function readSetting(date: string | undefined): Setting {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const memory = Math.round(totalmem() / 2 ** 30);
  const commit = git('rev-parse', '--short', 'HEAD');
  const changed = commit !== undefined && git('status', '--porcelain', '--', 'src') !== '';
  return {
    machine: `${model.trim()}, ${cpus().length} cores, ${memory} GB of memory, ${process.platform}`,
    node: process.version,
    commit: commit === undefined ? 'unknown' : `${commit}${changed ? '+' : ''}`,
    date: date ?? git('log', '-1', '--format=%cs') ?? 'unknown',
  };
}

/** Undefined where there is no repository. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: PROJECT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
