// API routes without the framework: plain GETs of them are answered on Node's request and response. A cached response then takes a
// quarter less CPU time at 10,000 listings (80 µs instead of 105) and a twentieth less at a million. Everything that needs more (other methods, bodies, credentials
// to check, rate limits, requests to refuse, other spellings of a path) goes to the framework, which has all routes.
//
// The rules are functions that the framework's hooks call too, in the same order: measurement, checks, admission, route,
// compression, report, release of the place in the queue. `test/http/direct-routes.test.ts` compares both ways.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { QueryClass } from '../metrics/request-metrics.ts';
import type { ProblemCode } from '../problem.ts';
import type { Admission } from './admission.ts';
import { toApiRequest, type ApiResponse, type ApiRoute } from './api-endpoint.ts';
import { isOpen } from './authentication.ts';
import { isCompressible, varyByEncoding, type Compressor } from './compression/compression.ts';
import type { EncodedForm } from './compression/encoded-forms.ts';
import { DEFAULT_HEADERS } from './default-headers.ts';
import type { HttpContext } from './http-context.ts';
import { toProblemResponse } from './problem-response.ts';
import { pathOf } from './query-string.ts';
import { findHeadProblem, hasTooManyHeaders } from './request-checks.ts';
import { requestIdSource, type Observer } from './request-observer.ts';
import type { Turns } from './turns.ts';

/** What the framework's hooks use too. */
export interface DirectContext extends HttpContext {
  readonly admission: Admission;
  /** Undefined: nothing is compressed. */
  readonly compressor: Compressor | undefined;
  /** Undefined: nothing is reported. */
  readonly observe: Observer | undefined;
}

/** Must be called while the framework's handler is the server's only listener for `request`. */
export function addDirectRoutes(
  app: FastifyInstance,
  context: DirectContext,
  routes: readonly ApiRoute[],
): void {
  const routesByPath = new Map(
    routes.flatMap((route) => [route.path, route.path.slice(0, -1)].map((path) => [path, route])),
  );
  const requestIdOf = requestIdSource(context);
  const [respondByFramework] = app.server.listeners('request') as RequestListener[];
  // Once it closes, the framework has headers of its own.
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = isPlain(request) && !isClosing ? routesByPath.get(pathOf(request.url ?? '')) : undefined;
    const cost = route?.config.cost;
    if (route === undefined || cost === undefined || cost === 'probe' || !isOpen(context, route.config))
      return void respondByFramework.call(app.server, request, response);
    const exchange = new Exchange({ request, response, route, context, requestIdOf });
    context.admission.enqueue(cost, request, exchange);
  });
}

/** True for a GET without a body and credentials that the framework's hooks would not refuse. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.authorization === undefined &&
    !hasTooManyHeaders(request) &&
    findHeadProblem(request) === undefined
  );
}

interface ExchangeParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ApiRoute;
  readonly context: DirectContext;
  readonly requestIdOf: (request: IncomingMessage) => string;
}

/** One request and its response. */
class Exchange {
  readonly #parts: ExchangeParts;
  readonly #startedAt = performance.now();
  #requestId: string | undefined;
  #turns: Turns | undefined;
  #isOverloaded = false;
  #queryClass: QueryClass = 'other';
  #problem: ProblemCode | undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  // Not an async function: a cached response is sent in the same tick.
  start(isOverloaded: boolean, turns: Turns): void {
    this.#turns = turns;
    this.#isOverloaded = isOverloaded;
    const { request, route, context } = this.#parts;
    try {
      const found = route.endpoint(
        toApiRequest(request, context, turns, (queryClass) => (this.#queryClass = queryClass)),
      );
      if (found instanceof Promise) found.then(this.#send).catch(this.reject);
      else this.#send(found);
    } catch (error) {
      this.reject(error);
    }
  }

  /** Sends the problem that an error is. */
  readonly reject = (error: unknown): void => {
    const { request, context } = this.#parts;
    const { code, status, headers, body } = toProblemResponse(error, {
      requestId: this.#idOf(),
      baseUrl: context.baseUrlOf(request.headers),
      accept: request.headers.accept,
      logError: context.logError,
    });
    this.#problem = code;
    this.#encode(status, headers, { body, link: undefined });
  };

  readonly #send = ({ headers, link, body, encodedForms }: ApiResponse): void => {
    if (body === undefined) this.#end(304, headers, {});
    else this.#encode(200, headers, { body, link, encodedForms });
  };

  readonly #idOf = (): string => (this.#requestId ??= this.#parts.requestIdOf(this.#parts.request));

  #encode(
    status: number,
    headers: Headers,
    { body, link, encodedForms }: Omit<ApiResponse, 'body' | 'link' | 'headers'> & Content,
  ): void {
    const { request, context } = this.#parts;
    const form = context.compressor?.encode({
      acceptEncoding: request.headers['accept-encoding'],
      body,
      encodedForms,
      isOverloaded: this.#isOverloaded,
      requestId: this.#idOf,
    });
    if (form instanceof Promise)
      void form.then((known) => this.#end(status, headers, { body, link, form: known }));
    else this.#end(status, headers, { body, link, form });
  }

  /** Reports the response, and sends it. */
  #end(
    status: number,
    headers: Headers,
    { body, link, form }: Partial<Content> & { readonly form?: EncodedForm | undefined },
  ): void {
    const { request, response, route, context } = this.#parts;
    const sent = form?.body ?? body;
    const bytes = sent === undefined ? 0 : Buffer.byteLength(sent);
    context.observe?.({
      request,
      requestId: this.#idOf,
      startedAt: this.#startedAt,
      route: route.config.name ?? 'none',
      queryClass: this.#queryClass,
      status,
      problem: this.#problem,
      bytes,
      token: undefined,
    });
    this.#turns?.end();
    const lines = [...DEFAULT_LINES];
    if (link !== undefined) lines.push('link', link);
    const variesByEncoding =
      context.compressor !== undefined && isCompressible(headers['content-type'] ?? '');
    for (const name in headers)
      lines.push(name, name === 'vary' && variesByEncoding ? varyByEncoding(headers[name]) : headers[name]);
    if (form !== undefined) lines.push('content-encoding', form.coding);
    if (sent === undefined) return void response.writeHead(status, lines).end();
    lines.push('content-length', String(bytes));
    response.writeHead(status, lines).end(sent);
  }
}

type Headers = Readonly<Record<string, string>>;

interface Content {
  readonly body: Buffer | string;
  readonly link: string | undefined;
}

/** Names and values in turn, as Node takes them unchanged. */
const DEFAULT_LINES = Object.entries(DEFAULT_HEADERS).flat();
