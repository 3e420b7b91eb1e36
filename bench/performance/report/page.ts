// Where a run ends up: its page, docs/performance.md, with the chart and the table of the README. The page's sentences say
// what was measured and how, never the outcome: they stay true with any figures.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { corpusNotes } from '../../corpus/corpus-notes.ts';
import { logProgress } from '../../harness/command.ts';
import {
  formatFigure,
  formatMegabytes,
  formatMs,
  formatSeconds,
  markdownTable,
  markdownTextTable,
  formatCount,
} from '../../harness/format.ts';
import { PROJECT } from '../../harness/server.ts';
import type { StockMeasurements } from '../measure-stock.ts';
import { renderChart } from './chart.ts';
import { enginesSection } from './engines-section.ts';
import { changesSection, httpSection, importSection, indexSection, searchSection } from './sections.ts';

/** All that a run has measured, and where. */
export interface BenchmarkRun {
  /** As it was called: `npm run bench -- --sizes 10k`. */
  readonly command: string;
  readonly environment: ReturnType<typeof readEnvironment>;
  readonly seed: number;
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

export function renderPage(run: BenchmarkRun): string {
  const { stocks, each } = run;
  const sections = [
    head(run),
    searchSection(stocks, each),
    importSection(stocks),
    indexSection(stocks),
    httpSection(stocks),
    changesSection(stocks),
    enginesSection(stocks),
    corpusSection(run),
  ];
  const measured = sections.filter((section) => section !== '');
  return `${measured.join('\n').trimEnd()}\n`;
}

function head({ command, environment, seed, stocks }: BenchmarkRun): string {
  const rows = [
    ['machine', environment.machine],
    ['Node', environment.node],
    ['commit', environment.commit],
    ['day', environment.date],
    ['stock', `${stocks.map(({ stock }) => stock).join(', ')}; seed ${seed}`],
    ['command', `\`${command}\``],
  ];
  return [
    '# Performance',
    '',
    'Written by the benchmark; do not edit. All figures are of one run on one machine: compare them with each other, and ' +
      'not with those of another run.',
    '',
    markdownTextTable(['', ''], rows),
    '',
  ].join('\n');
}

function corpusSection({ seed }: BenchmarkRun): string {
  return [
    '## The stock',
    '',
    `Unless a feed is given, listings are drawn from a seed, here ${seed}. The same size and seed give the same listings on ` +
      'every machine whose numbers are IEEE 754 doubles: only integer operations, the four basic ones and rounding are used.',
    '',
    markdownTextTable(['drawn', 'how'], corpusNotes()),
    '',
  ].join('\n');
}

/** Writes page, chart and the README's table below `root`, the project or a copy of it. */
export function writeReport(root: string, run: BenchmarkRun): void {
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs/performance.md'), renderPage(run));
  writeFileSync(join(root, 'docs/performance.svg'), renderChart(run.stocks));
  const path = join(root, 'README.md');
  const readme = withPerformance(readFileSync(path, 'utf8'), run);
  if (readme === undefined)
    logProgress('README.md has no <!-- performance --> mark: its table was not written');
  else writeFileSync(path, readme);
}

const BLOCK = /<!-- performance -->\n[\s\S]*?<!-- end -->/;

/** The README with the run's table; undefined if it has no place for one. */
export function withPerformance(readme: string, { stocks, environment }: BenchmarkRun): string | undefined {
  if (!BLOCK.test(readme)) return undefined;
  const headings = [
    'search, median',
    'search, p99',
    'imported per second',
    'start',
    'memory',
    'index bytes per listing',
  ];
  const rows = stocks.map(({ search, imported, start }) => [
    formatCount(search.listings),
    formatMs(search.allMs.p50),
    formatMs(search.allMs.p99),
    formatCount((imported.listings / imported.searchableMs) * 1000),
    formatSeconds(start.readyMs),
    formatMegabytes(start.memory?.own),
    formatFigure(search.retainedBytes / search.listings),
  ]);
  const block = [
    '<!-- performance -->',
    markdownTable(['listings', ...headings], rows),
    '',
    `Ten query classes on a seeded random stock; engine time only; one machine (${environment.machine}; Node ` +
      `${environment.node}). [docs/performance.md](docs/performance.md) has the method and all figures; \`npm run bench\` repeats them.`,
    '<!-- end -->',
  ];
  return readme.replace(BLOCK, () => block.join('\n'));
}
