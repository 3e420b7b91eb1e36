// Requests to a server of its own before the real one is ready, so that the first visitor's response is written by compiled
// code: after the warm-up of the index alone, the first response took 5 to 6 ms, and those after it 1 to 3.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { SEARCH_PATH } from '../api/paths.ts';
import { buildHttpServer } from '../http/server.ts';
import type { SearchService } from '../search/search-service.ts';

const LOOPBACK = '127.0.0.1';

/** No request is begun later than this after the start. */
const BUDGET_MS = 100;

/** Searches that find something in any stock, in several orders. */
const TARGETS = Array.from({ length: 10 }, (_, i) => `page=${i + 1}`).flatMap((page) =>
  ['year_desc', 'price_asc', 'miles_asc', 'price_desc'].map((sort) => `${SEARCH_PATH}?sort=${sort}&${page}`),
);

/**
 * Sends searches through sockets, as visitors do. Nobody else can connect, nothing is counted, logged or limited, and no response is
 * kept. Never rejects: without a loopback address, first responses are slower.
 */
export async function warmUpHttp(service: SearchService, budgetMs = BUDGET_MS): Promise<void> {
  const end = performance.now() + budgetMs;
  const app = buildHttpServer(service, {
    baseUrl: `http://${LOOPBACK}`,
    trustProxy: false,
    isReady: () => true,
    logError: () => undefined,
  });
  const agent = new Agent({ keepAlive: true });
  try {
    await app.ready();
    const [client, server] = await socketPair();
    app.server.emit('connection', server);
    agent.createConnection = () => client;
    for (const path of TARGETS) {
      if (performance.now() >= end) break;
      const [response] = (await once(get({ agent, path, host: LOOPBACK }), 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    }
  } catch {
    // The real server works all the same.
  } finally {
    agent.destroy();
    await app.close();
  }
}

/** Both ends of a connection to ourselves. Whoever else connects is rejected. */
async function socketPair(): Promise<[client: Socket, server: Socket]> {
  // Exclusive: that of this process, not one that workers share.
  const listener = createServer({ noDelay: true }).listen({ host: LOOPBACK, port: 0, exclusive: true });
  try {
    await once(listener, 'listening');
    const client = connect({ host: LOOPBACK, port: (listener.address() as AddressInfo).port });
    const accepted = new Promise<Socket>((resolve) =>
      listener.on('connection', (socket) => {
        if (socket.remotePort === client.localPort) resolve(socket);
        else socket.destroy();
      }),
    );
    await once(client, 'connect');
    return [client, await accepted];
  } finally {
    listener.close();
  }
}
