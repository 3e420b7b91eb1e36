// A file that others replace while this process runs. It is looked at when somebody asks, at most once a second, and read
// again when it has changed. What was good last stays until something good takes its place, also where the file is gone:
// a slip of the hand must not open a door.
import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { Problem } from '../problem.ts';

const POLL_INTERVAL_MS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

export interface WatchContext {
  /** Told what is wrong with the file, once, and when it is good again. */
  readonly warn: (text: string) => void;
  /** The time in milliseconds, as Date.now gives it. */
  readonly now: () => number;
}

export class WatchedFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  readonly #context: WatchContext;
  #value: T | undefined;
  #wasFound = false;
  #polledAt: number;
  /** Which file was read last, good or not. */
  #version: string | undefined;
  #lastError: string | undefined;

  /** Throws Problems: what `parse` throws, and `data_unusable` for a file that cannot be read. It may be missing. */
  constructor(path: string, parse: (text: string) => T, context: WatchContext) {
    this.#path = path;
    this.#parse = parse;
    this.#context = context;
    this.#polledAt = context.now();
    this.#read();
  }

  /** Whether the file was ever there, good or not. */
  get wasFound(): boolean {
    this.#poll();
    return this.#wasFound;
  }

  /** What the file says; undefined as long as it has never said anything good. */
  get value(): T | undefined {
    this.#poll();
    return this.#value;
  }

  #poll(): void {
    const { now, warn } = this.#context;
    // Either way: a clock that is set back must not stop the looking.
    if (Math.abs(now() - this.#polledAt) < POLL_INTERVAL_MS) return;
    this.#polledAt = now();
    try {
      const isNew = this.#read();
      if (isNew && this.#lastError !== undefined) {
        warn(`'${this.#path}' can be used again.`);
        this.#lastError = undefined;
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.message === this.#lastError) return;
      this.#lastError = error.message;
      const consequence =
        this.#value === undefined ? 'Nothing of it is used.' : 'What it said before still holds.';
      warn(`${error.message} ${consequence}`);
    }
  }

  /** Whether there was something new in it. */
  #read(): boolean {
    const version = fileVersionOf(this.#path);
    if (version === undefined) {
      if (!this.#wasFound) return false;
      this.#version = undefined;
      throw new Problem('data_unusable', `'${this.#path}' is gone. Put it back.`);
    }
    this.#wasFound = true;
    if (version === this.#version) return false;
    const text = readText(this.#path);
    this.#version = version;
    this.#value = this.#parse(text);
    return true;
  }
}

/** What the file says now; undefined where there is none. Throws a Problem `data_unusable`. */
export function findFileText(path: string): string | undefined {
  return fileVersionOf(path) === undefined ? undefined : readText(path);
}

/** Changes whenever the file does; undefined where there is none. */
function fileVersionOf(path: string): string | undefined {
  const stat = orUnusable(path, () => statOf(path));
  if (stat === undefined) return undefined;
  // Reading a pipe or a device might never end.
  if (!stat.isFile()) throw new Problem('data_unusable', `'${path}' is not a file. Remove it.`);
  if (stat.size > MAX_BYTES)
    throw new Problem(
      'data_unusable',
      `'${path}' is larger than ${MAX_BYTES} bytes. Put the right one there.`,
    );
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** Undefined also where a part of the path is no folder: whoever needs the folder says what is wrong with it. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readText(path: string): string {
  return orUnusable(path, () => readFileSync(path, 'utf8'));
}

function orUnusable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Problem('data_unusable', `'${path}' cannot be read (${code}). Make it readable.`, [], {
      cause: error,
    });
  }
}
