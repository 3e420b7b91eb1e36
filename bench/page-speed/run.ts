// `npm run page-speed`: visits search pages and prints medians side by side. The URLs take turns, so that other load on
// the machine slows all of them alike.
import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { anyText, commandLine, flag, option, runCommand, wholeFromOne } from '../harness/command.ts';
import { median } from '../harness/statistics.ts';
import { visit, type Visit } from './visit.ts';

const PAGE_SPEED = commandLine(
  'page-speed',
  {
    runs: option('NUMBER', wholeFromOne, 5, 'visits of each address'),
    fast: flag('slow down neither network nor processor'),
    chromium: option('PATH', anyText, '/usr/bin/chromium', 'the browser'),
  },
  {
    summary:
      'Visits the search page at each address in turn, with Chromium: 390 pixels wide, a processor 4 times slower, 150 ms ' +
      'of latency, 1.6 Mbit/s down. Prints the medians. Start a server beforehand, for example with npm start.',
    positional: '<address...>',
    examples: ['http://127.0.0.1:8080/ --runs 9'],
  },
);

await runCommand(PAGE_SPEED, async ({ args, runs, fast, chromium: executablePath }) => {
  const visits = new Map<string, Visit[]>(args.map((url) => [url, []]));
  const browser = await chromium.launch({ executablePath });
  try {
    for (let run = 0; run < runs; run++) {
      for (const [url, made] of visits) made.push(await visit(browser, url, !fast));
    }
  } finally {
    await browser.close();
  }
  return { lines: linesOf(visits) };
});

function linesOf(visits: ReadonlyMap<string, readonly Visit[]>): string[] {
  const columns = [...visits.values()];
  const line = (name: string, figure: (made: readonly Visit[]) => number, digits = 0): string =>
    [name.padEnd(36), ...columns.map((made) => figure(made).toFixed(digits).padStart(12))].join('');
  const row = (name: string, of: (visit: Visit) => number, digits = 0): string =>
    line(name, (made) => median(made.map(of)), digits);
  const kinds = [...new Set(columns.flat().flatMap(({ bytes }) => Object.keys(bytes)))].sort();
  const loads = loadavg().map((load) => load.toFixed(1));
  return [
    `Load: ${loads.join(' ')}`,
    ...Array.from(visits.keys(), (url, i) => `Column ${i + 1}: ${url}`),
    row('document began, ms', ({ began }) => began),
    row('document received, ms', ({ received }) => received),
    row('first paint, ms', ({ painted }) => painted),
    row('usable, ms', ({ usable }) => usable),
    line('  of the fastest visit', (made) => Math.min(...made.map(({ usable }) => usable))),
    row('scripts listen, ms', ({ listening }) => listening),
    row('scripts showed results, ms', ({ shown }) => shown),
    row('scripts showed counts, ms', ({ counted }) => counted),
    row('response to paint, ms', ({ responseToPaint }) => median(responseToPaint), 1),
    row('long tasks', ({ longTasks }) => longTasks),
    row('longest task, ms', ({ longestTask }) => longestTask),
    row('layout shift', ({ layoutShift }) => layoutShift, 4),
    row('requests', ({ requests }) => requests),
    ...kinds.map((kind) => row(`bytes of ${kind}`, ({ bytes }) => bytes[kind] ?? 0)),
  ];
}
