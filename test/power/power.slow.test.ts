// After a power loss the data folder opens in the old or the new state. A few images here; `npm run test:power` tries a
// thousand.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { randomOf } from '../support/random.ts';
import { Disk } from './disk.ts';
import { tryImages } from './images.ts';
import { CANNOT_RECORD, readTrace, recording } from './trace.ts';
import { filesIn, recordWorkload } from './workload.ts';

const IMAGES = 10;
const SEED = 1;

describe.skipIf(CANNOT_RECORD !== '')(`the data folder after a loss of power${CANNOT_RECORD}`, () => {
  it(`is old or new in ${IMAGES} images of seed ${SEED}`, { timeout: 300_000 }, async () => {
    const place = temporaryFolder();
    const workload = await recordWorkload(place, randomOf(SEED), false);
    const numbers = Array.from({ length: IMAGES }, (_, number) => number);
    const kept = join(place, 'kept');
    expect(await tryImages(workload, { seed: SEED, numbers, place, kept })).toEqual([]);

    // All that was written was recorded.
    const disk = new Disk(workload.rootInode);
    for (const record of workload.records) disk.apply(record);
    const live = join(place, 'live');
    disk.writeLive(live);
    const [recorded, real] = [filesIn(live), filesIn(workload.root)];
    expect([...recorded.keys()].sort()).toEqual([...real.keys()].sort());
    for (const [name, bytes] of real) expect(recorded.get(name)?.equals(bytes), name).toBe(true);
  });

  it('opens between a commit and the lengthening of its file', { timeout: 300_000 }, async () => {
    const place = temporaryFolder();
    const root = join(place, 'root');
    mkdirSync(root);
    const script = join(import.meta.dirname, 'many-writes.ts');
    let tried = 0;
    for (let seed = 1; tried === 0 && seed < 10; seed++) {
      const [trace, data] = [join(place, `trace-${seed}`), join(root, `data-${seed}`)];
      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, data, `${seed}`], {
        env: { ...process.env, ...recording(place, root, trace) },
        encoding: 'utf8',
      });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      const records = readTrace(trace);
      const stock = records.find(
        ({ kind, paths }) => kind === 'rename' && paths[1]?.endsWith('stock.mdb'),
      )?.inode;
      const disk = new Disk(statSync(root).ino);
      for (const [i, record] of records.entries()) {
        if (record.kind === 'truncate' && record.inode === stock) {
          const image = join(place, `image-${seed}-${i}`);
          disk.writeLive(image);
          const folder = join(image, `data-${seed}`);
          const reader = openStore(folder, { mode: 'read' });
          const { sequence } = reader;
          expect(Array.from(reader.listings()).length).toBeGreaterThan(0);
          await reader.close();
          const writer = openStore(folder, { mode: 'write' });
          await writer.write((transaction) => transaction.withdrawMissing());
          expect(writer.sequence).toBeGreaterThanOrEqual(sequence);
          await writer.close();
          expect(existsSync(join(folder, 'stock.mdb-writing'))).toBe(false);
          tried += 1;
        }
        disk.apply(record);
      }
    }
    // Where LMDB never leaves pages out, there is nothing to lengthen any more.
    expect(tried).toBeGreaterThan(0);
  });
});
