// The part of the page about other engines.
import type { StockFigures } from '../measure-stock.ts';
import type { RivalFigures, RivalsFigures } from '../parts/rivals.ts';
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
      'the exact total and the keys of the page. Each question is asked twice in a row, and the second time counts, when it ' +
      'is as warm as can be; at most ' +
      `${secondsAShape} s for each shape. Before that, up to ${compared} answers of each shape are compared with Forecourt's: ` +
      'totals and pages must be equal, of relevance the totals only, and nothing is expected where a word is mistyped. Median ' +
      "times in ms; in brackets, how many times Forecourt's own.",
    '',
    ...measured.map(({ stock, rivals }) => `${stockRivals(stock, rivals)}\n`),
  ].join('\n');
}

function stockRivals(stock: StockFigures, { measured, absent }: RivalsFigures): string {
  const { engine } = stock;
  const rows = engine.shapes.map(({ name, says, warmMs }, shape) => [
    `${name}: ${says}`,
    digits(warmMs.p50),
    ...measured.map((rival) => cell(rival, shape, warmMs.p50)),
  ]);
  const names = measured.map(({ name, version }) => `${name} (${version})`);
  const footer: string[][] = [
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
  ];
  return [
    table([`${whole(engine.listings)} listings`, 'Forecourt', ...names], [...rows, ...footer]),
    ...measured.flatMap(notesOf),
    ...absent.map(({ name, why }) => `- ${name} was not measured: ${why}`),
  ].join('\n');
}

function cell({ shapes }: RivalFigures, shape: number, ownMs: number): string {
  const { refusal, warmMs } = shapes[shape];
  if (warmMs === undefined) return refusal === undefined ? '–' : 'cannot';
  return `${digits(warmMs.p50)} (${digits(warmMs.p50 / ownMs)})`;
}

/** What a reader of the times must know: what it could not be asked, and what it answered otherwise. */
function notesOf({ name, shapes }: RivalFigures): string[] {
  const refusals = new Set(shapes.flatMap(({ refusal }) => refusal ?? []));
  const compared = shapes.reduce((sum, shape) => sum + shape.compared, 0);
  const disagreements = shapes.flatMap((shape) => shape.disagreements);
  return [
    '',
    `- ${name}: ${compared} answers compared, ${disagreements.length} of them different.`,
    ...[...refusals].map((refusal) => `- ${name} cannot be asked everything: ${refusal}`),
    ...disagreements.slice(0, 3).map((sentence) => `- ${sentence}`),
  ];
}
