// Images of a recorded workload at random moments, each opened by the real code and compared with the states before and
// after the running command.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { randomOf, type Random } from '../support/random.ts';
import { Disk, type DiskModel } from './disk.ts';
import { stateOf, type State } from './state.ts';
import type { Workload } from './workload.ts';

export interface FailedImage {
  readonly number: number;
  readonly step: string;
  readonly model: DiskModel;
  /** Records before it were done. */
  readonly record: number;
  readonly finding: string;
  /** A copy of the image, as it was before it was opened. */
  readonly folder: string;
}

export interface ImageOptions {
  readonly seed: number;
  /** Numbers of the images, rising. */
  readonly numbers: readonly number[];
  /** Where images are made. */
  readonly place: string;
  /** Where those that fail are kept. */
  readonly kept: string;
  readonly onImage?: (done: number) => void;
}

interface Planned {
  readonly number: number;
  readonly record: number;
  readonly model: DiskModel;
  readonly random: Random;
}

const PARTS = ['stock', 'tokens', 'postcodes', 'rejects', 'backup'] as const;

/** Tries the images; gives back those that are neither old nor new, in the order of the trace. */
export async function tryImages(
  workload: Workload,
  { seed, numbers, place, kept, onImage }: ImageOptions,
): Promise<FailedImage[]> {
  const { records } = workload;
  const planned = numbers
    .map((number) => plan(workload, seed, number))
    .sort((a, b) => a.record - b.record || a.number - b.number);
  const disk = new Disk(workload.rootInode);
  const failed: FailedImage[] = [];
  let done = 0;
  for (const [i, { number, record, model, random }] of planned.entries()) {
    while (done < record) disk.apply(records[done++]);
    const folder = mkdtempSync(join(place, 'image-'));
    const isUnderWay = random.next() < 0.5;
    disk.writeImage(folder, model, random, isUnderWay ? records[record] : undefined);
    const copy = join(kept, `seed-${seed}-image-${number}`);
    mkdirSync(kept, { recursive: true });
    cpSync(folder, copy, { recursive: true });
    const { finding, step } = await tryImage(workload, record, folder);
    rmSync(folder, { recursive: true, force: true });
    if (finding === undefined) rmSync(copy, { recursive: true, force: true });
    else failed.push({ number, step, model, record, finding, folder: copy });
    onImage?.(i + 1);
  }
  return failed;
}

/** Half of the moments are spread over all calls, half are about those that make something certain or move it. */
function plan({ records, steps }: Workload, seed: number, number: number): Planned {
  const random = randomOf(seed * 1_000_003 + number);
  const model = random.oneOf(['ordered', 'strict'] as const);
  let record = random.below(records.length + 1);
  if (number % 2 === 1) {
    // By step first: a large import has more calls than all others.
    const at = random.below(steps.length);
    const end = steps[at + 1]?.start ?? records.length;
    const points = [end];
    for (let i = steps[at].start; i < end; i++)
      if (records[i].kind !== 'write' || records[i].isDurable) points.push(i, i + 1);
    record = random.oneOf(points);
  }
  return { number, record, model, random };
}

async function tryImage(
  { before, steps, records }: Workload,
  record: number,
  folder: string,
): Promise<{ readonly finding: string | undefined; readonly step: string }> {
  // The last step that has begun: at its first record the one before is over.
  const at = steps.findLastIndex(({ start }) => start < record);
  const end = steps[at + 1]?.start ?? records.length;
  const old = steps[at - 1]?.after ?? before;
  const next = steps[at]?.after ?? before;
  const allowed: readonly State[] = record >= end ? [next] : [old, next];
  const step = `${record >= end ? 'after' : 'within'} '${steps[at]?.name ?? 'nothing'}'`;
  try {
    const state = await stateOf(folder);
    const wrong = PARTS.filter((part) => !allowed.some((one) => one[part] === state[part]));
    if (wrong.length > 0) {
      const shown = wrong.map((part) => `${part} is ${JSON.stringify(state[part].slice(0, 200))}`);
      return { finding: `neither old nor new: ${shown.join('; ')}`, step };
    }
    await goOn(join(folder, 'data'));
    return { finding: undefined, step };
  } catch (error) {
    return { finding: error instanceof Error ? (error.stack ?? error.message) : String(error), step };
  }
}

/** What is there can be written to, and what is written is found. */
async function goOn(folder: string): Promise<void> {
  const writer = openStore(folder, { mode: 'write' });
  try {
    const { sequence } = writer;
    await writer.write((transaction) => transaction.upsert(aListing({ id: 'after-the-crash' })));
    if (writer.sequence !== sequence + 1) throw new Error('a write after the crash was not counted');
  } finally {
    await writer.close();
  }
}
