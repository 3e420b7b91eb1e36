// `forecourt import`: imports feeds into a data folder, and prints the report.
import { statSync } from 'node:fs';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { Problem } from '../problem.ts';
import { quotedPath } from '../quoted-text.ts';
import { importFeeds, BlockedImport } from '../ingest/run/import.ts';
import type { FeedFile } from '../ingest/run/feed-importer.ts';
import { STANDARD_INPUT } from '../ingest/settings/next-step.ts';
import type { Config } from '../config/config.ts';
import { RejectsFile } from '../ingest/schedule/rejects-file.ts';
import { clusterOptions } from '../cluster/cluster-settings.ts';
import { parseOptionsOf, type ParseFlags } from './parse-options.ts';
import { checkOutputFile } from './path-problems.ts';
import type { Output } from '../log/log.ts';
import { pluralize } from '../format.ts';
import { withProgress } from './progress.ts';
import type { ImportRun } from '../ingest/status/import-report.ts';
import { printResult } from './command-context.ts';
import { importReportLines } from './report-lines.ts';

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
  // Reports invalid settings before the import, not after it.
  if (config.index === 'opensearch') clusterOptions(config);
  if (flags.rejects !== undefined) checkOutputFile(flags.rejects);
  const feeds = files.map(feedFile);
  const settings = parseOptionsOf(flags);
  const rejects = flags.rejects === undefined ? undefined : new RejectsFile(flags.rejects);
  const print = (run: ImportRun): void => printResult(run, () => importReportLines(run), config, output);
  try {
    const run = await withProgress('Importing', (update) =>
      importFeeds(config.data, feeds, {
        ...settings,
        merge: config.merge,
        format: config.format,
        force: flags.force ?? false,
        overrideFeeds: flags.overrideFeeds ?? false,
        ...(rejects !== undefined && { onRejection: (rejection) => rejects.add(rejection) }),
        onProgress: ({ name, bytesRead, bytesTotal, records }) =>
          update(bytesRead, bytesTotal, `${pluralize(records, 'record')}, ${name}`),
      }),
    );
    print(run);
  } catch (error) {
    // A blocked import has a report too.
    if (error instanceof BlockedImport) print(error.run);
    throw error;
  } finally {
    const warning = rejects?.finish();
    if (warning !== undefined) output.warn(warning);
  }
  if (config.index !== 'opensearch') return;
  const { publishWithProgress } = await import('./publish-command.ts');
  await publishWithProgress(config);
}

/** The feed at a path, or standard input for `-`. Throws a Problem `feed_unreadable`. */
export function feedFile(path: string): FeedFile {
  if (path === '-') return { name: STANDARD_INPUT, source: process.stdin };
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    const fault = pathFault(error);
    if (fault === undefined) throw error;
    const message =
      pathErrorCode(error) === 'ENOENT'
        ? `There is no file ${quotedPath(path)}.`
        : `The feed ${quotedPath(path)} cannot be read: ${fault}.`;
    throw new Problem('feed_unreadable', message, [], { cause: error });
  }
  if (isFolder)
    throw new Problem('feed_unreadable', `${quotedPath(path)} is a folder. Name the files in it.`);
  return { name: path, source: path };
}
