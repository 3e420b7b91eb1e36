// One writer at a time. The lease is a document that its holder writes anew every few seconds. Another process may take it
// once it has not changed for longer than that, by the taker's own clock: so clocks need not agree. A holder that was
// given up for dead, and writes on all the same, does no harm: its writes are older ones (bulk-writer.ts), and it finds
// the lease gone before it says that anything is published.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ClusterFault, type Cluster } from './cluster.ts';
import { stateIndex } from './cluster-names.ts';

export interface LeaseTimes {
  /** Between two renewals. */
  readonly renewMs: number;
  /** A lease that has not changed for so long is free. */
  readonly goodForMs: number;
}

const TIMES: LeaseTimes = { renewMs: 3000, goodForMs: 15_000 };

interface LeaseDocument {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: { readonly holder: string | null };
}

/** Which write of the document is ours. */
interface Mark {
  readonly if_seq_no: number;
  readonly if_primary_term: number;
}

export class WriterLease {
  readonly #cluster: Cluster;
  readonly #holder: string;
  readonly #timer: NodeJS.Timeout;
  #mark: Mark;
  #renewing: Promise<void> | undefined;
  #isLost = false;

  private constructor(cluster: Cluster, holder: string, mark: Mark, { renewMs }: LeaseTimes) {
    this.#cluster = cluster;
    this.#holder = holder;
    this.#mark = mark;
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), renewMs);
  }

  /** Waits until the lease is free, or is not wanted any more: then it is undefined. Throws a ClusterFault. */
  static async take(
    cluster: Cluster,
    isWanted: () => Promise<boolean>,
    times: LeaseTimes = TIMES,
  ): Promise<WriterLease | undefined> {
    const holder = randomUUID();
    let seen = '';
    let seenAt = performance.now();
    while (await isWanted()) {
      const found = await cluster.find<LeaseDocument>({ method: 'GET', path: leasePath(cluster) });
      const current = JSON.stringify(found);
      if (current !== seen) {
        seen = current;
        seenAt = performance.now();
      }
      const holderNow = found?._source.holder ?? null;
      const isFree = holderNow === null || performance.now() - seenAt > times.goodForMs;
      const mark = isFree ? await write(cluster, holder, found && markOf(found)) : undefined;
      if (mark !== undefined) return new WriterLease(cluster, holder, mark, times);
      await wait(times.renewMs / 10);
    }
    return undefined;
  }

  /** Throws a ClusterFault where it is not held any more. */
  async check(): Promise<void> {
    await this.#renew();
    if (this.#isLost) throw new ClusterFault('another process writes to the cluster now', 409, true);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing?.catch(() => undefined);
    // Where it cannot be given back, it is free when its time is over.
    if (!this.#isLost) await write(this.#cluster, null, this.#mark).catch(() => undefined);
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#writeAnew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #writeAnew(): Promise<void> {
    if (this.#isLost) return;
    const mark = await write(this.#cluster, this.#holder, this.#mark);
    if (mark === undefined) this.#isLost = true;
    else this.#mark = mark;
  }
}

/** Undefined where somebody else was faster. */
async function write(
  cluster: Cluster,
  holder: string | null,
  mark: Mark | undefined,
): Promise<Mark | undefined> {
  try {
    const written = await cluster.ask<Pick<LeaseDocument, '_seq_no' | '_primary_term'>>({
      method: 'PUT',
      path: leasePath(cluster),
      query: { ...(mark ?? { op_type: 'create' }) },
      // Each write is another one, so that who waits sees it.
      body: { holder, at: new Date().toISOString() },
    });
    return markOf(written);
  } catch (error) {
    if (!(error instanceof ClusterFault) || error.status !== 409) throw error;
    // A request that was sent twice, because its first answer was lost, is in its own way.
    const found = await cluster.find<LeaseDocument>({ method: 'GET', path: leasePath(cluster) });
    return found !== undefined && holder !== null && found._source.holder === holder
      ? markOf(found)
      : undefined;
  }
}

function markOf({ _seq_no, _primary_term }: Pick<LeaseDocument, '_seq_no' | '_primary_term'>): Mark {
  return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}

/** No index of listings has this name. */
function leasePath(cluster: Cluster): string {
  return `/${stateIndex(cluster.prefix)}/_doc/writer`;
}
