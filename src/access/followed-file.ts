// A file that others replace while this process runs. It is looked at when somebody asks, at most once a second, and read
// again when it has changed. What was good last stays until something good takes its place, also where the file is gone:
// a slip of the hand must not open a door.
import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { Problem } from '../problem.ts';

const LOOK_MS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

export interface Following {
  /** Told what is wrong with the file, once, and when it is good again. */
  readonly note: (text: string) => void;
  /** The time in milliseconds, as Date.now gives it. */
  readonly now: () => number;
}

export class FollowedFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  readonly #following: Following;
  #value: T | undefined;
  #found = false;
  #lookedAt: number;
  /** Which file was read last, good or not. */
  #stamp: string | undefined;
  #fault: string | undefined;

  /** Throws Problems: what `parse` throws, and `data_unusable` for a file that cannot be read. It may be missing. */
  constructor(path: string, parse: (text: string) => T, following: Following) {
    this.#path = path;
    this.#parse = parse;
    this.#following = following;
    this.#lookedAt = following.now();
    this.#read();
  }

  /** Whether the file was ever there, good or not. */
  get found(): boolean {
    this.#look();
    return this.#found;
  }

  /** What the file says; undefined as long as it has never said anything good. */
  get value(): T | undefined {
    this.#look();
    return this.#value;
  }

  #look(): void {
    const { now, note } = this.#following;
    // Either way: a clock that is set back must not stop the looking.
    if (Math.abs(now() - this.#lookedAt) < LOOK_MS) return;
    this.#lookedAt = now();
    try {
      const isNew = this.#read();
      if (isNew && this.#fault !== undefined) {
        note(`'${this.#path}' can be used again.`);
        this.#fault = undefined;
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.message === this.#fault) return;
      this.#fault = error.message;
      const kept = this.#value === undefined ? 'Nothing of it is used.' : 'What it said before still holds.';
      note(`${error.message} ${kept}`);
    }
  }

  /** Whether there was something new in it. */
  #read(): boolean {
    const stamp = stampOf(this.#path);
    if (stamp === undefined) {
      if (!this.#found) return false;
      this.#stamp = undefined;
      throw new Problem('data_unusable', `'${this.#path}' is gone. Put it back.`);
    }
    this.#found = true;
    if (stamp === this.#stamp) return false;
    const text = textOf(this.#path);
    this.#stamp = stamp;
    this.#value = this.#parse(text);
    return true;
  }
}

/** What the file says now; undefined where there is none. Throws a Problem `data_unusable`. */
export function findFileText(path: string): string | undefined {
  return stampOf(path) === undefined ? undefined : textOf(path);
}

/** Changes whenever the file does; undefined where there is none. */
function stampOf(path: string): string | undefined {
  const stat = readable(path, () => statOf(path));
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

function textOf(path: string): string {
  return readable(path, () => readFileSync(path, 'utf8'));
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Problem('data_unusable', `'${path}' cannot be read (${code}). Make it readable.`, [], {
      cause: error,
    });
  }
}
