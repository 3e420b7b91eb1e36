// `forecourt import`: feeds into the stock of a data folder, with a bar on the way and a report at the end.
import { statSync } from 'node:fs';
import { Problem } from '../problem.ts';
import { importStock, type FeedFile } from '../service/import-stock.ts';
import type { Config } from '../config.ts';
import { importReportLines } from './import-report-lines.ts';
import type { Output } from './output.ts';
import { counted, startProgress } from './progress.ts';

export async function importCommand(files: readonly string[], config: Config, output: Output): Promise<void> {
  const feeds = files.map(feedFile);
  const progress = startProgress('Importing');
  try {
    const run = await importStock(config.data, feeds, {
      merge: config.merge,
      format: config.format,
      onProgress: ({ name, bytesRead, bytesTotal, records }) =>
        progress.update(bytesRead, bytesTotal, `${counted(records, 'record')}, ${name}`),
    });
    progress.stop();
    if (config.json) return output.line(JSON.stringify(run));
    for (const line of importReportLines(run)) output.line(line);
  } finally {
    progress.stop();
  }
}

/** A path, or `-` for standard input. */
function feedFile(path: string): FeedFile {
  if (path === '-') return { name: 'standard input', source: process.stdin };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Problem('feed_unreadable', `There is no file '${path}'.`);
  if (found.isDirectory())
    throw new Problem('feed_unreadable', `'${path}' is a folder: name the files in it.`);
  return { name: path, source: path };
}
