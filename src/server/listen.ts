// Listening on a configured host and port, with errors in terms of the flags that set them.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { defaultBaseUrl, describeConfig, type Config } from '../config/config.ts';
import type { App } from '../http/app.ts';
import { Problem } from '../problem.ts';
import { pluralize } from '../api/format.ts';
import type { Output } from '../cli/output.ts';

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
    throw new Problem('invalid_configuration', `Cannot listen on ${host}, port ${port}: ${advice}.`);
  }
  return defaultBaseUrl(host, (app.server.address() as AddressInfo).port);
}

/** The port, or for 0 one that is free. */
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

// The startup banner: URL, stock, settings and example requests.

export interface BannerInfo {
  readonly url: string;
  /** Number of listings that can be searched. */
  readonly size: number;
  /** Number of configured feeds. */
  readonly feeds: number;
  readonly tookMs: number;
}

export function printBanner({ url, size, feeds, tookMs }: BannerInfo, config: Config, output: Output): void {
  const isCluster = config.index === 'opensearch';
  const source = isCluster ? `the cluster's '${config.opensearchIndex}'` : config.data;
  output.line(`Forecourt answers on ${url} from ${pluralize(size, 'listing')} in ${source}.`);
  if (config.baseUrl !== undefined) output.line(`URLs in its responses begin with ${config.baseUrl}.`);
  const warning = baseUrlWarning(config, url);
  if (warning !== undefined) output.warn(warning);
  const settings = describeConfig(config);
  if (settings.length > 0) output.line(`Set: ${settings.join('; ')}.`);
  output.line(`Started in ${(tookMs / 1000).toFixed(1)} s. Stop it with Ctrl+C. Try:`);
  for (const query of EXAMPLES) output.line(`  ${url}/api/v1/vehicles/${query}`);
  if (size === 0)
    output.line(
      isCluster
        ? 'There is no stock yet. Publish some: forecourt publish --data FOLDER --opensearch-url …'
        : `There is no stock yet. Import some: forecourt import FILE --data ${config.data}`,
    );
  if (feeds > 0) output.line(`It pulls ${pluralize(feeds, 'feed')} of ${config.feeds}.`);
}

/** What a setting that has no effect on URLs, or a missing one, does to them. */
function baseUrlWarning({ baseUrl, trustProxy, allowedHosts }: Config, url: string): string | undefined {
  if (allowedHosts.length > 0) {
    if (baseUrl !== undefined) return '--allowed-hosts has no effect, because --base-url is set.';
    if (!trustProxy) return '--allowed-hosts has no effect without --trust-proxy.';
  } else if (trustProxy && baseUrl === undefined) {
    return `URLs in responses begin with ${url}, whatever the proxy forwards. Set --base-url, or --allowed-hosts if there are several hosts.`;
  }
  return undefined;
}

const EXAMPLES = [
  '',
  '?make=Ford&model=Focus&sort=price_asc',
  '?fuel_type=Diesel&transmission=Automatic&location=SW1A+1AA&distance=4&sort=distance',
  '?q=panoramic+roof&price_max=15000&sort=relevance',
];
