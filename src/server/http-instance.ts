// One process that serves HTTP: opens the search backend and turns settings into options of the HTTP server. It does not know
// whether it is a worker or the whole server.
import { openAuthenticator } from '../auth/authenticator.ts';
import type { RemoteCounter } from '../auth/rate-limit-store.ts';
import { openRateLimiter } from '../auth/rate-limiter.ts';
import { clusterOptions } from '../cluster/cluster-settings.ts';
import type { Config } from '../config/config.ts';
import { drawPicture } from '../demo/picture.ts';
import { buildHttpServer } from '../http/server.ts';
import { openLog, processOutput, type Output } from '../log/log.ts';
import type { EmptySearchCounts } from '../metrics/empty-searches.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import { ProcessMetrics } from '../metrics/process-metrics.ts';
import { type ServerStats } from '../metrics/server-stats.ts';
import { withProgram, type ServerStatus } from '../metrics/server-status.ts';
import { invalidConfiguration } from '../problem.ts';
import { openEmbeddedBackend, type SearchBackend, pollWithWarnings } from '../search/search-backend.ts';
import { drainable } from './draining.ts';
import { listen } from './listen.ts';
import { setFlagsFromString } from 'node:v8';
import { lowerCompilerPriority } from '../priority.ts';

export interface HttpInstance {
  /** URL of the socket, independent of the base URL. */
  readonly url: string;
  readonly size: number;
  /** Drains: resolves when all requests have responses and everything is closed. */
  stop(): Promise<void>;
}

export interface ProcessStats {
  metrics(): Promise<MetricValues>;
  emptySearches(): EmptySearchCounts;
  /** Undefined while the stock is loading. */
  status(): ServerStatus | undefined;
}

export interface InstanceContext {
  /** Called at once, before any slow work. */
  readonly onStats: (stats: ProcessStats) => void;
  readonly output: Output;
  /** Stats of the whole server, for operators. */
  readonly stats: ServerStats;
  /** Counts requests for all processes of the server; undefined if this is the only one. */
  readonly counter?: RemoteCounter;
  /**
   * Whether to listen before the stock is loaded, so that health checks get a response; searches get `not_ready` until then.
   * False beside a ready worker, which would lose requests to this one.
   */
  readonly listenFirst: boolean;
  /** Called when requests can arrive. They are logged once it resolves. */
  readonly onListen: () => Promise<void>;
  /** For a server whose primary accepts connections: resolves when all queued ones have been passed on. */
  readonly flushAccepts?: () => Promise<void>;
}

/**
 * Listens, loads the stock and starts polling it. Problems `data_…` of the folder, and `invalid_configuration` of host, port
 * and settings that exclude each other.
 */
export async function startHttpInstance(
  config: Config,
  { output, stats, counter, listenFirst, onStats, onListen, flushAccepts }: InstanceContext,
): Promise<HttpInstance> {
  const warn = (text: string): void => output.warn(text);
  const authenticator = openAuthenticator(config, { warn });
  const backend = await openBackend(config);
  const { logRequests = config.log === 'json', operatorPort } = config;
  // Each process logs its own requests and bugs, because sending them to the primary would cost too much.
  const log = openLog(config.log, processOutput);
  const metrics = new ProcessMetrics({
    stock: () => backend.stats(),
    feeds: () => (backend.isReady ? backend.service.status().feeds : undefined),
    droppedLines: () => log.dropped,
  });
  onStats({
    metrics: () => metrics.read(),
    emptySearches: () => metrics.emptySearches.read(),
    status: () => (backend.isReady ? withProgram(backend.service.status()) : undefined),
  });
  let beginLog: () => void = () => undefined;
  const logHasBegun = new Promise<void>((resolve) => (beginLog = resolve));
  const rateLimiter = await openRateLimiter(config, warn, counter);
  let baseUrl = '';
  const app = buildHttpServer(backend.service, {
    baseUrl: () => baseUrl,
    trustProxy: config.trustProxy,
    // A configured base URL is used whatever the headers contain.
    allowedHosts: config.baseUrl === undefined ? config.allowedHosts : [],
    isReady: () => backend.isReady,
    isDamaged: () => backend.stats().damageFound > 0,
    isDraining: () => draining.isDraining,
    mcpOrigins: config.mcpOrigins,
    pictureOrigins: config.pictureOrigins,
    authenticator,
    rateLimiter,
    trustedProxies: config.trustedProxies,
    isCompressed: config.compression === 'on',
    maxQueue: config.maxQueue,
    maxConnections: config.maxConnections,
    logError: (error, requestId) => log.error(error, requestId),
    drawPicture,
    requestMetrics: metrics.requests,
    emptySearches: metrics.emptySearches,
    waitingLimits: { maxWaiting: config.maxWaiting, maxPerAddress: config.maxWaitingPerAddress },
    onStats: (parts) => metrics.observe(parts),
    logAccess: logRequests ? (entry) => void logHasBegun.then(() => log.access(entry)) : undefined,
    stats: operatorPort === undefined ? stats : undefined,
    hasOperatorPort: operatorPort !== undefined,
  });
  const draining = drainable(app.server, flushAccepts);
  const stop = async (): Promise<void> => {
    const drained = draining.drain();
    backend.service.waiting.end();
    await drained;
    await app.close();
    await backend.close();
    await rateLimiter.close();
    metrics.stop();
    log.flush();
  };
  try {
    if (!listenFirst) await backend.catchUp();
    const url = await listen(app, { host: config.host, port: config.port, flags: ['--host', '--port'] });
    void onListen().then(beginLog);
    baseUrl = config.baseUrl ?? url;
    await backend.catchUp();
    shortenPauses();
    pollWithWarnings(backend, output);
    return {
      url,
      get size() {
        return backend.service.index.size;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The stock of a data folder in this process's memory, or a cluster that another process publishes to. */
async function openBackend(config: Config): Promise<SearchBackend> {
  if (config.index === 'embedded') return openEmbeddedBackend(config.data, { threads: true });
  if (config.feeds !== undefined || config.demo) {
    throw invalidConfiguration(
      '--feeds and --demo fill a data folder, which a server on a cluster does not read. ' +
        'Run `forecourt feed schedule` and `forecourt publish --watch` beside it.',
    );
  }
  // Loaded on demand: the cluster's client takes a sixth of a start.
  const { openClusterBackend } = await import('../search/cluster-backend.ts');
  return openClusterBackend(config.data, clusterOptions(config));
}

/**
 * Maximum growth of the heap between two full collections, in per cent of the live objects. By default V8 allows a slowly growing
 * heap a few megabytes: at 300 searches a second with cached responses, it collected all of it every two seconds. With this
 * setting p99 was 4.7 ms instead of 6.2, and 5.3 instead of 7.5 while segments were merged.
 */
const HEAP_GROWTH_PERCENT = 100;

/**
 * Shortens pauses of searches. Processes that import do not call it, because they need throughput. Must be called once, after the
 * stock is loaded: while the heap fills, V8 lets it grow faster than this.
 */
function shortenPauses(): void {
  // V8 reads this flag after each collection; most others have no effect by now.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  lowerCompilerPriority();
}
