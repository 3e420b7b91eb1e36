// The page's section on other engines.
import {
  formatFigure,
  formatMegabytes,
  formatSeconds,
  markdownTable,
  formatCount,
} from '../../harness/format.ts';
import { sum, type Percentiles } from '../../harness/statistics.ts';
import type { StockMeasurements } from '../measure-stock.ts';
import type { EngineStats, OtherEnginesStats } from '../other-engines.ts';

export function enginesSection(stocks: readonly StockMeasurements[]): string {
  const measured = stocks.flatMap((stock) =>
    stock.engines === undefined ? [] : [{ stock, engines: stock.engines }],
  );
  if (measured.length === 0) return '';
  const { compared, secondsPerClass } = measured[0].engines.options;
  return [
    '## Other engines',
    '',
    'The same stock and the same queries, each engine in its own process, with the indexes that suit it. Timed are the exact ' +
      'total and the keys of the page. Each query runs twice in a row, and the second time counts, for Forecourt too; at most ' +
      `${secondsPerClass} s per class. Before that, up to ${compared} results per class are compared with Forecourt's: totals and ` +
      'pages must be equal; for relevance only the totals are compared, and for typos nothing.',
    '',
    "Times in ms: p50, and p99 in brackets. *Best* is the fastest other engine, and the ratio of its time to Forecourt's: above " +
      '1 Forecourt is faster.',
    '',
    ...measured.map(({ stock, engines }) => `${engineTable(stock, engines)}\n`),
  ].join('\n');
}

function engineTable(stock: StockMeasurements, { measured, absent }: OtherEnginesStats): string {
  const { search, imported, diskBytes } = stock;
  const rows = search.classes.map(({ name, description, repeatedMs }, index) => [
    `${name}: ${description}`,
    times(repeatedMs),
    ...measured.map((engine) => cell(engine, index)),
    best(measured, index, 'p50', repeatedMs),
    best(measured, index, 'p99', repeatedMs),
  ]);
  const loads = [imported.searchableMs, ...measured.map(({ loadMs }) => loadMs)].map(formatSeconds);
  const sizes = [diskBytes, ...measured.map(({ bytes }) => bytes)].map(formatMegabytes);
  const footer = [
    ['feed to searchable; other engines: listings in memory to searchable', ...loads, '', ''],
    ['size, on disk or in memory', ...sizes, '', ''],
  ];
  const names = measured.map(({ name, version }) => `${name} ${version}`);
  const head = [`${formatCount(search.listings)} listings`, 'Forecourt', ...names, 'best p50', 'best p99'];
  const notes = [
    ...measured.flatMap(notesOf),
    ...absent.map(({ name, reason }) => `- ${name} was not measured: ${reason}.`),
  ];
  return [markdownTable(head, [...rows, ...footer]), '', ...notes].join('\n');
}

function times({ p50, p99 }: Percentiles): string {
  return `${formatFigure(p50)} (${formatFigure(p99)})`;
}

function cell({ classes }: EngineStats, index: number): string {
  const { unsupported, warmMs } = classes[index];
  if (warmMs !== undefined) return times(warmMs);
  return unsupported === undefined ? '–' : 'unsupported';
}

/** The name of the engine with the least time, and its ratio. */
function best(
  engines: readonly EngineStats[],
  index: number,
  percentile: 'p50' | 'p99',
  own: Percentiles,
): string {
  const [first] = engines
    .flatMap(({ name, classes }) => {
      const time = classes[index].warmMs?.[percentile];
      return time === undefined ? [] : [{ name, time }];
    })
    .sort((a, b) => a.time - b.time);
  if (first === undefined) return '–';
  // The clock may be too coarse for the fastest.
  return own[percentile] === 0 ? first.name : `${first.name} ${formatFigure(first.time / own[percentile])}×`;
}

/** What readers of the times must know: which queries were unsupported, and which results were different. */
function notesOf({ name, knownDifference, classes }: EngineStats): string[] {
  const unsupported = new Map<string, string[]>();
  for (const { name: className, unsupported: reason } of classes) {
    if (reason !== undefined) unsupported.set(reason, [...(unsupported.get(reason) ?? []), className]);
  }
  const compared = sum(classes.map(({ compared }) => compared));
  const disagreements = classes.flatMap(({ disagreements }) => disagreements);
  return [
    `- ${name}: ${compared} results compared, ${disagreements.length} of them different.`,
    ...(knownDifference === undefined ? [] : [`- ${name}: ${knownDifference}.`]),
    ...Array.from(
      unsupported,
      ([reason, className]) => `- ${name} was not measured on ${className.join(', ')}: ${reason}.`,
    ),
    ...disagreements.slice(0, 3).map((message) => `- ${message}.`),
  ];
}
