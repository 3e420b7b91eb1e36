// Requests that wait for changes of a search: they have no turn and no place in the queue meanwhile.
import type { StockState } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { SearchService } from '../search/search-service.ts';
import { noChanges, type ChangesResult } from '../search/waiting-searches.ts';
import type { Exchange } from './exchange.ts';

/** Beyond the wait itself, the timeout of its connection. */
const SOCKET_TIMEOUT_MS = 30_000;

/** Resolves with the first changes of a search since `state`, or, after `ms` or when the server shuts down, with a later cursor. */
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
    // Nobody needs the response any more, so the promise stays open.
    response.once('close', stop);
  });
}
