// The changes of a search as an event stream (server-sent events), until the client leaves or the server shuts down. More changes
// are requested only once the connection has taken those written before. Thousands of streams wait at once, so each is one small
// object. A stream ends when its caller may no longer read it: the request that reconnects is refused with the reason.
import type { ServerResponse } from 'node:http';
import { isSameState, type StockState } from '../stock/stock-changes.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { formatCursor } from '../search/cursor.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Permit } from './authentication.ts';
import {
  CHANGES_PER_RESPONSE,
  type ChangesResult,
  type Wait,
  type WaitOutcome,
} from '../search/waiting-searches.ts';

/** Shorter than the time for which proxies and clients wait for a byte. */
const HEARTBEAT_MS = 15_000;
/** The delay before a client reconnects. */
const RETRY_MS = 2000;

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Else nginx would hold events back.
  'x-accel-buffering': 'no',
};

export interface EventSource {
  readonly service: SearchService;
  readonly eventsOf: (result: ChangesResult, baseUrl: string) => Buffer;
}

interface Streamed {
  readonly query: SearchQuery;
  readonly baseUrl: string;
  readonly result: ChangesResult;
  /** Calls `find` once no other request of the client is finding changes. */
  readonly alone: (find: () => Promise<ChangesResult>) => Promise<ChangesResult>;
  /** Whether the caller may still read the stream. Undefined: that does not change. */
  readonly isPermitted: Permit | undefined;
}

export class EventStream {
  readonly #source: EventSource;
  readonly #query: SearchQuery;
  readonly #baseUrl: string;
  readonly #alone: Streamed['alone'];
  readonly #isPermitted: Permit | undefined;
  readonly #response: ServerResponse;
  #wait: Wait | undefined;
  #state: StockState | undefined;

  /** Writes `result` first. The head of the response must be written already. */
  constructor(
    source: EventSource,
    response: ServerResponse,
    { query, baseUrl, result, alone, isPermitted }: Streamed,
  ) {
    this.#source = source;
    this.#query = query;
    this.#baseUrl = baseUrl;
    this.#alone = alone;
    this.#isPermitted = isPermitted;
    this.#response = response;
    const timer = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    response.once('close', () => {
      clearInterval(timer);
      this.#wait?.leave();
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#send(result);
  }

  #send(result: ChangesResult): void {
    const { changes, cursor } = result;
    const response = this.#response;
    this.#wait = undefined;
    if (changes.length > 0) {
      response.write(this.#source.eventsOf(result, this.#baseUrl));
      this.#state = cursor.next === undefined ? cursor.state : undefined;
    } else this.#sendState(cursor.state);
    if (response.writableNeedDrain) response.once('drain', () => this.#goOn(result));
    else this.#goOn(result);
  }

  #goOn({ cursor, more }: ChangesResult): void {
    const { service } = this.#source;
    if (service.waiting.hasEnded) return void this.#response.end();
    if (more)
      this.#alone(() => service.changes(this.#query, cursor, CHANGES_PER_RESPONSE)).then(
        (result) => this.#ifPermitted(() => this.#send(result)),
        () => this.#response.end(),
      );
    else this.#wait = service.waiting.add(this.#query, cursor.state, (outcome) => this.#onOutcome(outcome));
  }

  #onOutcome(outcome: WaitOutcome): void {
    if ('result' in outcome) {
      const { result } = outcome;
      // No heartbeat may send the id of the later state before the changes that lead to it.
      this.#wait = undefined;
      return this.#ifPermitted(() => this.#send(result));
    }
    // No event reports an expired cursor: the client learns of it when it reconnects.
    if ('ended' in outcome && this.#wait !== undefined) this.#sendState(this.#wait.state);
    this.#response.end();
  }

  /** Writes a comment, and a newer id if there is one. */
  #beat(): void {
    this.#ifPermitted(() => {
      if (this.#response.writableNeedDrain) return;
      this.#response.write(':\n\n');
      if (this.#wait !== undefined) this.#sendState(this.#wait.state);
    });
  }

  /** Calls `write`, or ends the stream if its caller may no longer read it. Asks in the same tick unless a token takes longer. */
  #ifPermitted(write: () => void): void {
    const response = this.#response;
    const writeOrEnd = (isPermitted: boolean): void => {
      if (response.destroyed || response.writableEnded) return;
      if (isPermitted) write();
      else response.end();
    };
    const isPermitted = this.#isPermitted?.() ?? true;
    if (isPermitted instanceof Promise) isPermitted.then(writeOrEnd).catch(() => response.end());
    else writeOrEnd(isPermitted);
  }

  /** Writes an id without an event. Clients remember it like the id of an event. */
  #sendState(state: StockState): void {
    if (isSameState(state, this.#state)) return;
    this.#state = state;
    this.#response.write(`id: ${formatCursor({ state })}\n\n`);
  }
}
