// `npm run bench:export`: an export of a whole stock, beside a crawl of the same listings by pages: CPU time, memory and bytes of the
// server.
import { request } from 'node:http';
import { join } from 'node:path';
import { corpusSource } from '../corpus/stock-source.ts';
import {
  commandLine,
  logProgress,
  option,
  runCommand,
  TEMPORARY_FOLDER,
  wholeFromOne,
} from '../harness/command.ts';
import { formatCount } from '../harness/format.ts';
import { withFolder } from '../harness/process.ts';
import { buildTree, importFeed, PROJECT, Server, UNLIMITED_QUEUE } from '../harness/server.ts';
import { cpuMs, memoryOf } from '../harness/usage.ts';

const EXPORT = commandLine(
  'bench:export',
  {
    listings: option('NUMBER', wholeFromOne, 100_000, 'listings of the stock'),
    pages: option('NUMBER', wholeFromOne, 1000, 'pages that the crawl reads, spread over all'),
    rate: option(
      'NUMBER',
      wholeFromOne,
      50_000,
      'listings that an export must have for a second of CPU time',
    ),
    growth: option('MB', wholeFromOne, 100, 'limit of the memory that an export adds'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Exports a whole stock, and reads it by pages. Prints CPU time, memory and bytes. Fails if the export takes too much CPU time or ' +
      'memory. Needs Linux.',
    examples: ['--listings 1000000'],
  },
);

const SEARCHES = '/api/v1/vehicles/';
const PER_PAGE = 20;
const SAMPLE_MS = 20;

await runCommand(EXPORT, ({ listings, pages, rate, growth, folder: parent }) =>
  withFolder(parent, async (folder) => {
    const tree = buildTree(PROJECT, join(folder, 'tree'));
    const { feed } = await corpusSource(String(listings), listings, 1).prepare(folder);
    const data = join(folder, 'data');
    await importFeed(tree, feed, data);
    const server = await Server.start(data, { tree, environment: UNLIMITED_QUEUE });
    const plain = await measure(server, () => bytesOf(`${server.url}${SEARCHES}export/`, 'identity'));
    logProgress(`export: ${textOf(plain)}`);
    const gzip = await measure(server, () => bytesOf(`${server.url}${SEARCHES}export/`, 'gzip'));
    logProgress(`compressed export: ${textOf(gzip)}`);
    const all = Math.ceil(listings / PER_PAGE);
    const read = Math.min(pages, all);
    const crawl = await measure(server, async () => {
      let bytes = 0;
      for (let i = 0; i < read; i++)
        bytes += await bytesOf(
          `${server.url}${SEARCHES}?page=${1 + Math.floor((i * all) / read)}`,
          'identity',
        );
      return bytes;
    });
    await server.stop();
    const perSecond = Math.round(listings / (plain.cpuMs / 1000));
    const share = all / read;
    const failures: string[] = [];
    if (perSecond < rate) failures.push(`the export had ${perSecond} listings for a second of CPU time`);
    if (plain.growthMb > growth) failures.push(`the export added ${plain.growthMb} MB`);
    return {
      lines: [
        `${formatCount(listings)} listings`,
        `export: ${textOf(plain)}; ${formatCount(perSecond)} listings for a second of CPU time`,
        `compressed export: ${textOf(gzip)}`,
        `crawl of ${formatCount(read)} of ${formatCount(all)} pages: ${textOf(crawl)}`,
        `a crawl of all pages would take ${((crawl.cpuMs * share) / plain.cpuMs).toFixed(1)} times the CPU time of the export, ` +
          `and ${((crawl.bytes * share) / plain.bytes).toFixed(1)} times its bytes`,
      ],
      failures,
    };
  }),
);

interface Measured {
  readonly bytes: number;
  readonly cpuMs: number;
  readonly ms: number;
  /** The server's own memory at most, above that before. */
  readonly growthMb: number;
}

async function measure({ pid }: Server, read: () => Promise<number>): Promise<Measured> {
  const ownBytes = (): number => memoryOf(pid)?.own ?? NaN;
  const before = ownBytes();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, ownBytes())), SAMPLE_MS);
  const [cpu, start] = [cpuMs(pid) ?? NaN, performance.now()];
  const bytes = await read();
  clearInterval(sampling);
  return {
    bytes,
    cpuMs: (cpuMs(pid) ?? NaN) - cpu,
    ms: performance.now() - start,
    growthMb: Math.round((peak - before) / 2 ** 20),
  };
}

/** What a response has on its way: compressed ones are counted compressed. */
function bytesOf(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () => resolve(bytes)).once('error', reject);
    })
      .once('error', reject)
      .end();
  });
}

function textOf({ bytes, cpuMs: cpu, ms, growthMb }: Measured): string {
  return (
    `${(bytes / 2 ** 20).toFixed(1)} MiB in ${(ms / 1000).toFixed(1)} s, ${(cpu / 1000).toFixed(2)} s of CPU time, ` +
    `${growthMb} MB more memory`
  );
}
