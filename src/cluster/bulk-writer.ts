// Writes documents in bulk, with few requests in flight and none too large, so that neither the cluster nor this process is
// flooded. Rejected writes are retried with backoff. Each write has a version, and counts as done if the document already has
// that version or a newer one, so repeated and late writes are harmless.
import { asError } from '../problem.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { ClusterError, type ClusterClient } from './cluster-client.ts';

export interface BulkLimits {
  /** Maximum size of a request. */
  readonly bytes: number;
  /** Maximum requests in flight. */
  readonly requests: number;
  /** Timeout without an accepted write. */
  readonly timeoutMs: number;
}

const LIMITS: BulkLimits = { bytes: 5 * 2 ** 20, requests: 3, timeoutMs: 120_000 };
const INITIAL_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

interface Write {
  readonly action: 'index' | 'delete';
  readonly id: string;
  readonly version: number;
  /** The document, for an index action. */
  readonly source?: string;
}

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

interface BulkResponse {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}

export class BulkWriter {
  readonly #client: ClusterClient;
  readonly #index: string;
  readonly #limits: BulkLimits;
  readonly #onWritten: (writes: number) => void;
  #writes: Write[] = [];
  #bytes = 0;
  readonly #inFlight = new Set<Promise<void>>();
  #error: Error | undefined;

  /** `onWritten` is called with the number of writes just done. */
  constructor(
    client: ClusterClient,
    index: string,
    {
      limits = LIMITS,
      onWritten = () => undefined,
    }: { limits?: BulkLimits; onWritten?: (writes: number) => void } = {},
  ) {
    this.#client = client;
    this.#index = index;
    this.#limits = limits;
    this.#onWritten = onWritten;
  }

  /** Indexes a document; waits while too much is in flight. Throws the error of any earlier write. */
  async put(id: string, document: object, version: number): Promise<void> {
    await this.#add({ action: 'index', id, version, source: JSON.stringify(document) });
  }

  /** Deletes a document. Waits and throws as `put` does. */
  async delete(id: string, version: number): Promise<void> {
    await this.#add({ action: 'delete', id, version });
  }

  /** Resolves when everything is written. Throws the error of any write. */
  async finish(): Promise<void> {
    this.#send();
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    this.#check();
  }

  async #add(write: Write): Promise<void> {
    this.#check();
    this.#writes.push(write);
    this.#bytes += 100 + (write.source?.length ?? 0);
    if (this.#bytes < this.#limits.bytes) return;
    this.#send();
    while (this.#inFlight.size >= this.#limits.requests) await Promise.race(this.#inFlight);
    this.#check();
  }

  #check(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  #send(): void {
    if (this.#writes.length === 0) return;
    const writes = this.#writes;
    this.#writes = [];
    this.#bytes = 0;
    const sent: Promise<void> = this.#sendUntilDone(writes)
      .catch((error: unknown) => void (this.#error ??= asError(error)))
      .finally(() => this.#inFlight.delete(sent));
    this.#inFlight.add(sent);
  }

  async #sendUntilDone(all: readonly Write[]): Promise<void> {
    let left = all;
    let lastProgress = performance.now();
    for (let backoff = INITIAL_BACKOFF_MS; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      const rejected = await this.#sendOnce(left);
      this.#onWritten(left.length - rejected.writes.length);
      if (rejected.writes.length === 0) return;
      if (rejected.writes.length < left.length) {
        lastProgress = performance.now();
        backoff = INITIAL_BACKOFF_MS;
      }
      if (performance.now() - lastProgress > this.#limits.timeoutMs) {
        throw new ClusterError(`the cluster accepts no writes: ${rejected.reason}`, 503, true);
      }
      left = rejected.writes;
      // Jitter, against a thundering herd.
      await wait(backoff * (0.5 + Math.random()));
    }
  }

  /** The writes to retry. Throws if a retry cannot help. */
  async #sendOnce(
    writes: readonly Write[],
  ): Promise<{ readonly writes: readonly Write[]; readonly reason: string }> {
    let response: BulkResponse;
    try {
      response = await this.#client.request<BulkResponse>({
        method: 'POST',
        path: `/${encodeURIComponent(this.#index)}/_bulk`,
        lines: writes.map(linesOf).join(''),
        timeoutMs: REQUEST_TIMEOUT_MS,
      });
    } catch (error) {
      if (!(error instanceof ClusterError) || !error.isRetryable || error.status === 404) throw error;
      return { writes, reason: error.message };
    }
    if (!response.errors) return { writes: [], reason: '' };
    let reason = '';
    const again = writes.filter((write, i) => {
      const { status, error } = response.items[i][write.action];
      if (isDone(write, status)) return false;
      reason = `${error?.type}: ${error?.reason}`;
      if (status !== 429 && status < 500) {
        throw new ClusterError(`the cluster rejected the document ${write.id}: ${reason}`, status, false);
      }
      return true;
    });
    return { writes: again, reason };
  }
}

/** A conflict (409) means that the document has this version or a newer one. */
function isDone({ action }: Write, status: number): boolean {
  return status < 300 || status === 409 || (action === 'delete' && status === 404);
}

function linesOf({ action, id, version, source }: Write): string {
  const head = JSON.stringify({ [action]: { _id: id, version, version_type: 'external' } });
  return source === undefined ? `${head}\n` : `${head}\n${source}\n`;
}
