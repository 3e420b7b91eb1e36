// `forecourt feed run`: pulls configured feeds by hand, one after the other, and prints a report of each.
import { invalidConfiguration, Problem } from '../problem.ts';
import { quoted, truncate } from '../quoted-text.ts';
import type { Config } from '../config/config.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { dryRunFeed, type ChangeSamples, type DryRunResult } from '../ingest/schedule/dry-run.ts';
import {
  runFeed,
  type FeedRunResult,
  type RunContext,
  type RunProgress,
} from '../ingest/schedule/run-feed.ts';
import { SerialQueue } from '../ingest/schedule/scheduler.ts';
import { endSignal, printResult } from './command-context.ts';
import { downloadsPath, rejectsPath } from '../store/paths.ts';
import { readFeedStates, type FeedRun, type FeedState } from '../ingest/status/feed-state.ts';
import { fallenFields } from '../ingest/status/coverage.ts';
import { importReportLines } from './report-lines.ts';
import { checkOutputFile } from './path-problems.ts';
import type { Output } from '../log/log.ts';
import { formatCount, pluralize } from '../format.ts';
import { withProgress } from './progress.ts';

export interface FeedRunFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly rejects?: string;
  /** `degraded`: listings that lack fields they had before also count as a failure. */
  readonly failOn?: string;
}

/**
 * Throws after all runs: a Problem `feed_unreadable` if any failed, `import_blocked` if the shrink guard blocked one, or, with
 * `failOn`, `feeds_ill` if one is degraded.
 */
export async function feedRunCommand(
  feeds: readonly FeedConfig[],
  config: Config,
  flags: FeedRunFlags,
  version: string,
  output: Output,
): Promise<void> {
  const { rejects, force = false, dryRun = false, failOn } = flags;
  if (failOn !== undefined && failOn !== 'degraded')
    throw invalidConfiguration(`--fail-on must be degraded (got ${quoted(failOn)}).`);
  if (rejects !== undefined && feeds.length !== 1)
    throw invalidConfiguration('--rejects takes the records of one feed: name it.');
  if (rejects !== undefined) checkOutputFile(rejects);
  const context: Omit<RunContext, 'onProgress'> = {
    folder: config.data,
    downloads: downloadsPath(config.data),
    version,
    queue: new SerialQueue(),
    signal: endSignal(),
    force,
    rejectsPath: (feed) => rejects ?? rejectsPath(config.data, feed),
  };
  const states = dryRun ? undefined : await readFeedStates(config.data);
  const outcomes: Outcome[] = [];
  for (const feed of feeds) {
    const print: Print = (result, lines) =>
      printResult({ feed: feed.name, ...(dryRun && { dryRun }), ...result }, lines, config, output);
    const outcome =
      states === undefined
        ? await dryRunAndPrint(feed, context, print)
        : await runAndPrint(feed, states.get(feed.name), context, print, output);
    outcomes.push(outcome);
  }
  const failIf = (
    code: 'feed_unreadable' | 'import_blocked' | 'feeds_ill',
    fault: string,
    hasFault: (outcome: Outcome) => boolean,
  ): void => {
    const count = outcomes.filter(hasFault).length;
    if (count > 0) throw new Problem(code, `${count} of ${pluralize(feeds.length, 'feed')} ${fault}.`);
  };
  failIf('feed_unreadable', 'failed', ({ outcome }) => outcome === 'failed');
  if (!dryRun) failIf('import_blocked', 'blocked', ({ outcome }) => outcome === 'blocked');
  if (failOn !== undefined) failIf('feeds_ill', 'degraded', ({ isDegraded }) => isDegraded);
}

interface Outcome {
  readonly outcome: FeedRun['outcome'];
  readonly isDegraded: boolean;
}

type Print = (result: object, lines: () => readonly string[]) => void;

async function runAndPrint(
  feed: FeedConfig,
  state: FeedState | undefined,
  context: RunContext,
  print: Print,
  output: Output,
): Promise<Outcome> {
  const result = await withRunProgress(feed, (onProgress) =>
    runFeed(feed, state, { ...context, onProgress }),
  );
  const { run, report = null, warning } = result;
  print({ ...run, report }, () => runLines(feed.name, result));
  if (warning !== undefined) output.warn(`${feed.name}: ${warning}`);
  const { lastReport } = result.state;
  return { outcome: run.outcome, isDegraded: lastReport !== null && fallenFields(lastReport).length > 0 };
}

async function dryRunAndPrint(feed: FeedConfig, context: RunContext, print: Print): Promise<Outcome> {
  try {
    const result = await withRunProgress(feed, (onProgress) => dryRunFeed(feed, { ...context, onProgress }));
    print(result, () => dryRunLines(feed.name, result));
    return { outcome: result.run.outcome, isDegraded: fallenFields(result.run).length > 0 };
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('feed_')) throw error;
    print({ outcome: 'failed', reason: error.message }, () => [`${feed.name}: failed. ${error.message}`]);
    return { outcome: 'failed', isDegraded: false };
  }
}

function withRunProgress<T>(
  feed: FeedConfig,
  work: (onProgress: (progress: RunProgress) => void) => Promise<T>,
): Promise<T> {
  return withProgress('', (update) =>
    work(({ stage, bytes, bytesTotal, records }) => {
      const note = records === undefined ? '' : pluralize(records, 'record');
      update(bytes, bytesTotal, note, `${stage === 'fetching' ? 'Fetching' : 'Importing'} ${feed.name}`);
    }),
  );
}

function runLines(feed: string, { run, report }: FeedRunResult): string[] {
  const lines = [`${feed}: ${OUTCOMES[run.outcome]}${run.reason ?? ''}`];
  return report === undefined ? lines : [...lines, ...importReportLines(report).map((line) => `  ${line}`)];
}

function dryRunLines(feed: string, { run, samples }: DryRunResult): string[] {
  const heading =
    run.outcome === 'blocked' ? 'would be blocked; with --force it would change:' : 'would change:';
  return [
    `${feed}: ${heading}`,
    ...importReportLines(run).map((line) => `  ${line}`),
    ...sampleLines(samples, run).map((line) => `  ${line}`),
  ];
}

function sampleLines(samples: ChangeSamples, run: DryRunResult['run']): string[] {
  const more = (count: number, all: number): string[] =>
    all > count ? [`  and ${formatCount(all - count)} more`] : [];
  const section = (title: string, lines: readonly string[], all: number): string[] =>
    all === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ...more(lines.length, all)];
  return [
    ...section('New:', samples.added, run.added),
    ...section(
      'Changed:',
      samples.changed.map(
        ({ listing, fields }) =>
          `${listing}: ${fields.map(({ field, from, to }) => `${field} ${truncateJson(from)} → ${truncateJson(to)}`).join(', ')}`,
      ),
      run.changed,
    ),
    ...section('Withdrawn:', samples.withdrawn, run.withdrawn),
  ];
}

function truncateJson(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 60);
}

const OUTCOMES: Readonly<Record<FeedRun['outcome'], string>> = {
  imported: 'imported.',
  not_modified: 'not modified since the last run.',
  // The reason is the whole line, so the outcome adds no words.
  blocked: '',
  failed: 'failed: ',
};
