// The mixed soak, small: a server of two processes answers correctly while the stock changes.
import { expect, test } from 'vitest';
import { SOAK_CONSISTENCY, soakConsistency } from '../../bench/soak-consistency/soak.ts';
import { StockPlan } from '../../bench/soak-consistency/stock-plan.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test(
  'every answer is right while imports come in and a process is killed',
  { timeout: 120_000 },
  async () => {
    const options = { minutes: 0.2, listings: 200, workers: 2, clients: 1, every: 2, kills: 6, seed: 1 };
    // On a machine that runs other tests at the same time many seconds may pass with nothing done.
    const stats = await soakConsistency({ ...options, stale: 30_000, folder: temporaryFolder() });
    expect(stats.failures).toEqual([]);
    expect(stats.imports).toBeGreaterThan(0);
    expect(stats.responses.get('search')).toBeGreaterThan(10);
  },
);

test('without options it is half an hour of two processes', () => {
  expect(SOAK_CONSISTENCY.parse([])).toMatchObject({
    minutes: 30,
    workers: 2,
    clients: 2,
    every: 5,
    kills: 20,
    stale: 5000,
  });
  expect(SOAK_CONSISTENCY.parse(['--help'])).toBeUndefined();
  expect(() => SOAK_CONSISTENCY.parse(['--minutes', 'x'])).toThrow("--minutes must be a number (got 'x')");
});

test('each change of the plan is a feed of one dealer, and makes the stock that it says', () => {
  const plan = new StockPlan(160);
  const ofDealer = (lines: readonly string[], dealer: number): string[] =>
    lines.filter((line) => line.includes(`"dealer-${dealer}.example"`));
  expect(plan.feedOf(1)).toEqual(plan.stockAt(1));
  for (let sequence = 2; sequence < 40; sequence += 1) {
    const dealer = (sequence - 2) % 8;
    const [before, after] = [plan.stockAt(sequence - 1), plan.stockAt(sequence)];
    expect(plan.feedOf(sequence)).toEqual(ofDealer(after, dealer));
    expect(ofDealer(before, dealer)).not.toEqual(ofDealer(after, dealer));
    for (let other = 0; other < 8; other += 1)
      if (other !== dealer) expect(ofDealer(after, other)).toEqual(ofDealer(before, other));
  }
});

test('an advert of the plan is listed when its line is there', () => {
  const plan = new StockPlan(160);
  for (let number = 0; number < 160; number += 1) {
    const advert = plan.advert(number);
    for (const sequence of [1, 2, 9, 10, 33])
      expect(advert.isListedAt(sequence)).toBe(
        plan.stockAt(sequence).some((line) => line.includes(`"${advert.url}"`)),
      );
  }
});
