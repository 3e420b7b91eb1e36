// Which request came last on a connection. Whoever has to end a connection asks, so that nothing is sent that a client, or a proxy
// that shares the connection among clients, would take for the answer to another request.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface LastRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const last = new WeakMap<Duplex, LastRequest>();

export function trackLastRequests(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    last.set(request.socket, { request, response });
  });
}

/** What of the connection's last request is still to be done when the parser gives up. */
export function responseState(socket: Duplex): 'idle' | 'pending' | 'body-unread' {
  const found = last.get(socket);
  if (found === undefined) return 'idle';
  const { request, response } = found;
  if (!request.complete) return response.headersSent ? 'body-unread' : 'idle';
  return response.writableFinished ? 'idle' : 'pending';
}

/** Calls back when the last request of the connection has its answer, or never will. */
export function onResponseEnd(socket: Duplex, callback: () => void): void {
  const response = last.get(socket)?.response;
  if (response === undefined || response.writableFinished) callback();
  else response.once('close', callback);
}
