// A lease that lets one process write. It is a document that its holder rewrites every few seconds. Another process may acquire
// it once the document has not changed for longer than that by its own clock, so clocks need not agree. A holder that lost the
// lease does no harm: its writes have older versions (bulk-writer.ts), and it checks the lease before it publishes a state.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { stateIndex } from './index-names.ts';

export interface LeaseTimes {
  /** Interval between renewals. */
  readonly renewMs: number;
  /** A lease that stays unchanged for longer is free. */
  readonly expiryMs: number;
}

const TIMES: LeaseTimes = { renewMs: 3000, expiryMs: 15_000 };

interface LeaseDocument {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: { readonly holder: string | null };
}

/** Identifies our last write of the document, for optimistic concurrency. */
interface LeaseVersion {
  readonly if_seq_no: number;
  readonly if_primary_term: number;
}

export class WriterLease {
  readonly #client: ClusterClient;
  readonly #holder: string;
  readonly #timer: NodeJS.Timeout;
  #version: LeaseVersion;
  #renewing: Promise<void> | undefined;
  #isLost = false;

  private constructor(client: ClusterClient, holder: string, version: LeaseVersion, { renewMs }: LeaseTimes) {
    this.#client = client;
    this.#holder = holder;
    this.#version = version;
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), renewMs);
  }

  /** Waits until the lease is free and acquires it; undefined once `isWanted` is false. Throws a ClusterError. */
  static async acquire(
    client: ClusterClient,
    isWanted: () => Promise<boolean>,
    times: LeaseTimes = TIMES,
  ): Promise<WriterLease | undefined> {
    const holder = randomUUID();
    let seen = '';
    let seenAt = performance.now();
    while (await isWanted()) {
      const found = await client.requestOptional<LeaseDocument>({ method: 'GET', path: leasePath(client) });
      const current = JSON.stringify(found);
      if (current !== seen) {
        seen = current;
        seenAt = performance.now();
      }
      const holderNow = found?._source.holder ?? null;
      const isFree = holderNow === null || performance.now() - seenAt > times.expiryMs;
      const version = isFree ? await write(client, holder, found && versionOf(found)) : undefined;
      if (version !== undefined) return new WriterLease(client, holder, version, times);
      await wait(times.renewMs / 10);
    }
    return undefined;
  }

  /** Renews the lease. Throws a ClusterError if another process has it. */
  async check(): Promise<void> {
    await this.#renew();
    if (this.#isLost) throw new ClusterError('another process writes to the cluster now', 409, true);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing?.catch(() => undefined);
    // If the release fails, the lease expires.
    if (!this.#isLost) await write(this.#client, null, this.#version).catch(() => undefined);
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#rewrite().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #rewrite(): Promise<void> {
    if (this.#isLost) return;
    const version = await write(this.#client, this.#holder, this.#version);
    if (version === undefined) this.#isLost = true;
    else this.#version = version;
  }
}

/** The version written; undefined if another process was faster. */
async function write(
  client: ClusterClient,
  holder: string | null,
  version: LeaseVersion | undefined,
): Promise<LeaseVersion | undefined> {
  try {
    const written = await client.request<Pick<LeaseDocument, '_seq_no' | '_primary_term'>>({
      method: 'PUT',
      path: leasePath(client),
      query: { ...(version ?? { op_type: 'create' }) },
      // Each write differs, so that waiting processes notice it.
      body: { holder, at: new Date().toISOString() },
    });
    return versionOf(written);
  } catch (error) {
    if (!(error instanceof ClusterError) || error.status !== 409) throw error;
    // A request repeated because its response was lost conflicts with itself.
    const found = await client.requestOptional<LeaseDocument>({ method: 'GET', path: leasePath(client) });
    return found !== undefined && holder !== null && found._source.holder === holder
      ? versionOf(found)
      : undefined;
  }
}

function versionOf({
  _seq_no,
  _primary_term,
}: Pick<LeaseDocument, '_seq_no' | '_primary_term'>): LeaseVersion {
  return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}

/** An id that no index of listings has. */
function leasePath(client: ClusterClient): string {
  return `/${stateIndex(client.prefix)}/_doc/writer`;
}
