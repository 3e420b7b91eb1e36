// The options of the HTTP server, and the context that its routes share. Nothing here is read from the environment.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Authenticator } from '../auth/authenticator.ts';
import type { RateLimiter } from '../auth/rate-limiter.ts';
import type { AccessLogEntry } from '../log/log.ts';
import type { EmptySearches } from '../metrics/empty-searches.ts';
import type { HttpStats } from '../metrics/process-metrics.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import { Problem } from '../problem.ts';

/** Timeouts for clients, in milliseconds. */
export interface Timeouts {
  /** For a whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** Maximum silence in both directions, during a request or response. */
  readonly socketTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** For a response to be read. Node's own timeout closes clients that read nothing, this one those that read almost nothing. */
  readonly responseTimeoutMs: number;
}

/** Limits of exports. An export holds a state of the stock, whose pages the file cannot reuse meanwhile. */
export interface ExportLimits {
  readonly maxExports: number;
  /** Maximum duration. After it an export ends with a cursor that continues it. */
  readonly maxMs: number;
}

/** Requests that wait for changes, and event streams. */
export interface WaitingLimits {
  readonly maxWaiting: number;
  readonly maxPerAddress: number;
}

interface Picture {
  /** Media type, for example `image/svg+xml`. */
  readonly type: string;
  readonly body: string;
}

/** By which URLs and IP addresses the service and its clients are known, behind proxies or without. */
interface AddressOptions {
  /** The public URL of the service, without a final slash. A function if it is known only once the server listens. */
  readonly baseUrl: string | (() => string);
  /** True: all requests come through a proxy of the operator's, whose X-Request-Id and checks of host names are trusted. */
  readonly trustProxy: boolean;
  /** Hosts whose X-Forwarded-Host, or Host, replaces the host of `baseUrl` if the proxy is trusted. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** IP addresses of trusted proxies, and blocks such as `10.0.0.0/8`. Their X-Forwarded-For gives the client's IP address. */
  readonly trustedProxies?: readonly string[];
  /** Origins, besides our own, whose pages may call the MCP endpoint; `*` allows all. */
  readonly mcpOrigins?: readonly string[];
  /** Origins of dealers' pictures, which hosts of assistants are asked to show in cards. */
  readonly pictureOrigins?: readonly string[];
}

interface LimitOptions {
  /** Undefined: Authorization headers are ignored. */
  readonly authenticator?: Authenticator | undefined;
  /** Undefined: unlimited. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Maximum searches that wait beyond 64 in flight; then the oldest of the client with the most are shed. */
  readonly maxQueue?: number;
  readonly exportLimits?: Partial<ExportLimits>;
  readonly waitingLimits?: Partial<WaitingLimits>;
  /** Maximum concurrent connections. Default: as many as this process may open. */
  readonly maxConnections?: number | undefined;
  readonly timeouts?: Partial<Timeouts>;
  /** Maximum bytes of responses that wait for readers, over all connections. */
  readonly maxUnreadBytes?: number;
}

/** What logs and metrics get. */
interface ObserverOptions {
  /** Called with every bug that became a 500, and the request id that the client was shown. */
  readonly logError: (error: unknown, requestId: string) => void;
  readonly logAccess?: ((entry: AccessLogEntry) => void) | undefined;
  readonly requestMetrics?: RequestMetrics | undefined;
  /** Counts searches that found nothing, with the terms that they did not find. Undefined: such searches are not counted. */
  readonly emptySearches?: EmptySearches | undefined;
  /** Called with functions that return what the server's parts count, each once. */
  readonly onStats?: ((stats: Partial<HttpStats>) => void) | undefined;
}

export interface HttpOptions extends AddressOptions, LimitOptions, ObserverOptions {
  /** False until the stock can be searched. */
  readonly isReady: () => boolean;
  /** True once damage was found in the data folder. */
  readonly isDamaged?: () => boolean;
  /** True while the server drains: each response closes its connection. */
  readonly isDraining?: () => boolean;
  /** False: nothing is compressed, for example because a proxy does it. Default: true. */
  readonly isCompressed?: boolean;
  /** Source of /metrics and /dashboard/. Undefined: neither is served here. */
  readonly stats?: ServerStats | undefined;
  /** True: operators have their own port, so metrics, dashboard and status are not served here. */
  readonly hasOperatorPort?: boolean;
  /** Draws the picture of a decoded path, which starts with `/pictures/`; undefined if no such picture exists. */
  readonly drawPicture?: (path: string) => Picture | undefined;
}

export interface HttpContext extends HttpOptions {
  readonly baseUrlOf: (headers: IncomingHttpHeaders) => string;
  readonly ipOf: (request: IncomingMessage) => string;
}

/** Throws a Problem `not_ready` until the stock can be searched. */
export function checkReady({ isReady }: Pick<HttpContext, 'isReady'>): void {
  if (!isReady()) throw notReady();
}

export function notReady(): Problem {
  return new Problem('not_ready', 'The listings are still being read.');
}
