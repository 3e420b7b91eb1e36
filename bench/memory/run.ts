// `npm run memory`: the memory of a server that has answered tens of thousands of different requests of all kinds, against what
// docs/deployment.md promises. By then its caches are full.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { Agent, request } from 'node:http';
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
import { withFolder } from '../harness/process.ts';
import { buildTree, importFeed, PROJECT, Server, UNLIMITED_QUEUE } from '../harness/server.ts';
import { memoryOf, proportionalMemoryOf } from '../harness/usage.ts';
import { OWN, promisedMb, RESIDENT } from './promise.ts';
import { variedRequests, type VariedRequest } from './varied-requests.ts';

const MEMORY = commandLine(
  'memory',
  {
    listings: option('NUMBER', wholeFromOne, 20_000, 'listings of the stock'),
    requests: option('NUMBER', wholeFromOne, 40_000, 'different requests that are sent'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Measures a server after searches, summaries, maps, pages, phrases, lookups and calls of tools, hardly two of them alike. ' +
      'Fails if it has more memory than docs/deployment.md promises. Needs Linux.',
    examples: ['--listings 1000000'],
  },
);

const CLIENTS = 8;
/** Requests between two samples. */
const SAMPLE_EVERY = 1000;

/** In megabytes. */
interface Sample {
  readonly own: number;
  readonly resident: number;
  /** Pages that several processes share count in part. */
  readonly proportional: number;
}

await runCommand(MEMORY, ({ listings, requests, folder: parent }) =>
  withFolder(parent, async (folder) => {
    const tree = buildTree(PROJECT, join(folder, 'tree'));
    // The scripts of the pages, which other measurements do without.
    execFileSync('npm', ['run', '--silent', 'build:page'], { cwd: PROJECT, stdio: ['ignore', 2, 2] });
    cpSync(join(PROJECT, 'dist/page'), join(tree, 'dist/page'), { recursive: true });
    const { feed, sample: stock } = await corpusSource(String(listings), listings, 1).prepare(folder);
    const data = join(folder, 'data');
    await importFeed(tree, feed, data);
    const server = await Server.start(data, { tree, environment: UNLIMITED_QUEUE });
    const ready = sampleOf(server);
    const peak = { ...ready };
    const failures: string[] = [];
    await sendAll(server, variedRequests(stock, requests), (sent, { target }, status) => {
      if (status !== 200) failures.push(`${target} was answered with ${status}`);
      if (sent % SAMPLE_EVERY !== 0) return;
      const sample = sampleOf(server);
      for (const kind of ['own', 'resident', 'proportional'] as const)
        peak[kind] = Math.max(peak[kind], sample[kind]);
      logProgress(`${sent} requests: ${textOf(sample)}`);
    });
    await server.stop();
    for (const [name, promise, measured] of [
      ['of its own', OWN, peak.own],
      ['resident', RESIDENT, peak.resident],
    ] as const) {
      const promised = promisedMb(promise, listings);
      if (measured > promised)
        failures.push(`${measured} MB ${name}, and docs/deployment.md promises ${promised.toFixed(0)}`);
    }
    return {
      lines: [
        `${listings} listings, ${requests} requests`,
        `when ready: ${textOf(ready)}`,
        `at most: ${textOf(peak)}`,
        `promised: ${promisedMb(OWN, listings).toFixed(0)} MB of its own, ${promisedMb(RESIDENT, listings).toFixed(0)} MB resident`,
      ],
      failures,
    };
  }),
);

function sampleOf({ pid }: Server): Sample {
  const { own, file } = memoryOf(pid) ?? { own: NaN, file: NaN };
  const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return {
    own: megabytes(own),
    resident: megabytes(own + file),
    proportional: megabytes(proportionalMemoryOf(pid)?.all ?? NaN),
  };
}

function textOf({ own, resident, proportional }: Sample): string {
  return `${own} MB of its own, ${resident} MB resident (${proportional} MB proportional)`;
}

/** Sends them on several connections. */
async function sendAll(
  server: Server,
  requests: Iterable<VariedRequest>,
  onResponse: (sent: number, request: VariedRequest, status: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  const client = async (): Promise<void> => {
    for (const next of requests) onResponse(++sent, next, await send(agent, server, next));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

function send(agent: Agent, { port }: Server, { target, headers, body }: VariedRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ agent, port, host: '127.0.0.1', path: target, headers, method }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}
