// `forecourt feed run`: feeds pulled by hand, one after the other, with a bar on the way and a report of each.
import { Problem } from '../problem.ts';
import type { Config } from '../config/config.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { dryRunFeed } from '../ingest/dry-run-feed.ts';
import {
  runFeed,
  type FeedRunResult,
  type RunContext,
  type RunProgress,
} from '../ingest/schedule/run-feed.ts';
import { SerialQueue } from '../ingest/schedule/serial-queue.ts';
import { endSignal } from '../ingest/schedule/run-scheduler.ts';
import { downloadsPath, rejectsPath } from '../store/paths.ts';
import { readFeedStates, type FeedRun } from '../ingest/feed-state.ts';
import type { ChangeSamples, DryRunResult } from '../ingest/dry-run.ts';
import { importReportLines } from './import-report-lines.ts';
import type { Output } from './output.ts';
import { counted, grouped, startProgress, type Progress } from './progress.ts';

export interface FeedRunFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly rejects?: string;
}

/** Problem `feed_unreadable` after all runs where any of them failed, `run_held` where one was held back. */
export async function feedRunCommand(
  feeds: readonly FeedConfig[],
  config: Config,
  flags: FeedRunFlags,
  version: string,
  output: Output,
): Promise<void> {
  const { rejects, force = false, dryRun = false } = flags;
  if (rejects !== undefined && feeds.length !== 1)
    throw new Problem('invalid_configuration', '--rejects takes the records of one feed: name it.');
  const context: Omit<RunContext, 'onProgress'> = {
    folder: config.data,
    downloads: downloadsPath(config.data),
    version,
    queue: new SerialQueue(),
    signal: endSignal(),
    force,
    rejectsPath: (feed) => rejects ?? rejectsPath(config.data, feed),
  };
  const outcomes = dryRun
    ? await rehearse(feeds, context, config.json, output)
    : await run(feeds, context, config.json, output);
  const failed = outcomes.filter((outcome) => outcome === 'failed').length;
  const held = outcomes.filter((outcome) => outcome === 'held').length;
  if (failed > 0)
    throw new Problem('feed_unreadable', `${failed} of ${counted(feeds.length, 'feed')} failed.`);
  if (held > 0 && !dryRun)
    throw new Problem('run_held', `${held} of ${counted(feeds.length, 'feed')} held back.`);
}

async function run(
  feeds: readonly FeedConfig[],
  context: RunContext,
  json: boolean,
  output: Output,
): Promise<FeedRun['outcome'][]> {
  const states = await readFeedStates(context.folder);
  const outcomes: FeedRun['outcome'][] = [];
  for (const feed of feeds) {
    const finished = await withBar(feed, (onProgress) =>
      runFeed(feed, states.get(feed.name), { ...context, onProgress }),
    );
    outcomes.push(finished.run.outcome);
    if (json)
      output.line(JSON.stringify({ feed: feed.name, ...finished.run, report: finished.report ?? null }));
    else for (const line of runLines(feed.name, finished)) output.line(line);
  }
  return outcomes;
}

async function rehearse(
  feeds: readonly FeedConfig[],
  context: RunContext,
  json: boolean,
  output: Output,
): Promise<FeedRun['outcome'][]> {
  const outcomes: FeedRun['outcome'][] = [];
  for (const feed of feeds) {
    try {
      const rehearsal = await withBar(feed, (onProgress) => dryRunFeed(feed, { ...context, onProgress }));
      outcomes.push(rehearsal.run.outcome);
      if (json) output.line(JSON.stringify({ feed: feed.name, dryRun: true, ...rehearsal }));
      else for (const line of rehearsalLines(feed.name, rehearsal)) output.line(line);
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith('feed_')) throw error;
      outcomes.push('failed');
      const why = error.message;
      output.line(
        json
          ? JSON.stringify({ feed: feed.name, dryRun: true, outcome: 'failed', why })
          : `${feed.name}: failed. ${why}`,
      );
    }
  }
  return outcomes;
}

async function withBar<T>(
  feed: FeedConfig,
  work: (onProgress: (progress: RunProgress) => void) => Promise<T>,
): Promise<T> {
  let progress: Progress | undefined;
  let stage: RunProgress['stage'] | undefined;
  try {
    return await work(({ stage: now, bytes, bytesTotal, records }) => {
      if (stage !== now) {
        progress?.stop();
        progress = startProgress(`${now === 'fetching' ? 'Fetching' : 'Importing'} ${feed.name}`);
        stage = now;
      }
      progress?.update(bytes, bytesTotal, records === undefined ? '' : counted(records, 'record'));
    });
  } finally {
    progress?.stop();
  }
}

function runLines(feed: string, { run, report }: FeedRunResult): string[] {
  const lines = [`${feed}: ${OUTCOMES[run.outcome]}${run.why ?? ''}`];
  return report === undefined ? lines : [...lines, ...importReportLines(report).map((line) => `  ${line}`)];
}

function rehearsalLines(feed: string, { run, samples }: DryRunResult): string[] {
  const would =
    run.outcome === 'held' ? 'would be held back; with --force it would change:' : 'would change:';
  return [
    `${feed}: ${would}`,
    ...importReportLines(run).map((line) => `  ${line}`),
    ...sampleLines(samples, run).map((line) => `  ${line}`),
  ];
}

function sampleLines(samples: ChangeSamples, run: DryRunResult['run']): string[] {
  const more = (shown: number, all: number): string[] =>
    all > shown ? [`  and ${grouped(all - shown)} more`] : [];
  const listed = (title: string, lines: readonly string[], all: number): string[] =>
    all === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ...more(lines.length, all)];
  return [
    ...listed('New:', samples.added, run.added),
    ...listed(
      'Changed:',
      samples.changed.map(
        ({ listing, fields }) =>
          `${listing}: ${fields.map(({ field, from, to }) => `${field} ${shown(from)} → ${shown(to)}`).join(', ')}`,
      ),
      run.changed,
    ),
    ...listed('Withdrawn:', samples.withdrawn, run.withdrawn),
  ];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const OUTCOMES: Readonly<Record<FeedRun['outcome'], string>> = {
  imported: 'imported.',
  not_modified: 'not modified since the last run.',
  // The reason says so.
  held: '',
  failed: 'failed: ',
};
