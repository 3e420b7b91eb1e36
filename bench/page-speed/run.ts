// `npm run page-speed`: visits search pages in turn and prints what their visitors had when, side by side. Run by run they
// take turns, so that whatever else the machine does slows all of them down alike.
import { parseArgs } from 'node:util';
import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { median } from '../percentiles.ts';
import { visit, type Visit } from './visit.ts';

const HELP = `npm run page-speed -- ADDRESS... [options]

Visits the search page at each address in turn, with Chromium: 390 pixels wide, a processor 4 times slower, 150 ms of
latency, 1.6 Mbit/s down. Prints the medians. Start a server beforehand, for example with npm start.

  --runs NUMBER     visits of each address (default: 5)
  --fast            leaves network and processor as they are
  --chromium PATH   (default: /usr/bin/chromium)

Example
  npm run page-speed -- http://127.0.0.1:8080/ --runs 9
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    fast: { type: 'boolean', default: false },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
if (values.help === true || positionals.length === 0) {
  process.stdout.write(HELP);
} else {
  const visits = new Map<string, Visit[]>(positionals.map((address) => [address, []]));
  const browser = await chromium.launch({ executablePath: values.chromium });
  try {
    for (let run = 0; run < Number(values.runs); run++) {
      for (const [address, made] of visits) made.push(await visit(browser, address, !values.fast));
    }
  } finally {
    await browser.close();
  }
  print(visits);
}

function print(visits: ReadonlyMap<string, readonly Visit[]>): void {
  const columns = [...visits.values()];
  const row = (name: string, of: (visit: Visit) => number, digits = 0): string =>
    [name.padEnd(36), ...columns.map((made) => median(made.map(of)).toFixed(digits).padStart(12))].join('');
  const kinds = [...new Set(columns.flat().flatMap(({ bytes }) => Object.keys(bytes)))].sort();
  const rows = [
    `Load: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    ...Array.from(visits.keys(), (address, i) => `Column ${i + 1}: ${address}`),
    row('document began, ms', ({ began }) => began),
    row('document received, ms', ({ received }) => received),
    row('first paint, ms', ({ painted }) => painted),
    row('usable, ms', ({ usable }) => usable),
    row('  of the fastest visit', () => NaN).slice(0, 36) +
      columns
        .map((made) =>
          Math.min(...made.map(({ usable }) => usable))
            .toFixed(0)
            .padStart(12),
        )
        .join(''),
    row('scripts listen, ms', ({ listening }) => listening),
    row('scripts showed results, ms', ({ shown }) => shown),
    row('scripts showed counts, ms', ({ counted }) => counted),
    row('answer to paint, ms', ({ answerToPaint }) => median(answerToPaint), 1),
    row('long tasks', ({ longTasks }) => longTasks),
    row('longest task, ms', ({ longestTask }) => longestTask),
    row('layout shift', ({ layoutShift }) => layoutShift, 4),
    row('requests', ({ requests }) => requests),
    ...kinds.map((kind) => row(`bytes of ${kind}`, ({ bytes }) => bytes[kind] ?? 0)),
  ];
  process.stdout.write(`${rows.join('\n')}\n`);
}
