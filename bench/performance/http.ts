// One server process under load: distinct queries, queries repeated by Zipf's law, and cached queries, against a bare server
// that sends a constant body of the same size. They take turns, in reversed order every second round, and the medians of
// the rounds count.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '../../src/demo/random.ts';
import type { StockSample } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { zipf } from '../corpus/zipf.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator, type LoadStats } from '../harness/load-generator.ts';
import { defineTask } from '../harness/process.ts';
import type { Server } from '../harness/server.ts';
import { median } from '../harness/statistics.ts';
import { measureCompression } from './compression.ts';
import { rateOf, runStats, withCpu, type LoadRun } from './load-runs.ts';
import { measureSurfaces } from './surfaces.ts';

const OPTIONS = {
  connections: 16,
  rounds: 5,
  /** Of each run; it ends earlier once all requests were sent. */
  seconds: 5,
  /** Different queries in the mix that repeats. */
  repeated: 10_000,
  /** Of each run, at most. */
  requests: 20_000,
  /** Of each run whose responses take so little time that more are needed for a precise figure. */
  shortRequests: 60_000,
  /** Queries that are cached, and so are all responses in their mix. */
  cached: 200,
};

export type HttpStats = Awaited<ReturnType<typeof measureHttp>>;
export type TrafficStats = ReturnType<typeof trafficStats>;

/** A `node:http` server that sends a constant body: no HTTP server in this runtime does less. Returns its port. */
const BARE_SERVER = defineTask(import.meta.url, async (bodyBytes: number): Promise<number> => {
  // A text, as a service that answers JSON has one to send.
  const body = 'x'.repeat(bodyBytes);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bodyBytes };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
});

export async function startBareServer(bodyBytes: number) {
  const child = BARE_SERVER.start();
  return { port: await child.run(bodyBytes), pid: child.pid, close: () => child.close() };
}

export async function measureHttp(server: Server, stock: StockSample, seed: number) {
  const { rounds, requests, shortRequests, connections, seconds } = OPTIONS;
  const distinct = distinctTargets(stock, seed, requests * (rounds + 1));
  const repeated = distinctTargets(stock, seed + 1, OPTIONS.repeated);
  const ranks = zipf(repeated.map((_, rank) => rank));
  const random = new Random(seed);
  const cached = repeated.slice(0, OPTIONS.cached);
  const cachedOrder = Array.from({ length: shortRequests }, (_, at) => at % cached.length);
  const zipfOrder = (): number[] => Array.from({ length: requests }, () => random.pickWeighted(ranks));
  // The first slice warms the server up; then every round has queries of its own. A small stock has fewer of them.
  const perRun = Math.floor(distinct.length / (rounds + 1));
  const slice = (round: number): string[] => distinct.slice(round * perRun, (round + 1) * perRun);

  const load = new LoadGenerator();
  const send = (port: number, targets: readonly string[], order?: readonly number[]): Promise<LoadStats> =>
    load.run({ port, targets, order, connections, seconds, strict: true });
  await send(server.port, slice(0));
  const { meanBytes } = await send(server.port, repeated, zipfOrder());
  const bodyBytes = Math.round(meanBytes);
  await send(server.port, cached, cachedOrder);
  const bare = await startBareServer(bodyBytes);
  try {
    const toBare = () => send(bare.port, ['/'], new Array<number>(shortRequests).fill(0));
    await toBare();
    const kinds = {
      bare: { pid: bare.pid, send: toBare, runs: [] as LoadRun[] },
      distinct: {
        pid: server.pid,
        send: (round: number) => send(server.port, slice(round)),
        runs: [] as LoadRun[],
      },
      repeated: {
        pid: server.pid,
        send: () => send(server.port, repeated, zipfOrder()),
        runs: [] as LoadRun[],
      },
      cached: {
        pid: server.pid,
        send: () => send(server.port, cached, cachedOrder),
        runs: [] as LoadRun[],
      },
    };
    for (let round = 1; round <= rounds; round++) {
      logProgress(`HTTP, round ${round} of ${rounds}`);
      const order = Object.values(kinds);
      if (round % 2 === 0) order.reverse();
      for (const kind of order) kind.runs.push(await withCpu(() => kind.send(round), kind.pid));
    }
    logProgress('HTTP, compression');
    const compression = await measureCompression(server, stock, { load, connections, seed: seed + 2 });
    const surfaces = await measureSurfaces(server, stock, load, seed + 3);
    return {
      options: OPTIONS,
      compression,
      surfaces,
      bodyBytes,
      distinct: trafficStats(kinds.distinct.runs, kinds.bare.runs),
      repeated: trafficStats(kinds.repeated.runs, kinds.bare.runs),
      cached: trafficStats(kinds.cached.runs, kinds.bare.runs),
      bare: trafficStats(kinds.bare.runs, kinds.bare.runs),
      /** After all of it. */
      memory: server.memory(),
    };
  } finally {
    await bare.close();
    await load.close();
  }
}

function trafficStats(runs: readonly LoadRun[], bare: readonly LoadRun[]) {
  const cpuRatios = runs.flatMap(({ cpuUs }, round) => {
    const bareUs = bare[round].cpuUs;
    return cpuUs === undefined || bareUs === undefined ? [] : [cpuUs / bareUs];
  });
  return {
    ...runStats(runs),
    /** Requests per second against those of the bare server in the same round. */
    rate: median(runs.map((run, round) => rateOf(run) / rateOf(bare[round]))),
    /** CPU time of a response against that of the bare server in the same round; undefined: unknown on this system. */
    cpuRatio: cpuRatios.length === 0 ? undefined : median(cpuRatios),
  };
}
