// The index of an empty stock, made while its first listings are imported: a thread builds from the records as they are
// written, so a server that sees the import reads an index file instead of building. The file waits under another name
// until the import is committed: before that it is of a stock that does not exist.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ListingKey } from '../listing/listing.ts';
import { pendingIndexPath } from './index-file.ts';
import { WorkerQueue, type IndexPaths, type RecordBatch } from './worker-queue.ts';

/** Records of one message to the thread. */
const BATCH_SIZE = 1000;
/** The first so many are held back: smaller stocks are built before a thread is awake. */
const HELD_BACK = 20;
/** The import waits for the thread where it is so far ahead. */
const MAX_BATCHES = 40;

export class FirstImportIndex {
  readonly #paths: IndexPaths;
  readonly #pendingPath: string;
  readonly #thread: WorkerQueue;
  #keys: ListingKey[] = [];
  #records: string[] = [];
  /** Not sent yet. */
  #batches: RecordBatch[] = [];
  /** Sent, and not taken in yet. */
  #underWay = 0;
  #isAwake = false;
  #hasFailed = false;

  constructor(paths: IndexPaths) {
    this.#paths = paths;
    this.#pendingPath = pendingIndexPath(paths.indexPath);
    this.#thread = new WorkerQueue(paths);
  }

  /** Removes what an import that was killed left. Only for the holder of the writer's lock. */
  static removeLeftOver(indexPath: string): void {
    rmSync(pendingIndexPath(indexPath), { force: true });
  }

  /** Takes a listing's record; each key once. */
  add(key: ListingKey, record: string): void {
    this.#keys.push(key);
    this.#records.push(record);
    if (this.#keys.length === BATCH_SIZE) this.#endBatch();
  }

  /** Waits where too much is on its way to the thread. */
  async settled(): Promise<void> {
    while (this.#underWay > MAX_BATCHES) await new Promise((resume) => setTimeout(resume, 5));
  }

  /**
   * Writes the index of everything that was added, under its other name. False: there will be none. The thread needs
   * nothing more of the caller, who may keep this one busy meanwhile.
   */
  async prepare(identity: string, sequence: number): Promise<boolean> {
    if (!this.#isAwake) return false;
    this.#endBatch();
    try {
      if (this.#hasFailed) throw new Error('the index is not whole');
      writeFileSync(this.#pendingPath, '');
      const request = { task: 'prepare', identity, sequence, path: this.#pendingPath } as const;
      const isWritten = await this.#thread.request<boolean>(request, () => true);
      if (isWritten && !this.#hasFailed) return true;
    } catch {
      // An import does without.
    }
    await this.discard();
    return false;
  }

  /** Puts what was prepared in its place. */
  publish(): void {
    try {
      renameSync(this.#pendingPath, this.#paths.indexPath);
    } catch {
      // It is a cache: a server builds what it does not find.
    }
  }

  /** Leaves nothing behind. May be called at any time. */
  async discard(): Promise<void> {
    this.#hasFailed = true;
    await this.#thread.stop();
    rmSync(this.#pendingPath, { force: true });
  }

  #endBatch(): void {
    this.#batches.push({ keys: this.#keys, records: this.#records });
    this.#keys = [];
    this.#records = [];
    this.#isAwake ||= this.#batches.length >= HELD_BACK;
    if (!this.#isAwake) return;
    for (const batch of this.#batches.splice(0)) this.#send(batch);
  }

  #send(batch: RecordBatch): void {
    if (this.#hasFailed) return;
    this.#underWay++;
    this.#thread
      .request({ task: 'take', batch }, () => false)
      .catch(() => (this.#hasFailed = true))
      .finally(() => this.#underWay--);
  }
}
