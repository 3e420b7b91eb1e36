// The figures of a soak as lines for people.
import { MOST_TIMES, type OverloadFigures, type SlowStretch, type Stretch } from './soak.ts';

export function reportLines({ capacity, quiet, floods, slow, faults }: OverloadFigures): string[] {
  return [
    `Capacity: ${capacity.toFixed(0)} answers a second.`,
    '',
    ...table([
      [
        '',
        'asked/s',
        'answered/s',
        'p50 ms',
        'p99 ms',
        'of quiet',
        '503',
        'its p99',
        'lost',
        'MB',
        'files',
        'CPU',
        "clients'",
        'late',
      ],
      row('quiet', quiet, quiet),
      ...floods.flatMap(({ of, overload, files, after }) => [
        row(`overload: ${of}`, overload, quiet),
        row('files meanwhile', files, quiet),
        row('afterwards', after, quiet),
      ]),
      ...slow.map((stretch) => row(`${stretch.connections} ${stretch.kind}`, stretch.others, quiet)),
    ]),
    '',
    ...slow.map(slowLine),
    `Answered: with 200. 503: their share. Its p99: until the refusal was there. Lost: connections that ended without an`,
    `answer, and requests that found none. CPU: processors that the server took, and its clients. Late: how much later than`,
    `due 99 of 100 requests were sent. Overload may answer ${MOST_TIMES} times slower than quiet.`,
    faults.length === 0 ? 'No faults.' : `${faults.length} faults:`,
    ...faults.map((fault) => `  ${fault}`),
  ];
}

function row(name: string, stretch: Stretch, quiet: Stretch): string[] {
  const { seconds, statuses, answered, refused, delays, unsent } = stretch;
  const count = (status: number): number => statuses.get(status) ?? 0;
  const total = [...statuses.values()].reduce((sum, one) => sum + one, 0);
  const p99 = answered.within(0.99);
  return [
    name,
    ((total + unsent) / seconds).toFixed(0),
    (count(200) / seconds).toFixed(0),
    answered.within(0.5).toFixed(1),
    p99.toFixed(1),
    (p99 / quiet.answered.within(0.99)).toFixed(2),
    `${((100 * count(503)) / total).toFixed(1)} %`,
    count(503) === 0 ? '–' : refused.within(0.99).toFixed(1),
    String(count(0) + unsent),
    String(stretch.memory),
    String(stretch.files),
    (stretch.serverCpuSeconds / seconds).toFixed(2),
    (stretch.cpuSeconds / seconds).toFixed(2),
    delays.within(0.99).toFixed(1),
  ];
}

function slowLine({ kind, connections, memory, before, files, closed }: SlowStretch): string {
  const bytes = ((memory - before.memory) * 2 ** 20) / connections;
  return (
    `${connections} ${kind}: ${before.memory} MB before and ${memory} MB with them, ${(bytes / 1024).toFixed(1)} KB each; ` +
    `${files} open files; the server closed ${closed}.`
  );
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  '),
  );
}
