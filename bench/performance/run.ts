// `npm run bench`.
import { join } from 'node:path';
import { corpusSource, feedSource } from '../corpus/stock-source.ts';
import { logProgress, runCommand } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { buildTree, PROJECT } from '../harness/server.ts';
import { compareCommits, renderComparison } from './compare-commits.ts';
import { measureStock, type StockMeasurements } from './measure-stock.ts';
import { requireSpace } from './needs.ts';
import { BENCH, withAll } from './options.ts';
import { enginesNamed } from './other-engines.ts';
import { enginesPage } from './report/engines-page.ts';
import { renderPage, writeReport } from './report/page.ts';
import { readEnvironment } from './report/run.ts';

await runCommand(BENCH, async (given) => {
  const options = withAll(given);
  const { feed, sizes, seed, each, against, folder } = options;
  const ownPositions = options.ownPositions && feed === undefined;
  // An unknown name is an error before anything is measured.
  enginesNamed(options.only);
  const sources =
    feed !== undefined
      ? [feedSource(feed, seed)]
      : sizes
          .slice()
          .sort((a, b) => a.listings - b.listings)
          .map(({ name, listings }) => corpusSource(name, listings, seed, { ownPositions }));
  if (against !== undefined) {
    const comparison = await compareCommits(sources[0], { ...options, ref: against });
    return { lines: [renderComparison(comparison)] };
  }
  if (feed === undefined) requireSpace(Math.max(...sizes.map(({ listings }) => listings)), options);
  return withFolder(folder, async (work) => {
    logProgress('building');
    const tree = buildTree(PROJECT, join(work, 'tree'));
    const stocks: StockMeasurements[] = [];
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
    const stats = { command, environment: readEnvironment(options.date), ownPositions, seed, each, stocks };
    for (const source of sources) {
      stocks.push(await measureStock(tree, source, options, folder));
      // Runs take long: one that is ended early leaves the sizes that it has measured.
      if (options.write) writeReport(PROJECT, stats);
    }
    return { lines: [renderPage(stats), enginesPage(stats)] };
  });
});
