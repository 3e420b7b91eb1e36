// The overload soak, small, without its time limits.
import { expect, test } from 'vitest';
import { SOAK_OVERLOAD } from '../../bench/soak-overload/options.ts';
import { reportLines } from '../../bench/soak-overload/report.ts';
import { soakOverload } from '../../bench/soak-overload/soak.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test(
  'an overload is answered in part and rejected in part, and leaves nothing behind',
  { timeout: 120_000 },
  async () => {
    const options = {
      listings: 2000,
      factor: 10,
      seconds: 2,
      baseline: 0.5,
      processes: 2,
      connections: 400,
      maxQueue: 16,
      idle: 300,
      slow: 50,
      parts: ['overload', 'idle', 'reads'],
      attacks: [],
      attackers: [],
      rounds: 1,
      against: undefined,
      seed: 1,
      folder: temporaryFolder(),
    } as const;
    const stats = await soakOverload(options);
    // Times say nothing on a machine that runs other tests at the same time.
    expect(stats.failures.filter((failure) => !failure.includes('p99'))).toEqual([]);
    const [{ overload, after, files }] = stats.floods;
    const { slow } = stats;
    expect(overload.statuses.get(200)).toBeGreaterThan(0);
    expect(overload.statuses.get(503)).toBeGreaterThan(0);
    expect([...files.statuses.keys()]).toEqual([200]);
    expect(after.statuses.get(200)).toBeGreaterThan(0);
    expect(slow.map(({ kind, others }) => [kind, (others.statuses.get(200) ?? 0) > 0])).toEqual([
      ['idle', true],
      ['reads', true],
    ]);
    expect(reportLines(stats).join('\n')).toContain('300 idle: ');
  },
);

test('without options it is ten times the capacity for a minute, and ten thousand idle connections', () => {
  expect(SOAK_OVERLOAD.parse([])).toMatchObject({ listings: 100_000, factor: 10, seconds: 60, idle: 10_000 });
  expect(SOAK_OVERLOAD.parse(['--help'])).toBeUndefined();
});

test.each([
  [['--factor', 'much'], "--factor must be a number above 0 (got 'much')"],
  [
    ['--parts', 'idle,busy'],
    "--parts must be some of overload,pages,idle,silent,heads,bodies,reads,piles,fairness,users,pictures,browser,unread (got 'idle,busy')",
  ],
])('%j is refused', (args, message) => {
  expect(() => SOAK_OVERLOAD.parse(args)).toThrow(message);
});
