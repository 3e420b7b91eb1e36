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
import { startHttpInstance, type ProcessStats } from './http-instance.ts';
import type { WorkerReady } from './ipc-methods.ts';
import { WorkerPool } from './worker-pool.ts';
import { printBanner } from './startup-banner.ts';
import { resolvePort } from './listen.ts';
import { startOperatorServer } from './operators.ts';
import { runWorker } from './worker.ts';

/** Requests under way have so long to end once the server is told to stop. */
const DRAIN_MS = 10_000;

/** What answers requests: this process, or its workers. */
interface ServerMode {
  readonly startup: WorkerReady;
  readonly stats: ServerStats;
  /** New processes for old ones, without a gap; undefined where there is but one. */
  readonly rollingRestart?: () => Promise<void>;
  stop(): Promise<void>;
}

/** Serves until SIGTERM or SIGINT. Problems `data_…` of the folder, `invalid_configuration` of host and port. */
export async function serve(config: Config, terminal: Output, environment: RawSettings): Promise<void> {
  if (cluster.worker !== undefined) await runWorker(config, cluster.worker, DRAIN_MS);
  const output = openLog(config.log, terminal);
  const startedAt = performance.now();
  // Before anything else: a fault in it must not wait until the process that pulls them finds it.
  const feeds = config.feeds === undefined ? [] : loadFeedsFile(config.feeds, environment);
  if (config.demo) await seed(config.data);
  const mode =
    config.workers > 1 ? await startWithWorkers(config, output) : await startSingleProcess(config, output);
  const tookMs = performance.now() - startedAt;
  const { startup, stats } = mode;
  const sideServices: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([mode.stop(), ...sideServices.map((stop) => stop())]);
    output.flush();
  };
  // Before it says that it answers: whoever waits for that may send a signal at once.
  const ignoreSignals = handleSignals(output, mode, close);
  printBanner({ ...startup, feeds: feeds.length, tookMs }, config, output);
  try {
    sideServices.push(await startOperatorServer(config, stats, startup.url, output));
  } catch (error) {
    ignoreSignals();
    await close();
    throw error;
  }
  if (config.feeds !== undefined) {
    const scheduler = startScheduler(config.feeds, config, output);
    sideServices.push(() => scheduler.stop());
  }
  // The process ends when all is closed.
  await new Promise(() => undefined);
}

async function startSingleProcess(config: Config, output: Output): Promise<ServerMode> {
  let processStats: ProcessStats | undefined;
  const collector = startStatsCollector({
    read: async () => (await processStats?.metrics()) ?? [],
    status: async () => processStats?.status(),
  });
  const onStats = (stats: ProcessStats): void => void (processStats = stats);
  const instance = await startHttpInstance(config, {
    output,
    primary: collector,
    listenFirst: true,
    onStats,
  });
  const { url, size } = instance;
  return { startup: { url, size }, stats: collector, stop: () => instance.stop() };
}

async function startWithWorkers(config: Config, output: Output): Promise<ServerMode> {
  // If all workers die at once, those that follow must find the same port.
  const port = await resolvePort(config);
  const pool = await WorkerPool.start({ size: config.workers, port, drainMs: DRAIN_MS, output });
  const { startup, stats } = pool;
  return { startup, stats, rollingRestart: () => pool.rollingRestart(), stop: () => pool.stop() };
}

/** Pulls feeds in a process of its own, of the same command. */
function startScheduler(feeds: string, { data, log }: Config, output: Output): SchedulerProcess {
  const own = [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
  const settings = ['--feeds', feeds, '--data', data, '--log', log];
  return superviseScheduler([...own, 'feed', 'schedule', ...settings], (text) => output.warn(text));
}

async function seed(folder: string): Promise<void> {
  const progress = startProgress('Filling the data folder with demo stock');
  try {
    await seedDemo(folder, (done) => progress.update(done, DEMO_LISTINGS));
  } finally {
    progress.stop();
  }
}

/** The signals that end a server, and the one that replaces its workers, do so from now on; until what comes back is called. */
function handleSignals(output: Log, { rollingRestart }: ServerMode, close: () => Promise<void>): () => void {
  // A terminal that is closed ends what runs in it. Where there is none, the signal is an operator's.
  const hasNoTerminal = process.stdout.isTTY !== true;
  if (hasNoTerminal) {
    process.on('SIGHUP', () => {
      if (rollingRestart !== undefined) void rollingRestart();
      else output.warn('One process cannot be replaced without a gap. With --workers 2 or more, it can.');
    });
  }
  return closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: hasNoTerminal ? ['SIGHUP'] : [],
      onTimeout: () => output.warn(`What was not answered after ${DRAIN_MS / 1000} s is cut off.`),
    },
    async ({ err }) => {
      if (err !== undefined) output.error(err);
      await close();
    },
  ).uninstall;
}
