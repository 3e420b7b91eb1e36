// The working tree against an earlier commit: both are built and import the same feed, and each run of the same queries
// has a fresh process. The order is reversed every round, so that drift affects both alike.
import { join } from 'node:path';
import type { StockSource } from '../corpus/stock-source.ts';
import { drawQueries, type Queries } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { formatFigure, markdownTable, formatCount } from '../harness/format.ts';
import { withFolder } from '../harness/process.ts';
import { buildTree, importFeed, PROJECT } from '../harness/server.ts';
import { median, percentilesOf } from '../harness/statistics.ts';
import { addWorktree } from '../harness/worktree.ts';
import type { BenchOptions } from './options.ts';
import { runSearches, type SearchRun } from './search.ts';

interface CompareOptions extends Pick<BenchOptions, 'rounds' | 'each' | 'seed' | 'folder'> {
  readonly ref: string;
  /** The repository whose working tree is measured. */
  readonly project?: string;
}

type Comparison = Awaited<ReturnType<typeof compareCommits>>;

export function compareCommits(source: StockSource, options: CompareOptions) {
  const { ref, rounds, each, seed, folder, project = PROJECT } = options;
  return withFolder(folder, async (work) => {
    const worktree = join(work, 'worktree');
    const removeWorktree = addWorktree(project, ref, worktree);
    try {
      logProgress(`building ${ref} and the working tree`);
      const sides = [
        { name: 'before', tree: buildTree(worktree, join(work, 'before')) },
        { name: 'now', tree: buildTree(project, join(work, 'now')) },
      ].map((side) => ({ ...side, data: join(work, `data-${side.name}`), runs: [] as SearchRun[] }));
      const { feed, sample } = await source.prepare(work);
      const queries = drawQueries(sample, each, seed);
      for (const { tree, data, name } of sides) {
        logProgress(`import: ${name}`);
        await importFeed(tree, feed, data);
      }
      for (let round = 1; round <= rounds; round++) {
        for (const { tree, data, name, runs } of round % 2 === 1 ? sides : sides.slice().reverse()) {
          logProgress(`round ${round} of ${rounds}: ${name}`);
          runs.push(await runSearches({ tree, folder: data, queries }));
        }
      }
      const [before, now] = sides;
      const classes = compareRuns(queries, before.runs, now.runs);
      return { ref, rounds, listings: now.runs[0].listings, classes };
    } finally {
      removeWorktree();
    }
  });
}

/** Of each side's runs, one a round: by class, the spread of each side's medians in milliseconds. */
export function compareRuns(
  queries: readonly Queries[],
  before: readonly SearchRun[],
  now: readonly SearchRun[],
) {
  return queries.flatMap(({ name, description }, index) => {
    // What the earlier commit refuses to be asked cannot be compared.
    if (before[0].classes[index].totals.length === 0) return [];
    const was = medianRange(before, index);
    const is = medianRange(now, index);
    const totals = before[0].classes[index].totals;
    return {
      name,
      description,
      before: was,
      now: is,
      /** Of the medians: below 1 the working tree is faster. */
      ratio: is.median / was.median,
      /** Queries whose totals differ between the two. */
      differing: now[0].classes[index].totals.filter((total, i) => total !== totals[i]).length,
    };
  });
}

function medianRange(runs: readonly SearchRun[], index: number) {
  const medians = runs.map(({ classes }) => percentilesOf(classes[index].second).p50);
  return { median: median(medians), min: Math.min(...medians), max: Math.max(...medians) };
}

export function renderComparison({ ref, listings, rounds, classes }: Comparison): string {
  const formatRange = ({ median, min, max }: ReturnType<typeof medianRange>): string =>
    `${formatFigure(median)} (${formatFigure(min)}–${formatFigure(max)})`;
  const rows = classes.map(({ name, description, before, now, ratio, differing }) => [
    `${name}: ${description}`,
    formatRange(before),
    formatRange(now),
    formatFigure(ratio),
    differing === 0 ? 'same' : `${differing} differ`,
  ]);
  return [
    `# The working tree against ${ref}`,
    '',
    `${formatCount(listings)} listings, ${rounds} rounds. Times are medians of a shape's questions in ms: the median of the ` +
      'rounds, and in brackets the least and the most. A ratio below 1 means that the working tree is faster; it says ' +
      'something only where the brackets do not overlap.',
    '',
    markdownTable(['shape', ref, 'working tree', 'ratio', 'totals'], rows),
    '',
  ].join('\n');
}
