// Where --write puts a run: the page, its chart, and the table in the README.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { note } from '../progress.ts';
import { renderChart } from './chart.ts';
import { renderPage } from './page.ts';
import { withPerformance } from './readme-block.ts';
import type { RunFigures } from './run-figures.ts';

/** `root` is that of the project, or of a copy. */
export function writeReport(root: string, run: RunFigures): void {
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs/performance.md'), renderPage(run));
  writeFileSync(join(root, 'docs/performance.svg'), renderChart(run.stocks));
  const path = join(root, 'README.md');
  const readme = withPerformance(readFileSync(path, 'utf8'), run);
  if (readme === undefined) note('README.md has no <!-- performance --> mark: its table was not written');
  else writeFileSync(path, readme);
}
