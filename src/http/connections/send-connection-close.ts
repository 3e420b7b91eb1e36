// Which answers end their connection. Node writes `Connection: close` into them, whoever makes them, and reads no further.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasTooManyHeaders } from '../request-checks.ts';

/**
 * Ends connections after the requests that are under way once `isDraining` says so, and after each request that asks for
 * another protocol. Such a request is answered in this one, but Node's parser drops what came in the same packet behind it
 * and reports no error in the head of the next: a client would wait for an answer that never comes. One with too many
 * headers may ask for another protocol in those that were not read.
 */
export function sendConnectionClose(server: Server, isDraining: () => boolean): void {
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.upgrade !== undefined || hasTooManyHeaders(request) || isDraining())
      response.shouldKeepAlive = false;
  });
}
