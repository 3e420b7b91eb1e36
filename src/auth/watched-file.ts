// A file that other processes replace while this one runs. Reading its value polls the file, at most once per interval. Neither
// invalid contents nor removal of the file replace a valid value, because a mistake must not grant access.
import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { pathFault } from '../files/path-fault.ts';
import { errorMessage, Problem } from '../problem.ts';

const POLL_INTERVAL_MS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

export interface WatchContext {
  /** Called once when the file becomes invalid, and once when it is valid again. */
  readonly warn: (text: string) => void;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

export class WatchedFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  readonly #context: WatchContext;
  #value: T | undefined;
  #wasFound = false;
  #polledAt: number;
  /** Version of the file read last, valid or not. */
  #version: string | undefined;
  #lastError: string | undefined;

  /** The file may be missing. Throws the Problems of `parse`, and `data_unusable` for an unreadable file. */
  constructor(path: string, parse: (text: string) => T, context: WatchContext) {
    this.#path = path;
    this.#parse = parse;
    this.#context = context;
    this.#polledAt = context.now();
    this.#read();
  }

  /** Whether the file has ever existed, valid or not. */
  get wasFound(): boolean {
    this.#poll();
    return this.#wasFound;
  }

  get value(): T | undefined {
    this.#poll();
    return this.#value;
  }

  #poll(): void {
    const { now, warn } = this.#context;
    // Absolute difference: a clock that is set back must not stop the polling.
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
      const consequence = this.#value === undefined ? 'It is ignored.' : 'Its previous contents stay in use.';
      warn(`${error.message} ${consequence}`);
    }
  }

  /** Reads the file if it has a new version; returns whether it had one. */
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

/** The contents of the file; undefined if it does not exist. Throws a Problem `data_unusable`. */
export function findFileText(path: string): string | undefined {
  return fileVersionOf(path) === undefined ? undefined : readText(path);
}

/** A text that changes whenever the file does; undefined if the file does not exist. */
function fileVersionOf(path: string): string | undefined {
  const stat = orUnusable(path, () => statOf(path));
  if (stat === undefined) return undefined;
  // Reading from a pipe or a device might never end.
  if (!stat.isFile()) throw new Problem('data_unusable', `'${path}' is not a file. Remove it.`);
  if (stat.size > MAX_BYTES)
    throw new Problem(
      'data_unusable',
      `'${path}' is larger than ${MAX_BYTES} bytes. Replace it with the right one.`,
    );
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** The file's status; undefined also if a part of the path is not a folder, which the code that needs the folder reports. */
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
    const fault = pathFault(error) ?? errorMessage(error);
    throw new Problem('data_unusable', `'${path}' cannot be read: ${fault}.`, [], {
      cause: error,
    });
  }
}
