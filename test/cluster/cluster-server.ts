// A fake cluster for tests of requests and responses: an HTTP server that
// records every request and responds as the test says.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ClusterClient, type ClusterOptions } from '../../src/cluster/cluster-client.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface GivenResponse {
  readonly status?: number;
  readonly body: unknown;
}

export class ClusterServer {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #clusters: ClusterClient[] = [];

  private constructor(
    handler: (request: SeenRequest, number: number) => GivenResponse | Promise<GivenResponse>,
  ) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const seen = {
          method: request.method ?? '',
          path: request.url ?? '',
          authorization: request.headers.authorization,
          body: await text(request),
        };
        const { status = 200, body } = await handler(seen, this.requests.push(seen));
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      })();
    });
  }

  /** `handler` gets the number of the request, from 1. */
  static async start(
    handler: (request: SeenRequest, number: number) => GivenResponse | Promise<GivenResponse>,
  ): Promise<ClusterServer> {
    const server = new ClusterServer(handler);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  cluster(address: Partial<ClusterOptions> = {}): ClusterClient {
    const cluster = new ClusterClient({ urls: [this.url], prefix: 'cars', ...address });
    this.#clusters.push(cluster);
    return cluster;
  }

  async stop(): Promise<void> {
    for (const cluster of this.#clusters) await cluster.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
