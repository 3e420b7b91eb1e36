// `forecourt import`: feeds into the stock of a data folder, with a bar on the way and a report at the end.
import { statSync } from 'node:fs';
import { Problem } from '../problem.ts';
import { importFeeds, type FeedFile } from '../ingest/import.ts';
import type { Config } from '../config/config.ts';
import { RejectsFile } from '../ingest/schedule/rejects-file.ts';
import { clusterOptions } from '../cluster/cluster-settings.ts';
import { BlockedImport } from '../ingest/shrink-guard.ts';
import { parseOptionsOf, type ParseFlags } from '../ingest/parse-options.ts';
import { importReportLines } from './import-report-lines.ts';
import type { Output } from './output.ts';
import { pluralize, startProgress } from './progress.ts';
import { publishWithProgress } from './publish-command.ts';

export interface ImportFlags extends ParseFlags {
  readonly force?: boolean;
  readonly overrideFeeds?: boolean;
  readonly rejects?: string;
}

export async function importCommand(
  files: readonly string[],
  config: Config,
  flags: ImportFlags,
  output: Output,
): Promise<void> {
  // A fault in it must not wait until the import is over.
  if (config.index === 'opensearch') clusterOptions(config);
  const feeds = files.map(feedFile);
  const parseOptions = parseOptionsOf(flags);
  const rejects = flags.rejects === undefined ? undefined : new RejectsFile(flags.rejects);
  const progress = startProgress('Importing');
  try {
    const run = await importFeeds(config.data, feeds, {
      ...parseOptions,
      merge: config.merge,
      format: config.format,
      force: flags.force ?? false,
      overrideFeeds: flags.overrideFeeds ?? false,
      ...(rejects !== undefined && { onRejection: (rejection) => rejects.add(rejection) }),
      onProgress: ({ name, bytesRead, bytesTotal, records }) =>
        progress.update(bytesRead, bytesTotal, `${pluralize(records, 'record')}, ${name}`),
    });
    progress.stop();
    for (const line of config.json ? [JSON.stringify(run)] : importReportLines(run)) output.line(line);
  } catch (error) {
    progress.stop();
    // A blocked import has a report as well.
    if (error instanceof BlockedImport)
      for (const line of config.json ? [JSON.stringify(error.run)] : importReportLines(error.run))
        output.line(line);
    throw error;
  } finally {
    progress.stop();
    rejects?.finish();
  }
  if (config.index === 'opensearch') await publishWithProgress(config);
}

/** A path, or `-` for standard input. */
export function feedFile(path: string): FeedFile {
  if (path === '-') return { name: 'standard input', source: process.stdin };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Problem('feed_unreadable', `There is no file '${path}'.`);
  if (found.isDirectory())
    throw new Problem('feed_unreadable', `'${path}' is a folder: name the files in it.`);
  return { name: path, source: path };
}
