// Starts to listen on a configured host and port, with errors that name their flags.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { defaultBaseUrl } from '../config/config.ts';
import type { App } from '../http/app.ts';
import { invalidConfiguration } from '../problem.ts';

interface ListenTarget {
  readonly host: string;
  readonly port: number;
  /** The flags that set host and port, for messages. */
  readonly flags: readonly [host: string, port: string];
}

/** The URL that the server now listens on, such as `http://127.0.0.1:8080`. Problem `invalid_configuration`. */
export async function listen(
  app: App,
  { host, port, flags: [hostFlag, portFlag] }: ListenTarget,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const adviceFor = LISTEN_ERRORS.get(code ?? '');
    if (adviceFor === undefined) throw error;
    const advice = adviceFor(hostFlag, portFlag);
    throw invalidConfiguration(`Cannot listen on ${host}, port ${port}: ${advice}.`);
  }
  return defaultBaseUrl(host, (app.server.address() as AddressInfo).port);
}

/** The port; for 0, a free one. */
export async function resolvePort({ host, port }: Pick<ListenTarget, 'host' | 'port'>): Promise<number> {
  if (port !== 0) return port;
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

const LISTEN_ERRORS: ReadonlyMap<string, (hostFlag: string, portFlag: string) => string> = new Map([
  ['EADDRINUSE', (_host, port) => `another program uses it. Stop that, or choose another port with ${port}`],
  ['EACCES', (_host, port) => `this user is not allowed to. Choose a port above 1023 with ${port}`],
  ['EADDRNOTAVAIL', (host) => `this machine has no such address. Choose another with ${host}`],
  ['ENOTFOUND', (host) => `there is no such host. Choose another with ${host}`],
]);
