// One request and its response, from the first check to the last byte: what the steps of app.ts and the routes know of it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller, Permission } from '../auth/caller.ts';
import type { QueryClass, RouteName } from '../metrics/request-metrics.ts';
import type { EncodedForms } from './compression/encoded-forms.ts';
import type { Lane } from './fair-queue.ts';
import type { ProblemResponse } from './problem-response.ts';
import type { Turns } from './turns.ts';

/** Writes the body, for as long as it likes, and ends the response. Takes less memory than a stream. */
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
 * How a request waits. All but probes wait for their client's turn, and take from it the time that they really take.
 *
 * - `search`: is shed when the queue overflows
 * - `page`, `redirect`, `low`: is never shed, and waits for no request of another kind of the same client
 * - `probe`: starts at once, and is neither authenticated nor rate-limited
 */
type RouteCost = Exclude<Lane, 'begun'> | 'probe';

/** Facts of a route that metrics, authentication and admission read. */
export interface RouteConfig {
  /** The `route` label of metrics; routes of one kind share it. */
  readonly name: RouteName;
  readonly cost: RouteCost;
  /** Needed by callers with a token, and by requests without one where the operator requires tokens. */
  readonly permission?: Permission;
  /** True: a request without a token passes even where tokens are required. */
  readonly isTokenOptional?: boolean;
  /** False: it has no CORS, or its own. */
  readonly cors?: false;
}

export interface Route {
  /** Default: GET and HEAD. */
  readonly methods?: readonly string[];
  readonly path: string;
  readonly config: RouteConfig;
  /** Throws, or rejects with, a Problem. Returns no promise if the response is at hand. */
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
  /** Undefined: there is nothing at the address. */
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly startedAt = performance.now();
  /** The headers of the response, in the order in which they are sent. */
  readonly headers: Record<string, string> = {};
  status = 200;
  /** For which it waited for changes; metrics count only what the response took. */
  waitedMs = 0;
  /** Set once the query is parsed. */
  queryClass: QueryClass = 'other';
  /** True once a response is being made ready to be sent: what comes later is dropped. */
  isAnswered = false;
  /** True once the response is that to an error. */
  hasFailed = false;
  problem: ProblemResponse | undefined;
  caller: Caller | undefined;
  body: Buffer | undefined;
  /** True if it was refused, and the client may still send it. */
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

/** Who gets a response, perhaps a cached one. */
export interface Requester {
  readonly headers?: IncomingHttpHeaders | undefined;
  readonly isPage?: boolean;
  readonly nextTurn?: (() => Promise<void>) | undefined;
}

export function requesterOf({ request, turns }: Exchange): Requester {
  return { headers: request.headers, nextTurn: turns?.next };
}
