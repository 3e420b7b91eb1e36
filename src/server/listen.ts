// Starting and stopping to listen: on a configured host and port, with errors that name their flags, and without losing requests.
import { once } from 'node:events';
import { createServer, type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { defaultBaseUrl, describeConfig, type Config } from '../config/config.ts';
import type { App } from '../http/app.ts';
import { Problem } from '../problem.ts';
import { pluralize } from '../format.ts';
import type { Output } from '../log/log.ts';
import type { Server } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';

interface ListenTarget {
  readonly host: string;
  readonly port: number;
  /** The flags that set host and port, for messages. */
  readonly flags: readonly [host: string, port: string];
}

/** The URL that the server now listens on, such as `http://127.0.0.1:8080`. Problem `invalid_configuration`. */
export async function listen(
  app: App,
  { host, port, flags: [hostFlag, portFlag] }: ListenTarget,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const adviceFor = LISTEN_ERRORS.get(code ?? '');
    if (adviceFor === undefined) throw error;
    const advice = adviceFor(hostFlag, portFlag);
    throw new Problem('invalid_configuration', `Cannot listen on ${host}, port ${port}: ${advice}.`);
  }
  return defaultBaseUrl(host, (app.server.address() as AddressInfo).port);
}

/** The port; for 0, a free one. */
export async function resolvePort({ host, port }: Pick<ListenTarget, 'host' | 'port'>): Promise<number> {
  if (port !== 0) return port;
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

const LISTEN_ERRORS: ReadonlyMap<string, (hostFlag: string, portFlag: string) => string> = new Map([
  ['EADDRINUSE', (_host, port) => `another program uses it. Stop that, or choose another port with ${port}`],
  ['EACCES', (_host, port) => `this user is not allowed to. Choose a port above 1023 with ${port}`],
  ['EADDRNOTAVAIL', (host) => `this machine has no such address. Choose another with ${host}`],
  ['ENOTFOUND', (host) => `there is no such host. Choose another with ${host}`],
]);

// The startup banner: URL, stock, settings and example requests.

export interface BannerInfo {
  readonly url: string;
  readonly size: number;
  readonly feeds: number;
  readonly tookMs: number;
}

export function printBanner({ url, size, feeds, tookMs }: BannerInfo, config: Config, output: Output): void {
  const isCluster = config.index === 'opensearch';
  const source = isCluster ? `the cluster's '${config.opensearchIndex}'` : config.data;
  output.line(`Forecourt answers on ${url} from ${pluralize(size, 'listing')} in ${source}.`);
  if (config.baseUrl !== undefined) output.line(`URLs in its responses begin with ${config.baseUrl}.`);
  const warning = baseUrlWarning(config, url);
  if (warning !== undefined) output.warn(warning);
  const settings = describeConfig(config);
  if (settings.length > 0) output.line(`Set: ${settings.join('; ')}.`);
  output.line(`Started in ${(tookMs / 1000).toFixed(1)} s. Stop it with Ctrl+C. Try:`);
  for (const query of EXAMPLES) output.line(`  ${url}/api/v1/vehicles/${query}`);
  if (size === 0)
    output.line(
      isCluster
        ? 'There is no stock yet. Publish some: forecourt publish --data FOLDER --opensearch-url …'
        : `There is no stock yet. Import some: forecourt import FILE --data ${config.data}`,
    );
  if (feeds > 0) output.line(`It pulls ${pluralize(feeds, 'feed')} of ${config.feeds}.`);
}

/** A warning about a setting that has no effect on URLs, or about a missing one. */
function baseUrlWarning({ baseUrl, trustProxy, allowedHosts }: Config, url: string): string | undefined {
  if (allowedHosts.length > 0) {
    if (baseUrl !== undefined) return '--allowed-hosts has no effect, because --base-url is set.';
    if (!trustProxy) return '--allowed-hosts has no effect without --trust-proxy.';
  } else if (trustProxy && baseUrl === undefined) {
    return `URLs in responses begin with ${url}, whatever the proxy forwards. Set --base-url, or --allowed-hosts if there are several hosts.`;
  }
  return undefined;
}

const EXAMPLES = [
  '',
  '?make=Ford&model=Focus&sort=price_asc',
  '?fuel_type=Diesel&transmission=Automatic&location=SW1A+1AA&distance=4&sort=distance',
  '?q=panoramic+roof&price_max=15000&sort=relevance',
];

// Stops an HTTP server without losing a request. Requests still on the network are invisible to it, so clients must leave first:
// every response closes its connection, and idle persistent connections are closed only after a grace period.
//
// SIGTERM          queue empty                grace period ends          last response is sent
// |---- accepts ----|------ serves requests ------|------ serves ------|

/**
 * Grace period of idle connections, in milliseconds. A client with frequent requests gets `Connection: close` with its next
 * response; others are unlikely to send a request at the moment of the close.
 */
const GRACE_MS = 1000;
/** Interval at which idle connections are closed after the grace period. */
const POLL_INTERVAL_MS = 100;
/** Maximum time for accepting, if new connections keep coming. */
const MAX_ACCEPTING_MS = 3000;

export interface Draining {
  /** True once responses should close their connections. */
  readonly isDraining: boolean;
  /** Resolves when the last connection is closed. Must be called only once. */
  drain(): Promise<void>;
}

/**
 * Must be called before the server listens. `flushAccepts` resolves when all connections in the system's queue have been
 * accepted; if this process accepts them itself, after one tick of the event loop.
 */
export function drainable(server: Server, flushAccepts: () => Promise<void> = nextTick): Draining {
  const openedAt = new Map<Socket, number>();
  let accepted = 0;
  let isDraining = false;
  server.on('connection', (socket) => {
    accepted++;
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });

  // A client is connected as soon as the system has its connection. If the server stopped listening before accepting it, the
  // connection would be reset. A tick without new connections means that the system's queue is empty.
  async function waitForEmptyQueue(): Promise<void> {
    const end = performance.now() + MAX_ACCEPTING_MS;
    // From now on every tick of the event loop begins by polling the sockets.
    await nextTick();
    for (let before = -1; before !== accepted && performance.now() < end;) {
      before = accepted;
      await flushAccepts();
    }
  }

  // Called a tick after all sockets were polled, so an idle socket has received nothing.
  async function closeIdle(): Promise<void> {
    await nextTick();
    server.closeIdleConnections();
    // Browsers open connections in advance; Node counts connections without a request as busy.
    const cutoff = performance.now() - GRACE_MS;
    for (const [socket, since] of openedAt) if (since < cutoff && socket.bytesRead === 0) socket.destroy();
  }

  return {
    get isDraining() {
      return isDraining;
    },
    async drain() {
      isDraining = true;
      if (!server.listening) return;
      await waitForEmptyQueue();
      let timer: NodeJS.Timeout | undefined;
      const poll = (): void => {
        void closeIdle();
        timer = setTimeout(poll, POLL_INTERVAL_MS);
      };
      timer = setTimeout(poll, GRACE_MS);
      // `close` of http.Server would close all idle connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      clearTimeout(timer);
    },
  };
}
