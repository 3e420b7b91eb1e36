// Clients that are slow on purpose, in a process of their own. slow-clients-process.ts is the other side.
import { TaskProcess } from '../harness/process.ts';

/**
 * `idle` have asked once and keep the connection, `silent` never ask, `heads` and `bodies` send theirs a byte at a time,
 * `reads` ask and do not read the answers, and `piles` send hundreds of requests at once and do not read either.
 */
export type SlowKind = 'idle' | 'silent' | 'heads' | 'bodies' | 'reads' | 'piles';

export interface SlowTask {
  readonly kind: SlowKind;
  readonly port: number;
  /** To make, and to make anew when they are lost; 0: only count. */
  readonly connections: number;
}

export interface SlowFigures {
  readonly open: number;
  /** By the server, so far. */
  readonly closed: number;
}

export class SlowClients {
  readonly #child = new TaskProcess<SlowTask, SlowFigures>(
    new URL('./slow-clients-process.ts', import.meta.url).href,
  );
  readonly #task: SlowTask;

  private constructor(task: SlowTask) {
    this.#task = task;
  }

  /** Here when all connections are made. */
  static async start(task: SlowTask): Promise<SlowClients> {
    const clients = new SlowClients(task);
    await clients.#child.run(task);
    return clients;
  }

  count(): Promise<SlowFigures> {
    return this.#child.run({ ...this.#task, connections: 0 });
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
