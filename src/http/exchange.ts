// One request and its response, from the first check to the last byte, as the steps of app.ts and the routes share it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller, Permission } from '../auth/caller.ts';
import type { QueryClass, RouteName } from '../metrics/request-metrics.ts';
import type { EncodedForms } from './compression/encoded-forms.ts';
import type { Lane } from './admission/fair-queue.ts';
import type { ProblemResponse } from './problem-response.ts';
import type { Turns } from './admission/turns.ts';

/** Writes the body at its own pace and ends the response. Takes less memory than a stream. */
export type WriteBody = (response: ServerResponse) => void;

export interface HttpResponse {
  /** Default: 200. */
  readonly status?: number;
  /** Names in lower case. They follow, or replace, the headers of earlier steps. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | ReadableStream<Uint8Array> | Readable | WriteBody | undefined;
  readonly encodedForms?: EncodedForms | undefined;
}

/**
 * How a request waits. All but probes wait for their client's turn, and their time is charged to the client.
 *
 * - `search`: is shed when the queue overflows
 * - `page`, `redirect`, `low`: is never shed, and does not wait for other kinds of requests of the same client
 * - `probe`: starts at once, and is neither authenticated nor rate-limited
 */
type RouteCost = Exclude<Lane, 'stream' | 'begun'> | 'probe';

/** Facts of a route that metrics, authentication and admission read. */
export interface RouteConfig {
  /** The `route` label of metrics; routes of one kind share it. */
  readonly name: RouteName;
  readonly cost: RouteCost;
  /** Required of callers with a token, and of requests without one if the operator requires tokens. */
  readonly permission?: Permission;
  /** True: a request without a token passes even if the operator requires tokens. */
  readonly isTokenOptional?: boolean;
  /** False: the route has no CORS, or its own. */
  readonly cors?: false;
}

export interface Route {
  /** Default: GET and HEAD. */
  readonly methods?: readonly string[];
  readonly path: string;
  readonly config: RouteConfig;
  /** Throws, or rejects with, a Problem. Returns no promise if the response is ready. */
  readonly handle: (exchange: Exchange) => HttpResponse | Promise<HttpResponse>;
  /** Called after the checks of all requests: sets headers, or responds itself. */
  readonly onRequest?: (exchange: Exchange) => HttpResponse | undefined;
  /** Called after authentication. Throws a Problem if the request is refused. */
  readonly authorize?: (exchange: Exchange) => void;
  /** Bodies up to this size are read. Undefined: none is. */
  readonly maxBodyBytes?: number;
  /** The response to an error. Default: the server's. */
  readonly onError?: (error: unknown, exchange: Exchange) => HttpResponse;
}

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined if no route has this path. */
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly startedAt = performance.now();
  /** The headers of the response, in the order in which they are sent. */
  readonly headers: Record<string, string> = {};
  status = 200;
  /** Milliseconds spent waiting for changes, which metrics subtract from the duration. */
  waitedMs = 0;
  /** Set once the query is parsed. */
  queryClass: QueryClass = 'other';
  /** True once a response is about to be sent; later responses are dropped. */
  isAnswered = false;
  /** True once the response is an error's. */
  hasFailed = false;
  problem: ProblemResponse | undefined;
  caller: Caller | undefined;
  body: Buffer | undefined;
  /** True if the body was refused and the client may still send it. */
  isBodyUnread = false;
  turns: Turns | undefined;
  /** True if the response should cost as little as possible. */
  isOverloaded = false;
  readonly #makeId: (request: IncomingMessage) => string;
  #id: string | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route | undefined,
    params: Exchange['params'],
    makeId: (request: IncomingMessage) => string,
  ) {
    this.request = request;
    this.response = response;
    this.route = route;
    this.params = params;
    this.#makeId = makeId;
  }

  get id(): string {
    return (this.#id ??= this.#makeId(this.request));
  }

  /** True once the client has disconnected, or has its whole response. */
  get isGone(): boolean {
    return this.request.socket.destroyed || this.response.writableEnded;
  }

  get target(): string {
    return this.request.url ?? '';
  }
}

/** The request that gets a response, perhaps a cached one. */
export interface Requester {
  readonly headers?: IncomingHttpHeaders | undefined;
  readonly isPage?: boolean;
  readonly nextTurn?: (() => Promise<void>) | undefined;
}

export function requesterOf({ request, turns }: Exchange): Requester {
  return { headers: request.headers, nextTurn: turns?.next };
}
