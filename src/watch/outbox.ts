// What a watcher has to deliver, and where it continues. Both are in one file, because they must change together. The changes
// since a cursor are net: a listing that enters and leaves again is in none. If a watcher had reported its entry and then asked
// from the same cursor again, it would never report that it left. So each page is stored, with the cursor behind it, before any
// of it is sent. Messages may be sent again after a crash, and are never lost.
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { pathFault } from '../files/path-fault.ts';
import type { Change, ChangePage } from '../client/index.ts';
import { parseJson } from '../json.ts';
import { Problem } from '../problem.ts';
import { quotedPath } from '../quoted-text.ts';
import { hash } from 'node:crypto';

const VERSION = 1;
/** Between two writes of what was delivered. Messages of this time are sent again after a crash. */
const SAVE_INTERVAL_MS = 1000;

/** Whose changes these are. A file of another search or service is refused. */
export interface Watched {
  readonly url: string;
  readonly search: string;
}

export interface PendingMessage extends WebhookMessage {
  /** Time of the first attempt, in milliseconds since 1970. */
  firstAttemptAt: number | undefined;
}

interface State extends Watched {
  readonly version: typeof VERSION;
  readonly cursor: string | null;
  readonly pending: readonly { readonly change: Change; readonly firstAttemptAt?: number }[];
}

export class Outbox {
  readonly #path: string | undefined;
  readonly #watched: Watched;
  readonly #pending: Set<PendingMessage>;
  #cursor: string | undefined;
  /** By the clock of `performance`, which cannot be set back. */
  #savedAt = -Infinity;
  #isChanged = false;

  /** Reads the file, if there is one. Without a path nothing is stored. Problem `invalid_configuration` for a wrong file. */
  constructor(path: string | undefined, watched: Watched) {
    this.#path = path;
    this.#watched = watched;
    const state = path === undefined ? undefined : readState(path, watched);
    this.#cursor = state?.cursor ?? undefined;
    this.#pending = new Set(
      state?.pending.map(({ change, firstAttemptAt }) => ({
        ...toMessage(change, watched.search),
        firstAttemptAt,
      })),
    );
  }

  /** Where the next page begins. Undefined: nothing is known yet. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Oldest first. */
  get pending(): ReadonlySet<PendingMessage> {
    return this.#pending;
  }

  /** Durable on return, so that its changes may be sent. */
  add({ changes, cursor }: ChangePage): void {
    if (changes.length === 0 && cursor === this.#cursor) return;
    for (const change of changes)
      this.#pending.add({ ...toMessage(change, this.#watched.search), firstAttemptAt: undefined });
    this.#cursor = cursor;
    this.#save();
  }

  /** Removes a message, soon also from the file. */
  remove(message: PendingMessage): void {
    this.#pending.delete(message);
    this.#isChanged = true;
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.#save();
  }

  noteAttempt(message: PendingMessage): void {
    if (message.firstAttemptAt !== undefined) return;
    message.firstAttemptAt = Date.now();
    this.#isChanged = true;
  }

  /** Writes what is not written yet. */
  flush(): void {
    if (this.#isChanged) this.#save();
  }

  #save(): void {
    this.#savedAt = performance.now();
    this.#isChanged = false;
    if (this.#path === undefined) return;
    const state: State = {
      version: VERSION,
      ...this.#watched,
      cursor: this.#cursor ?? null,
      pending: Array.from(this.#pending, ({ change, firstAttemptAt }) => ({
        change,
        ...(firstAttemptAt !== undefined && { firstAttemptAt }),
      })),
    };
    const text = `${JSON.stringify(state)}\n`;
    try {
      // Changes may tell what a customer is looking for.
      writeFileAtomic(this.#path, (file) => writeFileSync(file, text), { mode: 0o600 });
    } catch (error) {
      throw cannotWrite(this.#path, error);
    }
  }
}

function cannotWrite(path: string, error: unknown): unknown {
  const fault = pathFault(error);
  if (fault === undefined) return error;
  return new Problem('data_unusable', `The state file ${quotedPath(path)} cannot be written: ${fault}.`);
}

function readState(path: string, { url, search }: Watched): State | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // The file is written whole or not at all, so its members need no further checks.
  const state = parseJson(text) as Partial<State> | null | undefined;
  const refuse = (fault: string): Problem =>
    new Problem('invalid_configuration', `The state file ${quotedPath(path)} ${fault}.`);
  if (state?.version !== VERSION || !Array.isArray(state.pending))
    throw refuse('is not one of this version. Remove it to begin anew');
  if (state.url !== url || state.search !== search)
    throw refuse(`is of another search: ${state.url} '?${state.search}'. Choose another file for this one`);
  return state as State;
}

/** A change as it is delivered. */
export interface WebhookMessage {
  /** The same for the same change, so that receivers can recognise one that comes again after a restart. */
  readonly id: string;
  /** JSON; the same bytes for every attempt. */
  readonly body: string;
  readonly change: Change;
}

const TYPES = {
  entered: 'listing.entered',
  left: 'listing.left',
  changed: 'listing.changed',
} as const satisfies Record<Change['change'], string>;

/** `search` is the query string of the search, as it was given. */
export function toMessage(change: Change, search: string): WebhookMessage {
  const body = JSON.stringify({
    type: TYPES[change.change],
    timestamp: change.at,
    data: { search, ...change },
  });
  return { id: `msg_${hash('sha256', body, 'base64url').slice(0, 27)}`, body, change };
}

/** Messages about the same listing are delivered in their order. */
export function listingOf({ change: { dealer, advert } }: WebhookMessage): string {
  return `${dealer} ${advert}`;
}
