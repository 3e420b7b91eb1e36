// Whatever names two hostile feeds for every other dealer claim, in random sequences of runs, moves, releases and restarts, no
// honest listing is changed, rejected, withdrawn or frozen by another's feed. A few sequences here; SEQUENCES and SEED set more.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomOf } from '../support/random.ts';
import { DealerNamesWorld } from './dealer-names-world.ts';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 28_000);
const STEPS = 20;

test(`${SEQUENCES} sequences from seed ${SEED}`, { timeout: 30_000 + SEQUENCES * 5_000 }, async () => {
  for (let seed = SEED; seed < SEED + SEQUENCES; seed += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-names-'));
    const world = new DealerNamesWorld(randomOf(seed), folder);
    try {
      for (let step = 0; step < STEPS; step += 1) await world.step();
    } catch (error) {
      const told = [`SEED=${seed} SEQUENCES=1`, ...world.log, String(error)].join('\n');
      throw new Error(told, { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(world.log.length).toBeGreaterThan(0);
  }
});
