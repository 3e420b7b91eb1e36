// A dealer's server on a free port, with configurable responses and a log of requests.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface DealerServer {
  readonly url: string;
  /** Connections so far. */
  readonly connections: number;
  readonly requested: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Handles all further requests. */
  response: RequestListener;
}

export async function dealerServer(
  response: RequestListener = (_, response) => response.end(),
): Promise<DealerServer> {
  const requested: DealerServer['requested'] = [];
  const http = createServer((request, response) => {
    requested.push({ path: request.url ?? '', headers: request.headers });
    dealer.response(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  let connections = 0;
  http.on('connection', () => (connections += 1));
  const dealer: DealerServer = {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    requested,
    response,
  };
  return dealer;
}
