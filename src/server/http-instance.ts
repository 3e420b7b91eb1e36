// The part of a server that answers, in one process: the data folder is opened, and asked over HTTP with all that the
// settings say. This is the one place where settings become options of the HTTP surface. It knows nothing of the life
// around it: who started it, who else answers, and when it ends.
import { openAuthenticator } from '../auth/authenticator.ts';
import { pollWithWarnings, processOutput, type Output } from '../cli/output.ts';
import type { Config } from '../config/config.ts';
import { drawPicture } from '../demo/picture.ts';
import { buildHttpServer } from '../http/server.ts';
import { openRateLimiter } from '../auth/open-rate-limiter.ts';
import { openLog } from '../log/log.ts';
import { ProcessMetrics } from '../metrics/process-metrics.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { PublicStatus } from '../ingest/public-status.ts';
import type { Primary } from './ipc-methods.ts';
import { drainable } from './draining.ts';
import { listen } from './listen.ts';
import { openBackend } from './open-backend.ts';

export interface HttpInstance {
  /** Where it listens, whatever clients call it. */
  readonly url: string;
  /** Listings that can be searched. */
  readonly size: number;
  /** Fulfilled when all requests that came are answered, and everything is closed. */
  stop(): Promise<void>;
}

/** What can be known of it from its start on. */
export interface ProcessStats {
  /** What this process has counted. */
  metrics(): Promise<MetricValues>;
  /** Undefined: the stock is still being read. */
  status(): PublicStatus | undefined;
}

/** What it is told by whoever starts it. */
export interface InstanceContext {
  /** Called at once, before anything takes time. */
  readonly onStats: (stats: ProcessStats) => void;
  readonly output: Output;
  readonly primary: Primary;
  /**
   * Listen before the stock is read, so that those who watch can see that it lives; until then searches are told to come
   * back. Not where others answer already: they would lose requests to this one.
   */
  readonly listenFirst: boolean;
  /** Where another process takes connections for this one: over when it has handed on all that wait. */
  readonly flushAccepts?: () => Promise<void>;
}

/**
 * Listens, catches up with the stock, and goes on following it. Problems `data_…` of the folder, `invalid_configuration`
 * of host and port.
 */
export async function startHttpInstance(
  config: Config,
  { output, primary, listenFirst, onStats, flushAccepts }: InstanceContext,
): Promise<HttpInstance> {
  const warn = (text: string): void => output.warn(text);
  const authenticator = openAuthenticator(config, { warn: warn });
  const backend = openBackend(config);
  const { logRequests = config.log === 'json', operatorPort } = config;
  // Each process logs its own requests and faults: that is too much to send it to another first.
  const log = openLog(config.log, processOutput);
  const metrics = new ProcessMetrics({
    stock: () => backend.stats(),
    feeds: () => (backend.isReady ? backend.service.status().feeds : undefined),
    droppedLines: () => log.dropped,
  });
  const processStats: ProcessStats = {
    metrics: () => metrics.read(),
    status: () => (backend.isReady ? backend.service.status() : undefined),
  };
  onStats(processStats);
  const rateLimiter = await openRateLimiter(config, warn);
  let baseUrl = '';
  const app = buildHttpServer(backend.service, {
    baseUrl: () => baseUrl,
    trustProxy: config.trustProxy,
    isReady: () => backend.isReady,
    isDamaged: () => backend.stats().damageFound > 0,
    isDraining: () => draining.isDraining,
    mcpOrigins: config.mcpOrigins,
    authenticator,
    rateLimiter,
    trustedProxies: config.trustedProxies,
    maxQueue: config.maxQueue,
    maxConnections: config.maxConnections,
    logError: (error, requestId) => log.error(error, requestId),
    drawPicture,
    requestMetrics: metrics.requests,
    onQueue: (queue) => metrics.observeQueue(queue),
    onConnections: (stats) => metrics.observeConnections(stats),
    logAccess: logRequests ? (entry) => log.access(entry) : undefined,
    stats: operatorPort === undefined ? primary : undefined,
    hasOperatorPort: operatorPort !== undefined,
  });
  const draining = drainable(app.server, flushAccepts);
  const stop = async (): Promise<void> => {
    await draining.drain();
    await app.close();
    await backend.close();
    await rateLimiter.close();
    metrics.stop();
    log.flush();
  };
  try {
    if (!listenFirst) await backend.catchUp();
    const url = await listen(app, { host: config.host, port: config.port, flags: ['--host', '--port'] });
    baseUrl = config.baseUrl ?? url;
    await backend.catchUp();
    pollWithWarnings(backend, output);
    return {
      url,
      get size() {
        return backend.service.size;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
