// One server process under load: questions that all differ, and questions that repeat by Zipf's law, against a bare
// server that sends a constant body of the same size. The three take turns, in reversed order every second round, and
// what is kept is the median of the rounds.
import { Random } from '../../src/demo/random.ts';
import { zipf } from '../corpus/zipf.ts';
import { median } from '../percentiles.ts';
import { note } from '../progress.ts';
import type { StockSample } from '../sample.ts';
import { drawQuestions, queryString } from '../workload.ts';
import { BareServer } from './bare-server.ts';
import { cpuMs } from './cpu-time.ts';
import { Load, type LoadFigures } from './load.ts';
import type { Memory, Server } from './server.ts';

export interface HttpOptions {
  readonly connections: number;
  readonly rounds: number;
  /** Of each run; it ends earlier when its requests have run out. */
  readonly seconds: number;
  /** Different questions in the mix that repeats, and requests of a run. */
  readonly repeated: number;
  readonly requests: number;
}

const HTTP_OPTIONS: HttpOptions = {
  connections: 16,
  rounds: 5,
  seconds: 5,
  repeated: 10_000,
  requests: 20_000,
};

export interface HttpFigures {
  readonly options: HttpOptions;
  readonly bodyBytes: number;
  readonly distinct: TrafficFigures;
  readonly repeated: TrafficFigures;
  readonly bare: TrafficFigures;
  /** Of the server, after all of it. */
  readonly memory?: Memory;
}

export interface TrafficFigures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server's process for each request; undefined where the system does not say. */
  readonly cpuUs?: number;
  /** Requests per second against those of the bare server in the same round. */
  readonly rate: number;
}

const SEARCH = '/api/v1/vehicles/?';

type Kind = 'bare' | 'distinct' | 'repeated';

export async function measureHttp(
  server: Server,
  stock: StockSample,
  seed: number,
  options: HttpOptions = HTTP_OPTIONS,
): Promise<HttpFigures> {
  const { rounds, requests } = options;
  const targets = distinctTargets(stock, seed, requests * (rounds + 1));
  const repeatedTargets = distinctTargets(stock, seed + 1, options.repeated);
  const ranks = zipf(repeatedTargets.map((_, rank) => rank));
  const random = new Random(seed);
  const picks = (): number[] => Array.from({ length: requests }, () => random.pickWeighted(ranks));
  // The first slice of the targets warms the server up; then every round has questions of its own.
  const slice = (round: number): string[] => targets.slice(round * requests, (round + 1) * requests);

  const load = new Load();
  const run = (port: number, asked: readonly string[], order?: readonly number[]): Promise<LoadFigures> =>
    load.run({
      port,
      targets: asked,
      picks: order,
      connections: options.connections,
      seconds: options.seconds,
    });
  await run(server.port, slice(0));
  const { meanBytes } = await run(server.port, repeatedTargets, picks());
  const bodyBytes = Math.round(meanBytes);
  const bare = await BareServer.start(bodyBytes);
  try {
    const one = ['/'];
    const sameAgain = Array.from({ length: requests }, () => 0);
    await run(bare.port, one, sameAgain);
    const measured: Record<Kind, Run[]> = { bare: [], distinct: [], repeated: [] };
    const runs: Record<Kind, (round: number) => Promise<Run>> = {
      bare: () => withCpu(bare.pid, run(bare.port, one, sameAgain)),
      distinct: (round) => withCpu(server.pid, run(server.port, slice(round))),
      repeated: () => withCpu(server.pid, run(server.port, repeatedTargets, picks())),
    };
    for (let round = 1; round <= rounds; round++) {
      note(`HTTP, round ${round} of ${rounds}`);
      const order: Kind[] = ['bare', 'distinct', 'repeated'];
      if (round % 2 === 0) order.reverse();
      for (const kind of order) measured[kind].push(await runs[kind](round));
    }
    return {
      options,
      bodyBytes,
      distinct: traffic(measured.distinct, measured.bare),
      repeated: traffic(measured.repeated, measured.bare),
      bare: traffic(measured.bare, measured.bare),
      memory: server.memory(),
    };
  } finally {
    await bare.close();
    await load.close();
  }
}

interface Run {
  readonly load: LoadFigures;
  readonly cpuUs: number | undefined;
}

async function withCpu(pid: number, running: Promise<LoadFigures>): Promise<Run> {
  const before = cpuMs(pid);
  const load = await running;
  const after = cpuMs(pid);
  const known = before !== undefined && after !== undefined;
  return { load, cpuUs: known ? ((after - before) * 1000) / load.requests : undefined };
}

function traffic(runs: readonly Run[], bare: readonly Run[]): TrafficFigures {
  const rate = ({ load }: Run): number => load.requests / load.seconds;
  const cpuTimes = runs.flatMap(({ cpuUs }) => cpuUs ?? []);
  return {
    requestsPerSecond: median(runs.map(rate)),
    p50Ms: median(runs.map(({ load }) => load.latencyMs.p50)),
    p99Ms: median(runs.map(({ load }) => load.latencyMs.p99)),
    cpuUs: cpuTimes.length === 0 ? undefined : median(cpuTimes),
    rate: median(runs.map((run, round) => rate(run) / rate(bare[round]))),
  };
}

/**
 * Different questions, in random order; as many as there are, where a stock is too small for `count`. Shapes that have
 * few different ones have a smaller share.
 */
export function distinctTargets(stock: StockSample, seed: number, count: number): string[] {
  const found = new Set<string>();
  const shapes = drawQuestions(stock, Math.ceil(count / 4), seed);
  for (let row = 0; row < shapes[0].asked.length && found.size < count; row++) {
    for (const { asked } of shapes) if (found.size < count) found.add(SEARCH + queryString(asked[row]));
  }
  return shuffled([...found], new Random(seed));
}

function shuffled<Value>(values: Value[], random: Random): Value[] {
  for (let last = values.length - 1; last > 0; last--) {
    const at = random.whole(0, last);
    [values[last], values[at]] = [values[at], values[last]];
  }
  return values;
}
