// A GET of an HTTP server that a test has built, over a socket of its own. The server listens from the first one on.
import { once } from 'node:events';
import { get as httpGet, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { App } from '../../src/http/app.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly body: Buffer;
}

export async function get(
  app: App,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = httpGet({ host: '127.0.0.1', port, path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: received } = response;
  return { status, headers: received, body: await buffer(response) };
}
