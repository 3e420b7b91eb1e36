// The report of a soak.
import { MAX_P99_RATIO, type OverloadStats, type SlowClientPhase, type LoadPhase } from './soak.ts';

export function reportLines({ capacity, baseline, floods, slow }: OverloadStats): string[] {
  return [
    `Capacity: ${capacity.toFixed(0)} responses/s.`,
    '',
    ...table([
      [
        '',
        'offered/s',
        'completed/s',
        'p50 ms',
        'p99 ms',
        'of baseline',
        '503',
        'its p99',
        'lost',
        'MB',
        'files',
        'CPU',
        "clients'",
        'late',
      ],
      row('baseline', baseline, baseline),
      ...floods.flatMap(({ of, overload, files, after }) => [
        row(`overload: ${of}`, overload, baseline),
        row('files meanwhile', files, baseline),
        row('afterwards', after, baseline),
      ]),
      ...slow.map((phase) => row(`${phase.connections} ${phase.kind}`, phase.others, baseline)),
    ]),
    '',
    ...slow.map(slowLine),
    `Completed: with 200. 503: their share, and the p99 of their response times. Lost: connections that ended without a`,
    `response, and requests that found no connection. CPU: processors that the server took, and its clients. Late: the p99 of`,
    `how much later than due requests were sent. The limit of the p99 under overload is ${MAX_P99_RATIO} times the baseline.`,
  ];
}

function row(name: string, phase: LoadPhase, baseline: LoadPhase): string[] {
  const { seconds, statuses, requests, latencies, rejectedLatencies, sendDelays, unsent } = phase;
  const count = (status: number): number => statuses.get(status) ?? 0;
  const p99 = latencies.percentile(0.99);
  return [
    name,
    ((requests + unsent) / seconds).toFixed(0),
    (count(200) / seconds).toFixed(0),
    latencies.percentile(0.5).toFixed(1),
    p99.toFixed(1),
    (p99 / baseline.latencies.percentile(0.99)).toFixed(2),
    `${((100 * count(503)) / requests).toFixed(1)} %`,
    count(503) === 0 ? '–' : rejectedLatencies.percentile(0.99).toFixed(1),
    String(count(0) + unsent),
    String(phase.memory),
    String(phase.files),
    (phase.serverCpuSeconds / seconds).toFixed(2),
    (phase.cpuSeconds / seconds).toFixed(2),
    sendDelays.percentile(0.99).toFixed(1),
  ];
}

function slowLine({ kind, connections, memory, before, files, closed }: SlowClientPhase): string {
  const bytes = ((memory - before.memory) * 2 ** 20) / connections;
  return (
    `${connections} ${kind}: ${before.memory} MB before and ${memory} MB with them, ${(bytes / 1024).toFixed(1)} KB each; ` +
    `${files} open files; the server closed ${closed}.`
  );
}

export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  '),
  );
}
