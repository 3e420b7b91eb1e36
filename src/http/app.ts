// The path of every request: route, checks, authentication, body, admission, endpoint, compression, report, and release of its
// place in the queue, in this order. No step waits needlessly: a cached response is sent in the tick of its turn.
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import findMyWay from 'find-my-way';
import { MAX_TARGET_BYTES } from '../api/paths.ts';
import { Problem } from '../problem.ts';
import type { Admission } from './admission/admission.ts';
import { encodeStream, isCompressible, varyByEncoding, type Compressor } from './compression/compression.ts';
import type { EncodedForm } from './compression/encoded-forms.ts';
import { trackUnused } from './connections/unused-connections.ts';
import { encodeText } from './encode-text.ts';
import { Exchange, type HttpResponse, type Route } from './exchange.ts';
import { readBody, respondWhileReceiving } from './protocol/request-body.ts';
import { notFound } from './protocol/request-checks.ts';
import type { Observer } from './request-observer.ts';

export interface ExchangeSteps {
  readonly makeRequestId: (request: IncomingMessage) => string;
  /** Sets headers, and responds to preflights. Throws a Problem if the request is refused. */
  readonly check: (exchange: Exchange) => HttpResponse | undefined;
  /** Throws, or rejects with, a Problem if the request is refused. Undefined: all callers are anonymous. */
  readonly authenticate?: ((exchange: Exchange) => Promise<void> | undefined) | undefined;
  /** Undefined: requests do not wait. */
  readonly admission?: Admission;
  readonly onError: (error: unknown, exchange: Exchange) => HttpResponse;
  /** The response to a path that cannot be decoded. No other check runs. */
  readonly onUnreadablePath: (exchange: Exchange) => HttpResponse;
  /** Replaces a response, for example a problem by a page. */
  readonly render?: (exchange: Exchange, response: HttpResponse) => HttpResponse;
  readonly compressor?: Compressor | undefined;
  readonly observe?: Observer | undefined;
}

type Body = HttpResponse['body'];

