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
  const largest = measured.at(-1);
  if (largest === undefined) return '';
  const { compared, rounds, secondsPerClass } = largest.engines.options;
  return [
    '## Other engines',
    '',
    'The same stock and the same queries, each engine in its own process, with the indexes that suit it. Timed are the exact ' +
      'total and the keys of the page, by the same code for all: every query once to warm up, then ' +
      `${rounds} rounds over the queries of a class, of at most ${secondsPerClass} s. In a round each query runs twice in a row, and the ` +
      `second time counts. The time of a query is the median of its rounds. Before that, up to ${compared} results per class are compared with Forecourt's: totals and pages must be ` +
      'equal; for relevance only the totals are compared, and for typos nothing.',
    '',
    "Times in ms: p50, and p99 in brackets. *Best* is the fastest other engine, and the ratio of its time to Forecourt's: above " +
      '1 Forecourt is faster.',
    '',
    engineTable(largest),
    '',
    ...(measured.length === 1 ? [] : [`${ratioTable(measured)}\n`]),
  ].join('\n');
}

interface Measured {
  readonly stock: StockMeasurements;
  readonly engines: OtherEnginesStats;
}

function engineTable({ stock, engines }: Measured): string {
  const { search, imported, diskBytes } = stock;
  const { measured, absent, forecourtMs } = engines;
  const rows = search.classes.map(({ name, description }, index) => [
    `${name}: ${description}`,
    times(forecourtMs[index]),
    ...measured.map((engine) => cell(engine, index)),
    formatBest(bestOf(engines, index, 'p50')),
    formatBest(bestOf(engines, index, 'p99')),
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
    ...closeLine(search.classes, engines),
    ...measured.flatMap(notesOf),
    ...absent.map(({ name, reason }) => `- ${name} was not measured: ${reason}.`),
  ];
  return [markdownTable(head, [...rows, ...footer]), '', ...notes].join('\n');
}

/** The best p99 of the other engines by class and size; below it, the results that differed. */
function ratioTable(measured: readonly Measured[]): string {
  const head = ['best p99', ...measured.map(({ stock }) => `${formatCount(stock.search.listings)} listings`)];
  const rows = measured[0].stock.search.classes.map(({ name, description }, index) => [
    `${name}: ${description}`,
    ...measured.map(({ engines }) => formatBest(bestOf(engines, index, 'p99'))),
  ]);
  const differing = measured
    .slice(0, -1)
    .flatMap(({ stock, engines }) =>
      engines.measured.flatMap((engine) =>
        disagreementsOf(engine).map((line) => `${line} Stock: ${stock.stock}.`),
      ),
    );
  return [markdownTable(head, rows), ...(differing.length === 0 ? [] : ['', ...differing])].join('\n');
}

/** From here on another engine is no competition. */
const CLOSE_RATIO = 10;

/** Which classes have another engine whose p99 is near Forecourt's; none if no other engine was measured. */
function closeLine(classes: readonly { readonly name: string }[], engines: OtherEnginesStats): string[] {
  if (engines.measured.length === 0) return [];
  const close = classes.flatMap(({ name }, index) => {
    const best = bestOf(engines, index, 'p99');
    return best?.ratio !== undefined && best.ratio < CLOSE_RATIO ? [`${name} (${formatBest(best)})`] : [];
  });
  return [
    `- Another engine's p99 is below ${CLOSE_RATIO} times Forecourt's on ${close.length === 0 ? 'no class' : close.join(', ')}.`,
  ];
}

function times(ms: Percentiles | undefined): string {
  return ms === undefined ? '–' : `${formatFigure(ms.p50)} (${formatFigure(ms.p99)})`;
}

function cell({ classes }: EngineStats, index: number): string {
  const { unsupported, warmMs } = classes[index];
  if (warmMs !== undefined) return times(warmMs);
  return unsupported === undefined ? '–' : 'unsupported';
}

interface Best {
  readonly name: string;
  /** Its time by Forecourt's; undefined if that is too short for the clock. */
  readonly ratio: number | undefined;
}

/** The other engine with the least time; undefined: none has one. */
function bestOf(
  { measured, forecourtMs }: OtherEnginesStats,
  index: number,
  percentile: 'p50' | 'p99',
): Best | undefined {
  const [first] = measured
    .flatMap(({ name, classes }) => {
      const time = classes[index].warmMs?.[percentile];
      return time === undefined ? [] : [{ name, time }];
    })
    .sort((a, b) => a.time - b.time);
  const own = forecourtMs[index]?.[percentile];
  return first && { name: first.name, ratio: own === undefined || own === 0 ? undefined : first.time / own };
}

function formatBest(best: Best | undefined): string {
  if (best === undefined) return '–';
  return best.ratio === undefined ? best.name : `${best.name} ${formatFigure(best.ratio)}×`;
}

/** What readers of the times must know: which queries were unsupported, and which results were different. */
function notesOf(engine: EngineStats): string[] {
  const { name, knownDifference, classes } = engine;
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
    ...disagreementsOf(engine),
  ];
}

const MAX_SHOWN_DISAGREEMENTS = 3;

function disagreementsOf({ classes }: EngineStats): string[] {
  const disagreements = classes.flatMap(({ disagreements }) => disagreements);
  return disagreements.slice(0, MAX_SHOWN_DISAGREEMENTS).map((message) => `- ${message}.`);
}
