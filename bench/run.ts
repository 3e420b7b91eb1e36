// `npm run bench`: reads what is asked for, measures it and prints the page. `--help` says what can be asked.
import { join } from 'node:path';
import { compareWith } from './against.ts';
import { buildTree, PROJECT } from './built-tree.ts';
import { temporaryFolder } from './cleanup.ts';
import { measureStock, type StockFigures } from './measure-stock.ts';
import { HELP, readOptions, type Options } from './options.ts';
import { rivalsCalled } from './parts/rivals.ts';
import { note } from './progress.ts';
import { renderComparison } from './report/comparison.ts';
import { renderPage } from './report/page.ts';
import { readSetting } from './report/run-figures.ts';
import { writeReport } from './report/write.ts';
import { corpusSource, feedSource, type StockSource } from './source.ts';

const args = process.argv.slice(2);
try {
  await run(readOptions(args));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(options: Options): Promise<void> {
  if (options.help) return console.log(HELP);
  rivalsCalled(options.only);
  const sources = sourcesOf(options);
  if (options.against !== undefined) {
    const comparison = await compareWith(sources[0], { ...options, ref: options.against });
    return console.log(renderComparison(comparison));
  }
  const work = temporaryFolder(options.folder);
  try {
    note('building');
    const tree = buildTree(PROJECT, join(work.path, 'tree'));
    const stocks: StockFigures[] = [];
    const figures = {
      command: ['npm run bench --', ...args].join(' '),
      setting: readSetting(options.date),
      seed: options.seed,
      each: options.each,
      stocks,
    };
    for (const source of sources) {
      stocks.push(await measureStock(tree, source, options, options.folder));
      // A run takes long: one that is ended early leaves the sizes that it has measured.
      if (options.write) writeReport(PROJECT, figures);
    }
    console.log(renderPage(figures));
  } finally {
    work.remove();
  }
}

function sourcesOf({ feed, sizes, seed }: Options): StockSource[] {
  if (feed !== undefined) return [feedSource(feed, seed)];
  return sizes
    .slice()
    .sort((a, b) => a.listings - b.listings)
    .map(({ name, listings }) => corpusSource(name, listings, seed));
}
