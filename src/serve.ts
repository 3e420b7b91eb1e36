// The life of a server: fill, listen, catch up, follow, drain, close. It listens before the stock is read, so that
// those who watch it can see that it lives; until then searches are told to come back.
import closeWithGrace from 'close-with-grace';
import type { AddressInfo } from 'node:net';
import { followAloud, textOf } from './cli/follow-aloud.ts';
import { counted, startProgress } from './cli/progress.ts';
import { defaultBaseUrl, type Config, type RawSettings } from './config/config.ts';
import { drawPicture } from './demo/picture.ts';
import { buildHttpServer } from './http/server.ts';
import { Problem } from './problem.ts';
import { startFollowProcess, type FollowProcess } from './runs/follow-process.ts';
import { readFeeds } from './runs/parse-feeds.ts';
import type { Output } from './cli/output.ts';
import { DEMO_LISTINGS, fillDemo } from './service/fill-demo.ts';
import { openSearch, type OpenSearch } from './service/open-search.ts';

/** Requests under way have so long to end once the server is told to stop. */
const DRAIN_MS = 10_000;

/** Serves until SIGTERM or SIGINT. Problems `data_…` of the folder, `invalid_configuration` of host and port. */
export async function serve(config: Config, output: Output, environment: RawSettings): Promise<void> {
  const startedAt = performance.now();
  // Before anything else: a fault in it must not wait until the process that pulls them finds it.
  const feeds = config.feeds === undefined ? [] : readFeeds(config.feeds, environment);
  if (config.demo) await fill(config.data);
  const search = openSearch(config.data, { threads: true });
  let baseUrl = '';
  const app = buildHttpServer(search.service, {
    baseUrl: () => baseUrl,
    trustProxy: config.trustProxy,
    ready: () => search.ready,
    mcpOrigins: config.mcpOrigins,
    logError: (error, requestId) => output.note(`${requestId}: ${textOf(error)}`),
    drawPicture,
  });
  try {
    await listen(app, config);
    baseUrl = config.baseUrl ?? addressOf(app, config);
    await search.catchUp();
  } catch (error) {
    await app.close();
    await search.close();
    throw error;
  }
  greet(search, config, app, performance.now() - startedAt, output);
  followAloud(search, output);
  const following = config.feeds === undefined ? undefined : follow(config.feeds, config.data, output);
  if (feeds.length > 0) output.line(`It pulls ${counted(feeds.length, 'feed')} of ${config.feeds}.`);
  await closeWhenStopped(output, async () => {
    await following?.stop();
    await app.close();
    await search.close();
  });
}

/** Pulls feeds in a process of its own, of the same command. */
function follow(feeds: string, folder: string, output: Output): FollowProcess {
  const own = [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
  return startFollowProcess([...own, 'feed', 'follow', '--feeds', feeds, '--data', folder], (text) =>
    output.note(text),
  );
}

async function fill(folder: string): Promise<void> {
  const progress = startProgress('Filling the data folder with demo stock');
  try {
    await fillDemo(folder, (done) => progress.update(done, DEMO_LISTINGS));
  } finally {
    progress.stop();
  }
}

type HttpServer = ReturnType<typeof buildHttpServer>;

async function listen(app: HttpServer, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = LISTEN_FAULTS.get(code ?? '');
    if (why === undefined) throw error;
    throw new Problem('invalid_configuration', `Cannot listen on ${host}, port ${port}: ${why}.`);
  }
}

const LISTEN_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another program does. Stop it, or choose another port with --port'],
  ['EACCES', 'this user may not. Choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host'],
  ['ENOTFOUND', 'there is no such host. Choose another with --host'],
]);

/** Where it listens, whatever clients call it. */
function addressOf(app: HttpServer, { host }: Config): string {
  return defaultBaseUrl(host, (app.server.address() as AddressInfo).port);
}

function greet(search: OpenSearch, config: Config, app: HttpServer, tookMs: number, output: Output): void {
  const { size } = search.service;
  const address = addressOf(app, config);
  output.line(`Forecourt answers on ${address} from ${counted(size, 'listing')} in ${config.data}.`);
  if (config.baseUrl !== undefined) output.line(`Addresses in its answers begin with ${config.baseUrl}.`);
  output.line(`Started in ${(tookMs / 1000).toFixed(1)} s. Stop it with Ctrl+C. Try:`);
  for (const query of EXAMPLES) output.line(`  ${address}/api/v1/vehicles/${query}`);
  if (size === 0)
    output.line(`There is no stock yet. Import some: forecourt import FILE --data ${config.data}`);
}

const EXAMPLES = [
  '',
  '?make=Ford&model=Focus&sort=price_asc',
  '?fuel_type=Diesel&transmission=Automatic&location=SW1A+1AA&distance=4&sort=distance',
  '?q=panoramic+roof&price_max=15000&sort=relevance',
];

/** Never comes back: the process ends when `close` is over, because what it waits for is all that is left to do. */
function closeWhenStopped(output: Output, close: () => Promise<void>): Promise<never> {
  return new Promise(() => {
    closeWithGrace({ delay: DRAIN_MS, logger: false }, async ({ err }) => {
      if (err !== undefined) output.note(textOf(err));
      await close();
    });
  });
}
