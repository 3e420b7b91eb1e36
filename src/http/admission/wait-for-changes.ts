// Requests that wait for changes of a search. Meanwhile they hold no turn and no place in the queue.
import type { StockState } from '../../stock/stock-changes.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import type { SearchService } from '../../search/search-service.ts';
import { type ChangesResult, noChanges } from '../../search/waiting-searches.ts';
import type { Exchange } from '../exchange.ts';

/** Added to the wait for the timeout of its connection. */
const SOCKET_TIMEOUT_MS = 30_000;

/** Resolves with the first changes of a search since `state`, or, after `ms` or at shutdown, with none and a later cursor. */
export async function waitForChanges(
  exchange: Exchange,
  service: SearchService,
  { query, state, ms }: { readonly query: SearchQuery; readonly state: StockState; readonly ms: number },
): Promise<ChangesResult> {
  const { request, response, turns } = exchange;
  const startedAt = performance.now();
  turns?.end();
  request.socket.setTimeout(ms + SOCKET_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const none = noChanges(wait.state);
      stop();
      resolve(none);
    };
    const stop = (): void => {
      exchange.waitedMs = performance.now() - startedAt;
      clearTimeout(timer);
      wait.leave();
      response.off('close', stop);
    };
    const timer = setTimeout(end, ms);
    const wait = service.waiting.add(query, state, (outcome) => {
      if ('ended' in outcome) {
        // The next request must go to another server.
        response.shouldKeepAlive = false;
        return end();
      }
      stop();
      if ('result' in outcome) resolve(outcome.result);
      else reject(outcome.error);
    });
    // The client has left, so the promise stays open.
    response.once('close', stop);
  });
}
