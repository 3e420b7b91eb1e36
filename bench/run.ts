// `npm run bench`: imports a feed into a temporary folder, then measures the engine alone and a server over HTTP with
// the same questions. Prints one table. Figures are of this machine and this run: compare only what one run printed.
//
//   npm run bench                     the demo stock
//   npm run bench -- FEED             a feed of your own
//   npm run bench -- FEED --each 20   fewer questions of each shape
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { search } from '../src/engine/search.ts';
import { Segment } from '../src/engine/segment.ts';
import { Snapshot } from '../src/engine/snapshot.ts';
import { loadGazetteer } from '../src/geo/load-gazetteer.ts';
import { engineQuery } from '../src/index/engine-query.ts';
import { readStockChange } from '../src/index/stock-change.ts';
import { STOCK_SCHEMA } from '../src/index/stock-schema.ts';
import { parseQuery, type ParameterPairs } from '../src/listing/parse-query.ts';
import { fillDemo } from '../src/service/fill-demo.ts';
import { importStock } from '../src/service/import-stock.ts';
import { openStore } from '../src/store/store.ts';
import { percentilesOf } from './percentiles.ts';
import { Random } from './random.ts';
import { SHAPES } from './workload.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const each = Number(values.each);
const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
try {
  await run(positionals[0]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(feed: string | undefined): Promise<void> {
  const imported = performance.now();
  if (feed === undefined) await fillDemo(folder, () => undefined);
  else await importStock(folder, [{ name: feed, source: feed }], { merge: false });
  const importSeconds = (performance.now() - imported) / 1000;

  const gazetteer = loadGazetteer();
  const store = openStore(folder, { mode: 'read' });
  const stock = [...store.listings()];
  const random = new Random(Number(values.seed));
  const questions = SHAPES.map((shape) => ({
    shape,
    asked: Array.from({ length: each }, () => shape.ask(random, stock)),
  }));
  const change = readStockChange(store, gazetteer, null);
  await store.close();
  if (change.added === null) throw new Error('the feed gave no listing');
  const snapshot = Snapshot.empty.with(new Segment(STOCK_SCHEMA, change.added), []);

  console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}`);
  console.log(
    `${stock.length} listings imported in ${importSeconds.toFixed(1)} s: ${Math.round(stock.length / importSeconds)}/s`,
  );

  const engine = questions.map(({ asked }) => {
    const queries = asked.map((pairs) => engineQuery(parseQuery(pairs, gazetteer).query));
    // Once unmeasured: the compiler and the bitmaps that are kept from the first use on.
    for (const query of queries) search(STOCK_SCHEMA, snapshot, query);
    return queries.map((query) => {
      const start = performance.now();
      search(STOCK_SCHEMA, snapshot, query);
      return performance.now() - start;
    });
  });

  const server = await startServer();
  try {
    const http: number[][] = [];
    for (const { asked } of questions) http.push(await askAll(server.address, asked));
    console.log(
      `server: ready in ${(server.readyMs / 1000).toFixed(1)} s, ${residentMb(server.process)} MB resident\n`,
    );
    console.log(
      'times in ms                                              engine: p50    p95    p99   HTTP: p50    p95    p99',
    );
    questions.forEach(({ shape }, i) => printRow(`${shape.name} ${shape.says}`, engine[i], http[i]));
    printRow('all', engine.flat(), http.flat());
  } finally {
    server.process.kill('SIGTERM');
    await once(server.process, 'exit');
  }
}

function printRow(name: string, engine: readonly number[], http: readonly number[]): void {
  const cells = [percentilesOf(engine), percentilesOf(http)].map(({ p50, p95, p99 }) =>
    [p50, p95, p99].map((time) => time.toFixed(3).padStart(7)).join(''),
  );
  console.log(`${name.padEnd(58)}     ${cells[0]}      ${cells[1]}`);
}

async function startServer(): Promise<{ process: ChildProcess; address: string; readyMs: number }> {
  const start = performance.now();
  const server = spawn(process.execPath, ['bin/forecourt.js', 'serve', '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /answers on (\S+) from/.exec(line)?.[1];
    if (address === undefined) continue;
    return { process: server, address, readyMs: performance.now() - start };
  }
  throw new Error('the server did not start');
}

async function askAll(address: string, asked: readonly ParameterPairs[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const pairs of [...asked, ...asked]) {
    const target = `${address}/api/v1/vehicles/?${queryString(pairs)}`;
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(target, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${target}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
    times.push(performance.now() - start);
  }
  agent.destroy();
  // The first round only warmed the server up.
  return times.slice(asked.length);
}

function queryString(pairs: ParameterPairs): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function residentMb(server: ChildProcess): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
