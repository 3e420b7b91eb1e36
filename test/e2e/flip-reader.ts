// A process that reads data folders with one flipped bit, for flips.slow.test.ts: LMDB may end it with a signal. It gets one folder at a
// time, runs every kind of query on the whole stock, and sends the outcome of each.
import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { listTokens } from '../../src/auth/tokens-file.ts';
import { Problem } from '../../src/problem.ts';
import { openEmbeddedBackend, type SearchBackend } from '../../src/search/search-backend.ts';

export interface Flip {
  readonly folder: string;
  readonly file: string;
  readonly byte: number;
  readonly bit: number;
  /** Flip it only after everything was opened and asked once. */
  readonly whileOpen: boolean;
}

export interface Task extends Flip {
  readonly queries: readonly string[];
  readonly adverts: readonly string[];
}

/** One string per query: a hash of its result, `problem CODE`, or `error` and the message of a bug. */
export type Outcomes = readonly string[];

async function outcomeOf(sendRequest: () => unknown): Promise<string> {
  try {
    const response = JSON.stringify(await sendRequest(), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value instanceof Map ? [...value] : value,
    );
    return hash('sha256', response);
  } catch (error) {
    if (error instanceof Problem) return `problem ${error.code}`;
    return `error ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function searchAll(search: SearchBackend, { folder, queries, adverts }: Task): Promise<Outcomes> {
  const { service } = search;
  const outcomes: string[] = [];
  for (const queryString of queries) {
    const { query } = service.parse([...new URLSearchParams(queryString)]);
    outcomes.push(await outcomeOf(() => service.search(query)));
    if (query.page === 1) outcomes.push(await outcomeOf(() => service.summarize(query)));
  }
  for (const advert of adverts) outcomes.push(await outcomeOf(() => service.findAdvert(advert)));
  // That damage was met is to be seen there, and no other answer.
  outcomes.push(await outcomeOf(() => ({ ...service.status(), damaged: undefined })));
  outcomes.push(await outcomeOf(() => listTokens(folder)));
  return outcomes;
}

function flipBit({ file, byte, bit }: Flip): void {
  const handle = openSync(file, 'r+');
  const bytes = Buffer.alloc(1);
  readSync(handle, bytes, 0, 1, byte);
  writeSync(handle, Buffer.from([(bytes[0] ?? 0) ^ (1 << bit)]), 0, 1, byte);
  closeSync(handle);
}

async function read(task: Task): Promise<Outcomes> {
  let search: SearchBackend | undefined;
  try {
    if (!task.whileOpen && task.file !== '') flipBit(task);
    search = openEmbeddedBackend(task.folder, { threads: false });
    await search.catchUp();
    if (!task.whileOpen) return await searchAll(search, task);
    await searchAll(search, task);
    flipBit(task);
    await search.catchUp();
    return await searchAll(search, task);
  } catch (error) {
    return [error instanceof Problem ? `problem ${error.code}` : `error ${(error as Error).message}`];
  } finally {
    await search?.close().catch(() => undefined);
  }
}

process.on('message', (task: Task) => void read(task).then((outcomes) => process.send?.(outcomes)));
