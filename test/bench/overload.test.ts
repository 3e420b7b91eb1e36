// The soak of an overload, small: what the full one would tell, without its measures of time.
import { expect, test } from 'vitest';
import { Durations } from '../../bench/overload/durations.ts';
import { readOverloadOptions } from '../../bench/overload/options.ts';
import { reportLines } from '../../bench/overload/report.ts';
import { soakOverload } from '../../bench/overload/soak.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test(
  'an overload is answered in part and refused in part, and leaves nothing behind',
  { timeout: 120_000 },
  async () => {
    const options = {
      listings: 2000,
      factor: 10,
      seconds: 2,
      quiet: 0.5,
      processes: 2,
      connections: 400,
      maxQueue: 16,
      idle: 300,
      slow: 50,
      parts: ['overload', 'idle', 'reads'],
      seed: 1,
      folder: temporaryFolder(),
    } as const;
    const figures = await soakOverload(options, () => undefined);
    // Times say nothing on a machine that runs other tests at the same time.
    expect(figures.faults.filter((fault) => !fault.includes('p99'))).toEqual([]);
    const [{ overload, after, files }] = figures.floods;
    const { slow } = figures;
    expect(overload.statuses.get(200)).toBeGreaterThan(0);
    expect(overload.statuses.get(503)).toBeGreaterThan(0);
    expect([...files.statuses.keys()]).toEqual([200]);
    expect(after.statuses.get(200)).toBeGreaterThan(0);
    expect(slow.map(({ kind, others }) => [kind, (others.statuses.get(200) ?? 0) > 0])).toEqual([
      ['idle', true],
      ['reads', true],
    ]);
    expect(reportLines(figures).join('\n')).toContain('300 idle: ');
  },
);

test('without options it is ten times the capacity for a minute, and ten thousand idle connections', () => {
  expect(readOverloadOptions([])).toMatchObject({ listings: 100_000, factor: 10, seconds: 60, idle: 10_000 });
  expect(readOverloadOptions(['--help'])).toBeUndefined();
});

test.each([
  [['--factor', 'much'], "--factor must be a number above 0 (got 'much')"],
  [
    ['--parts', 'idle,busy'],
    "--parts must be some of overload,pages,idle,silent,heads,bodies,reads,piles,users,pictures,browser,unread (got 'idle,busy')",
  ],
])('%j is refused', (args, sentence) => {
  expect(() => readOverloadOptions(args)).toThrow(sentence);
});

test('many times are told by shares, within a percent, after a trip between processes too', () => {
  const some = new Durations();
  const others = new Durations();
  for (let ms = 1; ms <= 500; ms += 1) some.add(ms);
  for (let ms = 501; ms <= 1000; ms += 1) others.add(ms);
  const sent = JSON.parse(JSON.stringify(others)) as number[];
  const all = Durations.of([some, new Durations(sent)]);
  expect(all.total).toBe(1000);
  expect(all.within(0.5)).toBeGreaterThan(495);
  expect(all.within(0.5)).toBeLessThan(505);
  expect(all.within(0.99)).toBeGreaterThan(980);
  expect(all.within(0.99)).toBeLessThan(1000);
  expect(new Durations().within(0.5)).toBeNaN();
});
