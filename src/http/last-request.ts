// Which request came last on a connection. Whoever has to end a connection asks, so that nothing is sent that a client, or a proxy
// that shares the connection among clients, would take for the answer to another request.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface LastRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const last = new WeakMap<Duplex, LastRequest>();

export function watchLastRequests(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    last.set(request.socket, { request, response });
  });
}

/** What of the connection's last request is still to be done when the parser gives up. */
export function stateOf(socket: Duplex): 'nothing' | 'answering' | 'answered, but its body goes on' {
  const found = last.get(socket);
  if (found === undefined) return 'nothing';
  const { request, response } = found;
  if (!request.complete) return response.headersSent ? 'answered, but its body goes on' : 'nothing';
  return response.writableFinished ? 'nothing' : 'answering';
}

/** Calls back when the last request of the connection has its answer, or never will. */
export function onceAnswered(socket: Duplex, callback: () => void): void {
  const response = last.get(socket)?.response;
  if (response === undefined || response.writableFinished) callback();
  else response.once('close', callback);
}
