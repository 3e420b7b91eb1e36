// The index of a long-lived store: imports, polls, background merges, restarts from the index file at any
// moment, and damage to it. Its results always agree with the model.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReloadingGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { EmbeddedIndex } from '../../src/index/embedded-index.ts';
import { inlineIndexWorker, type IndexWorker } from '../../src/index/build/index-update.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { indexPath, postcodeTablePath } from '../../src/store/paths.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { DataFolder } from '../support/data-folder.ts';
import { expectEveryPageAlike } from './answers.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyQueryString, anyLine } from './random-stock.ts';

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      merge: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('follow' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('finish merge' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('damage' as const), at: fc.nat() }) },
);

/** Merges wait until they are released, as on a slow thread. */
class SlowBuilder implements IndexWorker {
  readonly #inner: IndexWorker;
  #waiting: (() => void)[] = [];
  merges = 0;
  restored = 0;

  constructor(inner: IndexWorker) {
    this.#inner = inner;
  }

  async build(...requested: Parameters<IndexWorker['build']>): ReturnType<IndexWorker['build']> {
    const update = await this.#inner.build(...requested);
    if (update.isFromFile) this.restored++;
    return update;
  }

  async merge(...requested: Parameters<IndexWorker['merge']>): ReturnType<IndexWorker['merge']> {
    this.merges++;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#inner.merge(...requested);
  }

  buildPast(...requested: Parameters<IndexWorker['buildPast']>): ReturnType<IndexWorker['buildPast']> {
    return this.#inner.buildPast(...requested);
  }

  save(...requested: Parameters<IndexWorker['save']>): ReturnType<IndexWorker['save']> {
    return this.#inner.save(...requested);
  }

  async finish(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve();
    await new Promise((resume) => setImmediate(resume));
  }

  async close(): Promise<void> {
    await this.finish();
    await this.#inner.close();
  }
}

it('agrees with the model after any imports, merges, restarts and damage', async () => {
  let merges = 0;
  let restored = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 4, maxLength: 25 }),
      fc.array(anyQueryString, { minLength: 8, maxLength: 8 }),
      async (steps, asks) => {
        const folder = new DataFolder();
        const path = indexPath(folder.path);
        const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder.path));
        const expected = new ExpectedStock();
        // Opened for writing before anything else does: else this process could not import.
        const keeper: Store = openStore(folder.path, { mode: 'write' });
        const store = openStore(folder.path, { mode: 'read' });
        await keeper.close();
        const start = (): [SlowBuilder, EmbeddedIndex] => {
          const builder = new SlowBuilder(inlineIndexWorker(store, gazetteer, path));
          return [builder, new EmbeddedIndex(store, gazetteer, builder)];
        };
        let [builder, index] = start();
        const stop = async (): Promise<void> => {
          await index.close();
          merges += builder.merges;
          restored += builder.restored;
        };
        try {
          for (const step of steps) {
            if (step.does === 'import') {
              await folder.import(step.lines, { merge: step.merge, force: true });
              await expected.import(step.lines, step);
            } else if (step.does === 'follow') await index.catchUp();
            else if (step.does === 'finish merge') await builder.finish();
            else if (step.does === 'damage') damage(path, step.at);
            else {
              await stop();
              [builder, index] = start();
            }
          }
          await index.catchUp();
          const model = expected.model(gazetteer.current);
          expect(index.size).toBe(model.size);
          for (const sendRequest of asks) {
            const { query } = parseQuery([...new URLSearchParams(sendRequest)], gazetteer.current);
            await expectEveryPageAlike(index, model, query);
          }
        } finally {
          await stop();
          await store.close();
          await folder.remove();
        }
      },
    ),
    // How many merges begin depends on timing: with this seed, 25 of them.
    { numRuns: 40, seed: 25 },
  );
  expect(merges).toBeGreaterThan(10);
  expect(restored).toBeGreaterThan(10);
}, 60_000);

function damage(path: string, at: number): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  bytes[at % bytes.length] ^= 0x20;
  writeFileSync(path, bytes);
}
