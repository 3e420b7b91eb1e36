// What a response of each surface costs, in units of a distinct search over the API: the surfaces take turns in each round, and every
// request is new to the server.
import { PHRASES } from '../../test/fixtures/phrases.ts';
import type { StockSample } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import type { LoadGenerator, LoadTask } from '../harness/load-generator.ts';
import type { Server } from '../harness/server.ts';
import { median } from '../harness/statistics.ts';
import { withCpu, type LoadRun } from './load-runs.ts';

const OPTIONS = {
  rounds: 8,
  /** Of each surface in a round. */
  requests: 400,
  /** Over all phrases, to find the one that takes longest: of each the fastest time counts. */
  phraseRounds: 3,
};

type Requests = Pick<LoadTask, 'targets' | 'bodies' | 'accept' | 'order'>;

/** The requests of a surface for the targets of searches. */
const SURFACES: readonly { readonly name: string; readonly requests: (targets: string[]) => Requests }[] = [
  { name: 'search', requests: (targets) => ({ targets }) },
  {
    name: '`search_vehicles` over MCP',
    requests: (targets) => ({
      targets: targets.map(() => '/mcp'),
      bodies: targets.map(toToolCall),
      accept: 'application/json, text/event-stream',
    }),
  },
  { name: 'summary', requests: (targets) => ({ targets: targets.map((one) => at('summary/', one)) }) },
  { name: 'map', requests: (targets) => ({ targets: targets.map((one) => `${at('map/', one)}&zoom=6`) }) },
  {
    name: 'search page',
    requests: (targets) => ({ targets: targets.map((one) => `/${queryOf(one)}`), accept: 'text/html' }),
  },
  {
    name: 'phrase',
    requests: (targets) => ({
      targets: PHRASE_TARGETS,
      order: targets.map((_, index) => index % PHRASE_TARGETS.length),
    }),
  },
];

const PHRASE_TARGETS = PHRASES.map(({ text }) => `/api/v1/interpret/?text=${encodeURIComponent(text)}`);

export async function measureSurfaces(server: Server, stock: StockSample, load: LoadGenerator, seed: number) {
  const { rounds, requests, phraseRounds } = OPTIONS;
  const { port, pid } = server;
  const slices = SURFACES.length * (rounds + 1);
  const targets = distinctTargets(stock, seed, requests * slices);
  const perRun = Math.floor(targets.length / slices);
  const send = (some: Requests) =>
    withCpu(() => load.run({ port, ...some, connections: 1, seconds: 60, strict: true }), pid);
  const runs = SURFACES.map((): LoadRun[] => []);
  // The first round warms the server up.
  for (let round = 0; round <= rounds; round++) {
    logProgress(`surfaces, round ${round} of ${rounds}`);
    for (const [index, surface] of SURFACES.entries()) {
      const start = (round * SURFACES.length + index) * perRun;
      const run = await send(surface.requests(targets.slice(start, start + perRun)));
      if (round > 0) runs[index].push(run);
    }
  }
  // A phrase again and again would find all of its words remembered: all of them take turns.
  const phrases = PHRASE_TARGETS.map((target) => ({ target, ms: Infinity, bytes: 0 }));
  for (let round = 1; round <= phraseRounds; round++) {
    for (const phrase of phrases) {
      const { latencies, meanBytes } = await send({ targets: [phrase.target] });
      phrase.ms = Math.min(phrase.ms, latencies.percentile(0.5));
      phrase.bytes = meanBytes;
    }
  }
  const slowest = phrases.reduce((a, b) => (b.ms > a.ms ? b : a));
  const [searches] = runs;
  const searchUs = median(searches.flatMap(({ cpuUs }) => cpuUs ?? []));
  const rows = SURFACES.map(({ name }, index) => {
    const cpuUs = median(runs[index].flatMap((run) => run.cpuUs ?? []));
    const ratios = runs[index].map((run, round) => (run.cpuUs ?? NaN) / (searches[round].cpuUs ?? NaN));
    const range = { min: Math.min(...ratios), max: Math.max(...ratios) };
    return {
      name,
      bytes: median(runs[index].map((run) => run.meanBytes)),
      cpuUs,
      ratio: cpuUs / searchUs,
      range,
    };
  });
  const searchMs = median(searches.map(({ latencies }) => latencies.percentile(0.5)));
  return { options: OPTIONS, rows, slowestPhrase: { ...slowest, ratio: slowest.ms / searchMs } };
}

const API = '/api/v1/vehicles/';

const queryOf = (target: string): string => target.slice(API.length);

/** The same filters for another operation, for which pages and sorts are idle. */
function at(path: string, target: string): string {
  const pairs = new URLSearchParams(queryOf(target));
  for (const name of ['page', 'sort']) pairs.delete(name);
  return `${API}${path}?${pairs.toString()}`;
}

const NUMBERS = /^(?:price|miles|year|engine)_|^(?:distance|page)$/;

function toToolCall(target: string, id: number): string {
  const pairs = [...new URLSearchParams(queryOf(target))];
  const args = Object.fromEntries(
    pairs.map(([name, value]) => [name, NUMBERS.test(name) ? Number(value) : value]),
  );
  const params = { name: 'search_vehicles', arguments: args };
  const json = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  // Bodies are sent as ASCII.
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
