// The part of the page about other engines.
import type { StockFigures } from '../measure-stock.ts';
import type { RivalFigures, RivalsFigures } from '../parts/rivals.ts';
import type { Percentiles } from '../percentiles.ts';
import { digits, megabytes, seconds, table, whole } from './format.ts';
import type { RunFigures } from './run-figures.ts';

export function rivalsSection({ stocks }: RunFigures): string {
  const measured = stocks.flatMap((stock) =>
    stock.rivals === undefined ? [] : [{ stock, rivals: stock.rivals }],
  );
  if (measured.length === 0) return '';
  const { compared, secondsAShape } = measured[0].rivals.options;
  return [
    '## Other engines',
    '',
    'The same stock and the same questions, each engine in a process of its own, with the indexes that suit it. Timed is ' +
      'the exact total and the keys of the page. Each question is asked twice in a row, and the second time counts, when all ' +
      'are as warm as can be, Forecourt too; at most ' +
      `${secondsAShape} s for each shape. Before that, up to ${compared} answers of each shape are compared with Forecourt's: ` +
      'totals and pages must be equal, of relevance the totals only, and nothing is expected where a word is mistyped.',
    '',
    'Times in ms: p50, and p99 in brackets. *Best* is the least time of any other engine, and how many times ' +
      "Forecourt's it is: above 1 Forecourt is faster.",
    '',
    ...measured.map(({ stock, rivals }) => `${stockRivals(stock, rivals)}\n`),
  ].join('\n');
}

function stockRivals(stock: StockFigures, { measured, absent }: RivalsFigures): string {
  const { engine } = stock;
  const rows = engine.shapes.map(({ name, says, repeatedMs }, shape) => [
    `${name}: ${says}`,
    times(repeatedMs),
    ...measured.map((rival) => cell(rival, shape)),
    best(measured, shape, 'p50', repeatedMs),
    best(measured, shape, 'p99', repeatedMs),
  ]);
  const footer = [
    [
      'feed to searchable; of the others, from listings in memory',
      seconds(stock.filling.searchableMs),
      ...measured.map(({ loadMs }) => seconds(loadMs)),
    ],
    [
      'size, on disk or in memory',
      megabytes(stock.diskBytes),
      ...measured.map(({ bytes }) => megabytes(bytes)),
    ],
  ].map((row) => [...row, '', '']);
  const names = measured.map(({ name, version }) => `${name} ${version}`);
  const head = [`${whole(engine.listings)} listings`, 'Forecourt', ...names, 'best p50', 'best p99'];
  const notes = [
    ...measured.flatMap(notesOf),
    ...absent.map(({ name, why }) => `- ${name} was not measured: ${why}.`),
  ];
  return [table(head, [...rows, ...footer]), '', ...notes].join('\n');
}

function times({ p50, p99 }: Percentiles): string {
  return `${digits(p50)} (${digits(p99)})`;
}

function cell({ shapes }: RivalFigures, shape: number): string {
  const { refusal, warmMs } = shapes[shape];
  if (warmMs !== undefined) return times(warmMs);
  return refusal === undefined ? '–' : 'not asked';
}

/** The name of the engine with the least time, and its ratio. */
function best(
  rivals: readonly RivalFigures[],
  shape: number,
  percentile: 'p50' | 'p99',
  own: Percentiles,
): string {
  const [first] = rivals
    .flatMap(({ name, shapes }) => {
      const { warmMs } = shapes[shape];
      return warmMs === undefined ? [] : [{ name, time: warmMs[percentile] }];
    })
    .sort((a, b) => a.time - b.time);
  if (first === undefined) return '–';
  // The clock may be too coarse for the fastest.
  return own[percentile] === 0 ? first.name : `${first.name} ${digits(first.time / own[percentile])}×`;
}

/** What a reader of the times must know: what it could not be asked, and what it answered otherwise. */
function notesOf({ name, differs, shapes }: RivalFigures): string[] {
  const refusals = new Map<string, string[]>();
  for (const { name: shape, refusal } of shapes) {
    if (refusal !== undefined) refusals.set(refusal, [...(refusals.get(refusal) ?? []), shape]);
  }
  const compared = shapes.reduce((sum, shape) => sum + shape.compared, 0);
  const disagreements = shapes.flatMap((shape) => shape.disagreements);
  return [
    `- ${name}: ${compared} answers compared, ${disagreements.length} of them different.`,
    ...(differs === undefined ? [] : [`- ${name}: ${differs}.`]),
    ...Array.from(refusals, ([refusal, asked]) => `- ${name} was not asked ${asked.join(', ')}: ${refusal}.`),
    ...disagreements.slice(0, 3).map((sentence) => `- ${sentence}.`),
  ];
}
