// The parts of the page about a server under load, and about a stock that changes meanwhile.
import type { ChangeFigures } from '../parts/changes.ts';
import type { HttpFigures, TrafficFigures } from '../parts/http.ts';
import { digits, megabytes, ms, ratio, seconds, table, whole } from './format.ts';
import type { RunFigures } from './run-figures.ts';

export function httpSection({ stocks }: RunFigures): string {
  const measured = stocks.flatMap(({ engine, http }) =>
    http === undefined ? [] : [{ listings: engine.listings, http }],
  );
  if (measured.length === 0) return '';
  const { connections, rounds, seconds: longest, repeated } = measured[0].http.options;
  return [
    '## HTTP',
    '',
    `One server process, asked by another process over ${connections} connections that are kept alive, on the loopback ` +
      `address. The *bare* server is \`node:http\` sending a constant body as long as the mean answer. ${rounds} rounds of at ` +
      `most ${longest} s for each row; the median of the rounds. *Different* questions are drawn from all shapes and none ` +
      `comes twice; *repeated* ones come by Zipf's law from ${whole(repeated)}. *Rate* is requests a second against the bare ` +
      "server in the same round, and *CPU* the server's computing time for a request.",
    '',
    ...measured.map(({ listings, http }) => `${trafficTable(listings, http)}\n`),
  ].join('\n');
}

function trafficTable(listings: number, http: HttpFigures): string {
  const row = (name: string, figures: TrafficFigures): string[] => [
    name,
    whole(figures.requestsPerSecond),
    ratio(figures.rate),
    figures.cpuUs === undefined ? '–' : `${digits(figures.cpuUs)} µs`,
    ms(figures.p50Ms),
    ms(figures.p99Ms),
  ];
  const rows = [
    row('different questions', http.distinct),
    row('repeated questions', http.repeated),
    row('bare server', http.bare),
  ];
  const head = [`${whole(listings)} listings`, 'requests a second', 'rate', 'CPU', 'p50', 'p99'];
  const memory = `The mean answer had ${whole(http.bodyBytes)} bytes. Afterwards the server's own memory was ${megabytes(http.memory?.own)}.`;
  return `${table(head, rows)}\n\n${memory}`;
}

export function changesSection({ stocks }: RunFigures): string {
  const measured = stocks.flatMap(({ engine, changes }) =>
    changes === undefined ? [] : [{ listings: engine.listings, changes }],
  );
  if (measured.length === 0) return '';
  const { few, rounds, many, connections } = measured[0].changes.options;
  const rows: [what: string, figure: (changes: ChangeFigures) => string][] = [
    ['a small change, from the start of the command until it is found', (c) => seconds(c.searchableMs)],
    ['the same, from the end of the command', (c) => seconds(c.lagMs)],
    ['listings of the large change', (c) => whole(c.many)],
    ['the large change, from the start of the command until it is found', (c) => seconds(c.manyMs)],
    ['p50 in quiet', (c) => ms(c.quietMs.p50)],
    ['p50 during the large change', (c) => ms(c.duringMs.p50)],
    ['p99 in quiet', (c) => ms(c.quietMs.p99)],
    ['p99 during the large change', (c) => ms(c.duringMs.p99)],
    ['p99, during against quiet', (c) => ratio(c.duringMs.p99 / c.quietMs.p99)],
  ];
  return [
    '## While the stock changes',
    '',
    `A feed of listings with new prices is imported beside a running server. A small change has ${whole(few)} listings, and ` +
      `the median of ${rounds} is given; the large one has ${whole(many)}, or all where there are fewer. The percentiles are ` +
      `of different questions over HTTP on ${connections} connections. Import, server and load share the machine's cores.`,
    '',
    table(
      ['', ...measured.map(({ listings }) => `${whole(listings)} listings`)],
      rows.map(([what, figure]) => [what, ...measured.map(({ changes }) => figure(changes))]),
    ),
    '',
  ].join('\n');
}
