// The life of a server: fill, answer, pull feeds, drain, close. It answers itself, or has several workers do that. A
// worker is started with the same command line, so this file is where it begins too.
import closeWithGrace from 'close-with-grace';
import cluster from 'node:cluster';
import type { Output } from '../cli/output.ts';
import { startProgress } from '../cli/progress.ts';
import type { Config, RawSettings } from '../config/config.ts';
import { openLog, type Log } from '../log/log.ts';
import { startStatsCollector, type ServerStats } from '../metrics/server-stats.ts';
import { superviseScheduler, type SchedulerProcess } from './scheduler-process.ts';
import { loadFeedsFile } from '../ingest/schedule/feeds-file.ts';
import { DEMO_LISTINGS, seedDemo } from '../demo/seed.ts';
import { startAnswering, type Insight } from './answering.ts';
import type { Report } from './calls.ts';
import { Crew } from './crew.ts';
import { greet } from './greeting.ts';
import { fixedPort } from './listening.ts';
import { startOperators } from './operators.ts';
import { work } from './worker.ts';

/** Requests under way have so long to end once the server is told to stop. */
const DRAIN_MS = 10_000;

/** What answers requests: this process, or its workers. */
interface Answerer {
  readonly report: Report;
  readonly sight: ServerStats;
  /** New processes for old ones, without a gap; undefined where there is but one. */
  readonly replace?: () => Promise<void>;
  stop(): Promise<void>;
}

/** Serves until SIGTERM or SIGINT. Problems `data_…` of the folder, `invalid_configuration` of host and port. */
export async function serve(config: Config, terminal: Output, environment: RawSettings): Promise<void> {
  if (cluster.worker !== undefined) await work(config, cluster.worker, DRAIN_MS);
  const output = openLog(config.log, terminal);
  const startedAt = performance.now();
  // Before anything else: a fault in it must not wait until the process that pulls them finds it.
  const feeds = config.feeds === undefined ? [] : loadFeedsFile(config.feeds, environment);
  if (config.demo) await fill(config.data);
  const answerer = config.workers > 1 ? await byWorkers(config, output) : await byItself(config, output);
  const tookMs = performance.now() - startedAt;
  const { report, sight } = answerer;
  const beside: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([answerer.stop(), ...beside.map((stop) => stop())]);
    output.flush();
  };
  // Before it says that it answers: whoever waits for that may send a signal at once.
  const ignoreSignals = heedSignals(output, answerer, close);
  greet({ ...report, feeds: feeds.length, tookMs }, config, output);
  try {
    beside.push(await startOperators(config, sight, report.address, output));
  } catch (error) {
    ignoreSignals();
    await close();
    throw error;
  }
  if (config.feeds !== undefined) {
    const following = follow(config.feeds, config, output);
    beside.push(() => following.stop());
  }
  // The process ends when all is closed.
  await new Promise(() => undefined);
}

async function byItself(config: Config, output: Output): Promise<Answerer> {
  let insight: Insight | undefined;
  const watch = startStatsCollector({
    read: async () => (await insight?.metrics()) ?? [],
    status: async () => insight?.status(),
  });
  const introduce = (own: Insight): void => void (insight = own);
  const answering = await startAnswering(config, { output, primary: watch, listenFirst: true, introduce });
  const { address, size } = answering;
  return { report: { address, size }, sight: watch, stop: () => answering.stop() };
}

async function byWorkers(config: Config, output: Output): Promise<Answerer> {
  // If all workers die at once, those that follow must find the same port.
  const port = await fixedPort(config);
  const crew = await Crew.start({ size: config.workers, port, drainMs: DRAIN_MS, output });
  const { report, sight } = crew;
  return { report, sight, replace: () => crew.replaceAll(), stop: () => crew.stop() };
}

/** Pulls feeds in a process of its own, of the same command. */
function follow(feeds: string, { data, log }: Config, output: Output): SchedulerProcess {
  const own = [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
  const settings = ['--feeds', feeds, '--data', data, '--log', log];
  return superviseScheduler([...own, 'feed', 'follow', ...settings], (text) => output.warn(text));
}

async function fill(folder: string): Promise<void> {
  const progress = startProgress('Filling the data folder with demo stock');
  try {
    await seedDemo(folder, (done) => progress.update(done, DEMO_LISTINGS));
  } finally {
    progress.stop();
  }
}

/** The signals that end a server, and the one that replaces its workers, do so from now on; until what comes back is called. */
function heedSignals(output: Log, { replace }: Answerer, close: () => Promise<void>): () => void {
  // A terminal that is closed ends what runs in it. Where there is none, the signal is an operator's.
  const isAsked = process.stdout.isTTY !== true;
  if (isAsked) {
    process.on('SIGHUP', () => {
      if (replace !== undefined) void replace();
      else output.warn('One process cannot be replaced without a gap. With --workers 2 or more, it can.');
    });
  }
  return closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: isAsked ? ['SIGHUP'] : [],
      onTimeout: () => output.warn(`What was not answered after ${DRAIN_MS / 1000} s is cut off.`),
    },
    async ({ err }) => {
      if (err !== undefined) output.error(err);
      await close();
    },
  ).uninstall;
}