export class App {
  readonly server: Server;
  readonly routes: Route[] = [];
  // Routes parse query strings themselves. The whole target has a maximum length, its parts have none.
  readonly #router = findMyWay({
    querystringParser: () => ({}),
    maxParamLength: MAX_TARGET_BYTES,
    onBadUrl: unused,
    onMaxParamLength: unused,
  });
  readonly #closing: (() => Promise<void>)[] = [];
  readonly #closeUnused: (minAgeMs: number) => void;
  #setSteps: ExchangeSteps | undefined;
  #isClosing = false;

  constructor(options: ServerOptions & { readonly socketTimeoutMs: number }) {
    this.server = createServer(options, (request, response) => this.#receive(request, response));
    this.server.setTimeout(options.socketTimeoutMs);
    this.#closeUnused = trackUnused(this.server);
  }

  use(steps: ExchangeSteps): void {
    this.#setSteps = steps;
  }

  add(...routes: readonly Route[]): void {
    for (const route of routes) {
      this.routes.push(route);
      for (const method of route.methods ?? ['GET', 'HEAD'])
        this.#router.on(method as findMyWay.HTTPMethod, route.path, unused, route);
    }
  }

  hasRoute(method: string, path: string): boolean {
    const match = this.#router.find(method as findMyWay.HTTPMethod, path);
    return match !== null && match.store !== null;
  }

  /** `work` is awaited before the server stops listening. */
  beforeClose(work: () => Promise<void>): void {
    this.#closing.push(work);
  }

  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
    this.server.listen({ host, port });
    await once(this.server, 'listening');
    const address = this.server.address() as AddressInfo;
    if (host === 'localhost') await this.#listenBeside(address);
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  }

  /** Listens on the other address of `localhost` too, because browsers try both. */
  async #listenBeside({ port, family }: AddressInfo): Promise<void> {
    const other = createNetServer((socket) => this.server.emit('connection', socket));
    other.listen({ host: family === 'IPv6' ? '127.0.0.1' : '::1', port });
    this.server.once('close', () => other.close());
    // A machine may have one address only.
    await once(other, 'listening').catch(() => undefined);
  }

  /** Stops listening. In-flight responses are still sent, each as the last on its connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const { listening } = this.server;
    const closed = listening ? once(this.server, 'close') : undefined;
    if (listening) this.server.close();
    await Promise.all(this.#closing.map((work) => work()));
    // Node counts a connection as idle while an ended response is still being sent and the next request waits behind it.
    await setImmediate();
    this.server.closeIdleConnections();
    this.#closeUnused(0);
    await closed;
  }

  get #steps(): ExchangeSteps {
    if (this.#setSteps === undefined) throw new Error('the server has no steps yet');
    return this.#setSteps;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isClosing) response.shouldKeepAlive = false;
    const { method = '', url = '' } = request;
    const match = this.#router.find(method as findMyWay.HTTPMethod, url);
    const route = (match?.store ?? undefined) as Route | undefined;
    const exchange = new Exchange(request, response, route, match?.params ?? {}, this.#steps.makeRequestId);
    // A path that cannot be decoded is an error whatever the method.
    const isUnreadable =
      match === null
        ? url.length <= MAX_TARGET_BYTES && this.#router.find('GET', url)?.store === null
        : route === undefined;
    if (isUnreadable) return this.#write(exchange, this.#steps.onUnreadablePath(exchange));
    try {
      const early = this.#steps.check(exchange) ?? route?.onRequest?.(exchange);
      if (early !== undefined) return this.#send(exchange, early);
      const isExempt = method === 'OPTIONS' || route?.config.cost === 'probe';
      const pending = isExempt ? undefined : this.#steps.authenticate?.(exchange);
      if (pending === undefined) this.#admit(exchange);
      else pending.then(() => this.#admit(exchange)).catch((error: unknown) => this.#fail(exchange, error));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  /** Requests wait for their turn after their body was read, so slow senders do not delay others. */
  #admit(exchange: Exchange): void {
    const { request, route } = exchange;
    const { admission } = this.#steps;
    const wait = (): void => {
      route?.authorize?.(exchange);
      const cost = route?.config.cost ?? 'low';
      if (admission === undefined || cost === 'probe') return this.#respond(exchange);
      admission(cost, request, {
        start: (isOverloaded, turns) => {
          exchange.turns = turns;
          exchange.isOverloaded = isOverloaded;
          this.#respond(exchange);
        },
        reject: (problem) => this.#fail(exchange, problem),
        isGone: () => exchange.isGone || exchange.isAnswered,
      });
    };
    exchange.response.once('timeout', () => this.#timeOut(exchange));
    if (route?.maxBodyBytes === undefined) return wait();
    readBody(exchange, route.maxBodyBytes)
      .then(wait)
      .catch((error: unknown) => this.#fail(exchange, error));
  }

  // Not an async function: a cached response is sent in the same tick.
  #respond(exchange: Exchange): void {
    try {
      if (exchange.route === undefined) throw notFound(exchange.target);
      const response = exchange.route.handle(exchange);
      if (!(response instanceof Promise)) return this.#send(exchange, response);
      response
        .then(
          (settled) => (exchange.isAnswered ? drop(exchange, settled.body) : this.#send(exchange, settled)),
          (error: unknown) => (exchange.isAnswered ? drop(exchange) : this.#fail(exchange, error)),
        )
        .catch((error: unknown) => this.#fail(exchange, error));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (exchange.hasFailed) return this.#giveUp(exchange);
    exchange.hasFailed = true;
    const { route } = exchange;
    try {
      this.#send(exchange, (route?.onError ?? this.#steps.onError)(error, exchange));
    } catch {
      this.#giveUp(exchange);
    }
  }

  /** Responds before Node closes the silent connection: without a response the client would not know whether to retry. */
  #timeOut(exchange: Exchange): void {
    const { request, response } = exchange;
    if (response.headersSent || !request.complete) request.socket.destroy();
    else if (!exchange.isAnswered) this.#fail(exchange, TIMED_OUT);
  }

  /** Ends an exchange whose error cannot be logged or answered, so that its client and the queue do not wait forever. */
  #giveUp({ response, turns }: Exchange): void {
    turns?.end();
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'cache-control': 'no-store' }).end();
  }

  /** A request is in flight until its response is compressed. */
  #send(exchange: Exchange, sent: HttpResponse): void {
    const { compressor, render } = this.#steps;
    exchange.isAnswered = true;
    const response = render?.(exchange, sent) ?? sent;
    const { headers, request, isOverloaded } = exchange;
    exchange.status = response.status ?? 200;
    Object.assign(headers, response.headers);
    const { body, encodedForms } = response;
    if (
      compressor === undefined ||
      body instanceof ReadableStream ||
      typeof body === 'function' ||
      !isCompressible(headers['content-type'])
    )
      return this.#finish(exchange, body);
    headers['vary'] = varyByEncoding(headers['vary']);
    if (body instanceof Readable) {
      const encoded = isOverloaded ? undefined : encodeStream(body, request.headers['accept-encoding']);
      if (encoded !== undefined) headers['content-encoding'] = encoded.coding;
      return this.#finish(exchange, encoded?.body ?? body);
    }
    if (body === undefined) return this.#finish(exchange, body);
    const form = compressor.encode({
      acceptEncoding: request.headers['accept-encoding'],
      body,
      encodedForms,
      isOverloaded,
      requestId: () => exchange.id,
    });
    if (form instanceof Promise)
      form
        .then((encodedForm) => this.#finish(exchange, body, encodedForm))
        .catch((error: unknown) => this.#fail(exchange, error));
    else this.#finish(exchange, body, form);
  }

  #finish(exchange: Exchange, plain: Body, form?: EncodedForm): void {
    const { headers, request, turns } = exchange;
    const whole = form?.body ?? plain;
    const body = typeof whole === 'string' && whole.length > LARGE_TEXT ? encodeText(whole) : whole;
    if (form !== undefined) headers['content-encoding'] = form.coding;
    this.#steps.observe?.(
      exchange,
      isStream(body) || typeof body === 'function' ? undefined : lengthOf(body),
    );
    if (request.headers.authorization !== undefined)
      headers['cache-control'] = privateCacheControl(headers['cache-control']);
    turns?.end();
    this.#write(exchange, { body });
  }

  #write(exchange: Exchange, { status, headers: more, body }: HttpResponse): void {
    const { headers, request, response } = exchange;
    if (status !== undefined) exchange.status = status;
    Object.assign(headers, more);
    if (isStream(body)) {
      response.writeHead(exchange.status, headers);
      const stream = body instanceof Readable ? body : Readable.fromWeb(body);
      if (request.method === 'HEAD') {
        stream.destroy();
        return void response.end();
      }
      // The client may leave at any time.
      return void pipeline(stream, response, () => undefined);
    }
    if (typeof body === 'function') {
      response.writeHead(exchange.status, headers);
      return void (request.method === 'HEAD' ? response.end() : body(response));
    }
    const hasNoLength = body === undefined && (exchange.status === 204 || exchange.status === 304);
    if (!hasNoLength || (request.method === 'HEAD' && exchange.route !== undefined))
      headers['content-length'] = String(lengthOf(body));
    response.writeHead(exchange.status, headers);
    if (exchange.isBodyUnread && body !== undefined) respondWhileReceiving(request, response, body);
    else response.end(body);
  }
}

