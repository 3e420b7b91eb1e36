// The part of a server that answers, in one process: the data folder is opened, and asked over HTTP with all that the
// settings say. This is the one place where settings become options of the HTTP surface. It knows nothing of the life
// around it: who started it, who else answers, and when it ends.
import { openAuthenticator } from '../auth/authenticator.ts';
import { followAloud } from '../cli/follow-aloud.ts';
import { processOutput, type Output } from '../cli/output.ts';
import type { Config } from '../config/config.ts';
import { drawPicture } from '../demo/picture.ts';
import { buildHttpServer } from '../http/server.ts';
import { openRateLimiter } from '../auth/open-rate-limiter.ts';
import { openLog } from '../log/log.ts';
import { ProcessMetrics } from '../metrics/process-metrics.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { PublicStatus } from '../ingest/public-status.ts';
import type { Primary } from './calls.ts';
import { drainable } from './draining.ts';
import { listen } from './listening.ts';
import { openIndex } from './open-index.ts';

export interface Answering {
  /** Where it listens, whatever clients call it. */
  readonly address: string;
  /** Listings that can be searched. */
  readonly size: number;
  /** Fulfilled when all requests that came are answered, and everything is closed. */
  stop(): Promise<void>;
}

/** What can be known of it from its start on. */
export interface Insight {
  /** What this process has counted. */
  metrics(): Promise<MetricValues>;
  /** Undefined: the stock is still being read. */
  status(): PublicStatus | undefined;
}

/** What it is told by whoever starts it. */
export interface Surroundings {
  /** Called at once, before anything takes time. */
  readonly introduce: (insight: Insight) => void;
  readonly output: Output;
  readonly primary: Primary;
  /**
   * Listen before the stock is read, so that those who watch can see that it lives; until then searches are told to come
   * back. Not where others answer already: they would lose requests to this one.
   */
  readonly listenFirst: boolean;
  /** Where another process takes connections for this one: over when it has handed on all that wait. */
  readonly turn?: () => Promise<void>;
}

/**
 * Listens, catches up with the stock, and goes on following it. Problems `data_…` of the folder, `invalid_configuration`
 * of host and port.
 */
export async function startAnswering(
  config: Config,
  { output, primary, listenFirst, introduce, turn }: Surroundings,
): Promise<Answering> {
  const note = (text: string): void => output.warn(text);
  const authenticator = openAuthenticator(config, { warn: note });
  const search = openIndex(config);
  const { logRequests = config.log === 'json', operatorPort } = config;
  // Each process logs its own requests and faults: that is too much to send it to another first.
  const log = openLog(config.log, processOutput);
  const metrics = new ProcessMetrics({
    stock: () => search.stats(),
    feeds: () => (search.isReady ? search.service.status().feeds : undefined),
    droppedLines: () => log.dropped,
  });
  const insight: Insight = {
    metrics: () => metrics.read(),
    status: () => (search.isReady ? search.service.status() : undefined),
  };
  introduce(insight);
  const rateLimiter = await openRateLimiter(config, note);
  let baseUrl = '';
  const app = buildHttpServer(search.service, {
    baseUrl: () => baseUrl,
    trustProxy: config.trustProxy,
    isReady: () => search.isReady,
    isDamaged: () => search.stats().damageFound > 0,
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
    onConnections: (figures) => metrics.observeConnections(figures),
    logAccess: logRequests ? (entry) => log.access(entry) : undefined,
    stats: operatorPort === undefined ? primary : undefined,
    hasOperatorPort: operatorPort !== undefined,
  });
  const draining = drainable(app.server, turn);
  const stop = async (): Promise<void> => {
    await draining.drain();
    await app.close();
    await search.close();
    await rateLimiter.close();
    metrics.stop();
    log.flush();
  };
  try {
    if (!listenFirst) await search.catchUp();
    const address = await listen(app, { host: config.host, port: config.port, flags: ['--host', '--port'] });
    baseUrl = config.baseUrl ?? address;
    await search.catchUp();
    followAloud(search, output);
    return {
      address,
      get size() {
        return search.service.size;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
