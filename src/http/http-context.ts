// What the HTTP surface is told by whoever starts it, and what its routes share. Nothing here is read from the
// environment: main does that.
import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticator } from '../auth/authenticator.ts';
import type { RateLimiter } from '../auth/rate-limiter.ts';
import type { AccessLogEntry } from '../log/log.ts';
import type { ConnectionStats, QueueLength } from '../metrics/process-metrics.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import type { Timeouts } from './connections/connections.ts';

interface Picture {
  /** Media type, for example `image/svg+xml`. */
  readonly type: string;
  readonly body: string;
}

export interface HttpOptions {
  /** The address that clients reach the service under, without a slash at its end. A function where it is known only later. */
  readonly baseUrl: string | (() => string);
  /** True: a proxy in front sets X-Forwarded-Proto and X-Forwarded-Host, and they may be believed. */
  readonly trustProxy: boolean;
  /** False until the stock can be searched. */
  readonly isReady: () => boolean;
  /** True once damage was met in the data folder. */
  readonly isDamaged?: () => boolean;
  /** True once the server is told to stop: every answer is the last of its connection. */
  readonly isDraining?: () => boolean;
  /** Told of every bug that became a 500, with the id that the client was given. */
  readonly logError: (error: unknown, requestId: string) => void;
  /** Origins of pages that may call the MCP endpoint, beside our own; `*` is all of them. */
  readonly mcpOrigins?: readonly string[];
  /** What tokens are worth; undefined: everybody is the public. */
  readonly authenticator?: Authenticator | undefined;
  /** How often anybody may ask; undefined: as often as they like. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Addresses of proxies, and blocks such as `10.0.0.0/8`, whose X-Forwarded-For says who asks. */
  readonly trustedProxies?: readonly string[];
  /** Searches that may wait beyond 64 in flight before the oldest is refused. */
  readonly maxQueue?: number;
  /** Connections at a time; undefined: as many as this process may have. */
  readonly maxConnections?: number | undefined;
  /** How long clients may take, where that is not as usual. */
  readonly timeouts?: Partial<Timeouts>;
  /** Bytes of answers that may wait for readers, of all connections together, where that is not as usual. */
  readonly maxUnreadBytes?: number;
  /** Counts what is asked and answered; undefined: nobody does. */
  readonly requestMetrics?: RequestMetrics | undefined;
  /** Given what tells how many requests run and wait. */
  readonly onQueue?: ((queue: () => QueueLength) => void) | undefined;
  /** Given what tells how the connections are. */
  readonly onConnections?: ((stats: () => ConnectionStats) => void) | undefined;
  /** Told of every request when it is answered; undefined: nobody wants to know. */
  readonly logAccess?: ((entry: AccessLogEntry) => void) | undefined;
  /** What /metrics and /dashboard/ show; undefined: they are not here. */
  readonly stats?: ServerStats | undefined;
  /** True: operators have a port of their own, so that metrics, dashboard and status are not here. */
  readonly hasOperatorPort?: boolean;
  /** Draws the picture of a decoded path, which starts with `/pictures/`; undefined: there is no such picture. */
  readonly drawPicture?: (path: string) => Picture | undefined;
}

/** The options, as routes use them. */
export interface HttpContext extends HttpOptions {
  /** The base URL for the answer to a request with these headers. */
  readonly baseUrlOf: (headers: IncomingHttpHeaders) => string;
}