const TIMED_OUT = new Problem(
  'overloaded',
  'The service is overloaded: this request has waited for too long. Try again in a few seconds.',
  [],
  { retryAfterSeconds: 10 },
);

/** UTF-16 units from which texts are encoded once (half the CPU time at 150 KB). Node sends shorter ones with the headers. */
const LARGE_TEXT = 32 * 1024;

/** Ends a request that had timed out before its work was done. */
function drop({ turns }: Exchange, body?: Body): void {
  turns?.end();
  if (isStream(body)) void (body instanceof Readable ? body.destroy() : body.cancel());
}

function isStream(body: Body): body is ReadableStream<Uint8Array> | Readable {
  return body instanceof ReadableStream || body instanceof Readable;
}

function lengthOf(body: Buffer | string | undefined): number {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

/**
 * The Cache-Control of responses to requests with credentials: the same caching, but `private`, so no shared cache may keep them.
 * `no-store` is stricter and stays.
 */
function privateCacheControl(cacheControl = ''): string {
  const directives = cacheControl.split(',').map((directive) => directive.trim());
  if (directives.includes('no-store')) return 'no-store';
  const others = directives.filter((directive) => !['', 'public', 'private'].includes(directive));
  return ['private', ...others].join(', ');
}

/** The router's handlers, which are never called: its `find` is. */
function unused(): never {
  throw new Error('the router calls nothing');
}
