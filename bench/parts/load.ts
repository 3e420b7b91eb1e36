// Load from a process of its own, over the loopback address only: as many connections as are asked for, each with one
// request under way at a time, until the targets run out or the time is up. load-process.ts is the other side.
import { Child } from '../child.ts';
import type { Percentiles } from '../percentiles.ts';

export interface LoadTask {
  readonly port: number;
  /** What follows the host in each address. */
  readonly targets: readonly string[];
  /** Which target each request asks for, in order; undefined: each once. */
  readonly picks?: readonly number[];
  /** Whether to start over when all have been asked. */
  readonly again?: boolean;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadFigures {
  readonly requests: number;
  readonly seconds: number;
  /** Of the answers' bodies. */
  readonly meanBytes: number;
  readonly latencyMs: Percentiles;
}

export class Load {
  readonly #child = new Child<LoadTask, LoadFigures>(new URL('./load-process.ts', import.meta.url));

  /** An answer other than 200 is an error: what is measured must be answers. */
  run(task: LoadTask): Promise<LoadFigures> {
    return this.#child.ask(task);
  }

  /** Ends the run that is under way, before its time. */
  stop(): void {
    this.#child.tell('stop');
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
