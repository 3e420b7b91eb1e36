// What compression costs a server and saves a client: the same traffic with each Accept-Encoding, of queries that are not cached and
// of cached ones. The runs of all kinds take turns, in reversed order every second round.
import type { StockSample } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import type { LoadGenerator } from '../harness/load-generator.ts';
import type { Server } from '../harness/server.ts';
import { runStats, withCpu, type LoadRun } from './load-runs.ts';

const OPTIONS = {
  rounds: 3,
  /** Of each run; it ends earlier once all requests were sent. */
  seconds: 2,
  /** Of each run with queries that are not cached, at most. */
  distinct: 4000,
  /** Queries that are cached, and requests for them in each run. */
  cached: 200,
  requests: 20_000,
  /** Requests for each cached query beforehand: more than it takes until its forms no longer change. */
  warmUps: 10,
};

/** What clients send: none, those that know one coding, and browsers. */
const ACCEPTED: readonly (string | undefined)[] = [undefined, 'gzip', 'br', 'gzip, deflate, br, zstd'];

export async function measureCompression(
  server: Server,
  stock: StockSample,
  {
    load,
    connections,
    seed,
  }: { readonly load: LoadGenerator; readonly connections: number; readonly seed: number },
) {
  const { rounds, seconds, distinct, cached, requests, warmUps } = OPTIONS;
  const cachedTargets = distinctTargets(stock, seed + 1, cached);
  const order = Array.from({ length: requests }, (_, at) => at % cached);
  const fresh = distinctTargets(stock, seed + 2, distinct * ACCEPTED.length * rounds);
  // A small stock has fewer distinct queries.
  const perRun = Math.floor(fresh.length / (ACCEPTED.length * rounds));
  let used = 0;
  const send = (acceptEncoding: string | undefined, targets: readonly string[], some?: readonly number[]) =>
    load.run({
      port: server.port,
      targets,
      order: some,
      ...(acceptEncoding !== undefined && { acceptEncoding }),
      connections,
      seconds,
      strict: true,
    });
  for (const accepted of ACCEPTED) await send(accepted, cachedTargets, order.slice(0, warmUps * cached));
  const kinds = ACCEPTED.flatMap((accepted) => [
    {
      accepted,
      isCached: false,
      runs: [] as LoadRun[],
      send: () => send(accepted, fresh.slice(used, (used += perRun))),
    },
    { accepted, isCached: true, runs: [] as LoadRun[], send: () => send(accepted, cachedTargets, order) },
  ]);
  for (let round = 1; round <= rounds; round++) {
    for (const kind of round % 2 === 0 ? kinds.toReversed() : kinds)
      kind.runs.push(await withCpu(kind.send, server.pid));
  }
  return {
    options: OPTIONS,
    kinds: kinds.map(({ accepted, isCached, runs }) => ({ accepted, isCached, ...runStats(runs) })),
  };
}
