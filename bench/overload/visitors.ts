// Load from several processes, over the loopback address only. visitors-process.ts is the other side.
import { TaskProcess } from '../harness/process.ts';
import { Durations } from './durations.ts';

export interface VisitorsTask {
  readonly port: number;
  /** What follows the host in each address. They are asked in order, over and over, from the one at `first` on. */
  readonly targets: readonly string[];
  readonly first: number;
  /** Undefined: every visitor asks again as soon as it is answered. */
  readonly perSecond?: number;
  readonly seconds: number;
  /** At most. One request at a time is under way on each. */
  readonly connections: number;
}

export interface VisitorsFigures {
  readonly seconds: number;
  /** How many answers of each status; 0: the connection was lost instead. */
  readonly statuses: Readonly<Record<string, number>>;
  /** From the moment it was sent until all of the answer was there; those with 200. */
  readonly answered: readonly number[];
  readonly refused: readonly number[];
  /** How much later than due requests were sent: a client that has too much to do shows here. */
  readonly delays: readonly number[];
  /** Because no connection was free. */
  readonly unsent: number;
  readonly unanswered: number;
  readonly connections: number;
  readonly cpuSeconds: number;
}

export interface LoadFigures {
  readonly seconds: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly answered: Durations;
  readonly refused: Durations;
  readonly delays: Durations;
  readonly unsent: number;
  readonly unanswered: number;
  readonly connections: number;
  /** Of all clients together. */
  readonly cpuSeconds: number;
}

export class Crowd {
  readonly #children: readonly TaskProcess<VisitorsTask, VisitorsFigures>[];

  constructor(processes: number) {
    const file = new URL('./visitors-process.ts', import.meta.url);
    this.#children = Array.from(
      { length: processes },
      () => new TaskProcess<VisitorsTask, VisitorsFigures>(file.href),
    );
  }

  /** `perSecond` and `connections` are those of all processes together. */
  async ask(task: Omit<VisitorsTask, 'first'>): Promise<LoadFigures> {
    const count = this.#children.length;
    const parts = await Promise.all(
      this.#children.map((child, number) =>
        child.run({
          ...task,
          first: Math.floor((number * task.targets.length) / count),
          ...(task.perSecond !== undefined && { perSecond: task.perSecond / count }),
          connections: Math.ceil(task.connections / count),
        }),
      ),
    );
    return together(parts);
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.close()));
  }
}

function together(parts: readonly VisitorsFigures[]): LoadFigures {
  const statuses = new Map<number, number>();
  for (const part of parts)
    for (const [status, count] of Object.entries(part.statuses))
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + count);
  const sum = (of: (part: VisitorsFigures) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const durations = (of: (part: VisitorsFigures) => readonly number[]): Durations =>
    Durations.of(parts.map((part) => new Durations(of(part))));
  return {
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    statuses,
    answered: durations(({ answered }) => answered),
    refused: durations(({ refused }) => refused),
    delays: durations(({ delays }) => delays),
    unsent: sum(({ unsent }) => unsent),
    unanswered: sum(({ unanswered }) => unanswered),
    connections: sum(({ connections }) => connections),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
  };
}
