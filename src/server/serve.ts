// The life of a server: seed, listen, pull feeds, drain, close. It serves requests itself or through workers. Workers are started
// with the same command line, so they begin here too.
import closeWithGrace from 'close-with-grace';
import cluster from 'node:cluster';
import type { Config, RawSettings } from '../config/config.ts';
import { buildOperatorServer } from '../http/operator-server.ts';
import { beginningWith, openLog, type BegunLog, type Log, type Output } from '../log/log.ts';
import { NO_EMPTY_SEARCHES } from '../metrics/empty-searches.ts';
import { startStatsCollector, type ServerStats } from '../metrics/server-stats.ts';
import { startHttpInstance, type ProcessStats } from './http-instance.ts';
import { withReasons } from '../stock-status.ts';
import { BUILD, installedVersion } from '../package-files.ts';
import type { WorkerReady } from './server-methods.ts';
import { listen, resolvePort } from './listen.ts';
import { printBanner } from './startup-banner.ts';
import { priorityDenial } from '../priority.ts';
import { WorkerPool } from './worker-pool.ts';
import { FAULT_SIGNALS, runWorker } from './worker.ts';
import { startScheduler } from './feed-scheduler.ts';

const DRAIN_MS = 10_000;

/** A single process, or workers. */
interface ServerMode {
  readonly startup: WorkerReady;
  readonly stats: ServerStats;
  /** Undefined for a single process, which cannot be replaced without interruption. */
  readonly rollingRestart?: () => Promise<void>;
  stop(): Promise<void>;
}

/** Serves until SIGTERM or SIGINT. Throws a Problem `data_…` for the folder, or `invalid_configuration` for the settings. */
export async function serve(
  config: Config,
  terminal: Output,
  environment: RawSettings,
  prepareStock: (log: Log) => Promise<void>,
): Promise<void> {
  if (cluster.worker !== undefined) await runWorker(config, cluster.worker, DRAIN_MS);
  const first = `Forecourt ${BUILD} starts, on Node ${process.versions.node}.`;
  const output = beginningWith(first, openLog(config.log, terminal));
  const startedAt = performance.now();
  // Read first, so that an invalid list of feeds ends the start here and not later in the child process.
  const feeds = config.feeds === undefined ? 0 : await countFeeds(config.feeds, environment);
  // Must precede the workers, which open the stock.
  await prepareStock(output);
  const mode =
    config.workers > 1 ? await startWithWorkers(config, output) : await startSingleProcess(config, output);
  const tookMs = performance.now() - startedAt;
  const { startup, stats } = mode;
  const sideServices: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([mode.stop(), ...sideServices.map((stop) => stop())]);
    output.flush();
  };
  const denial = priorityDenial();
  if (denial !== undefined) output.warn(denial);
  // Before the banner, because a program that waits for it may send a signal at once.
  const ignoreSignals = handleSignals(output, mode, close);
  printBanner({ ...startup, feeds, tookMs }, config, output);
  try {
    sideServices.push(await startOperatorServer(config, stats, startup.url, output));
  } catch (error) {
    ignoreSignals();
    await close();
    throw error;
  }
  if (config.feeds !== undefined)
    sideServices.push(startScheduler(config.feeds, config, (text) => output.warn(text)));
  // The process exits when everything is closed.
  await new Promise(() => undefined);
}

async function startSingleProcess(config: Config, output: BegunLog): Promise<ServerMode> {
  let processStats: ProcessStats | undefined;
  const stats = startStatsCollector({
    read: async () => (await processStats?.metrics()) ?? [],
    status: async () => processStats?.status(),
    emptySearches: async () => processStats?.emptySearches() ?? NO_EMPTY_SEARCHES,
  });
  const onStats = (own: ProcessStats): void => void (processStats = own);
  const instance = await startHttpInstance(config, {
    output,
    stats,
    listenFirst: true,
    onStats,
    onListen: async () => output.begin(),
  });
  const { url, size } = instance;
  return { startup: { url, size, version: BUILD }, stats, stop: () => instance.stop() };
}

async function startWithWorkers(config: Config, output: BegunLog): Promise<ServerMode> {
  // Fixed here, because restarted workers must find the same port.
  const port = await resolvePort(config);
  const onListen = (): void => output.begin();
  const pool = await WorkerPool.start({ size: config.workers, port, drainMs: DRAIN_MS, output, onListen });
  const { startup, stats } = pool;
  return { startup, stats, rollingRestart: () => pool.rollingRestart(), stop: () => pool.stop() };
}

/** Listens on the operator port, if there is one. Returns a function that closes it. */
async function startOperatorServer(
  config: Config,
  stats: ServerStats,
  baseUrl: string,
  log: Log,
): Promise<() => Promise<void>> {
  const { operatorPort: port, operatorHost: host } = config;
  if (port === undefined) return async () => undefined;
  const app = buildOperatorServer({
    stats: {
      ...stats,
      status: async () => {
        const status = await stats.status();
        return status === undefined || status.feeds.length === 0 ? status : withReasons(status, config.data);
      },
    },
    host,
    baseUrl: () => config.baseUrl ?? baseUrl,
    logError: (error, requestId) => log.error(error, requestId),
  });
  const url = await listen(app, { host, port, flags: ['--operator-host', '--operator-port'] });
  log.line(`The dashboard is at ${url}/dashboard/.`);
  return () => app.close();
}

async function countFeeds(path: string, environment: RawSettings): Promise<number> {
  // Loaded on demand, because most servers pull no feeds.
  const { loadFeedsFile } = await import('../ingest/schedule/feeds-file.ts');
  return loadFeedsFile(path, environment).length;
}

function pendingText(): string {
  const installed = installedVersion();
  return installed === undefined
    ? '.'
    : `: it still runs ${BUILD}. Restart the server to run ${installed}, which is installed.`;
}

/** Lets SIGTERM and SIGINT close the server, and SIGHUP replace its workers. Returns a function that removes the handlers. */
function handleSignals(output: Log, { rollingRestart }: ServerMode, close: () => Promise<void>): () => void {
  // A closing terminal sends SIGHUP to end its programs. Without a terminal, SIGHUP comes from an operator.
  const hasNoTerminal = process.stdout.isTTY !== true;
  if (hasNoTerminal) {
    process.on('SIGHUP', () => {
      if (rollingRestart !== undefined) void rollingRestart();
      else
        output.warn(
          `A single process cannot be replaced without a gap${pendingText()} Use --workers 2 or more.`,
        );
    });
  }
  return closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: [...FAULT_SIGNALS, ...(hasNoTerminal ? (['SIGHUP'] as const) : [])],
      onTimeout: () => output.warn(`Requests still open after ${DRAIN_MS / 1000} s are closed.`),
    },
    async ({ err }) => {
      if (err !== undefined) output.error(err);
      await close();
    },
  ).uninstall;
}
