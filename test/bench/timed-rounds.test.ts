// How engines are timed, what a run needs, and what a process uses: by their parts, without a stock.
import { describe, expect, it } from 'vitest';
import { memoryOf, proportionalMemoryOf } from '../../bench/harness/usage.ts';
import { needsOf, requireSpace } from '../../bench/performance/needs.ts';
import { withCpu } from '../../bench/performance/load-runs.ts';
import { timeClasses } from '../../bench/performance/timed-rounds.ts';
import type { LoadStats } from '../../bench/harness/load-generator.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';

const query = (make: string): SearchQuery => ({ make: { any: [make] }, sort: 'price_asc', page: 1 });

describe('the timing of an engine', () => {
  it('runs all queries once, then each twice in a row in every round of its class', async () => {
    const asked: (string | undefined)[] = [];
    const search = ({ make }: SearchQuery) => void asked.push(make?.any?.[0]);
    const times = await timeClasses(search, [[query('a'), query('b')], [], [query('c')]], {
      rounds: 2,
      secondsPerClass: 60,
    });
    expect(asked.join('')).toBe('abc' + 'aabbaabb' + 'cccc');
    expect(times.map((each) => each === undefined)).toEqual([false, true, false]);
  });

  it('waits for results', async () => {
    let [open, most] = [0, 0];
    const search = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
    };
    const [ms] = await timeClasses(search, [[query('a'), query('b')]], { rounds: 1, secondsPerClass: 60 });
    expect(most).toBe(1);
    expect(ms?.p50).toBeGreaterThan(0);
  });

  it("takes the median of a query's rounds, so that one slow run does not count", async () => {
    let searches = 0;
    const slowOnce = () => new Promise((resolve) => setTimeout(resolve, ++searches === 3 ? 200 : 0));
    const [ms] = await timeClasses(slowOnce, [[query('a')]], { rounds: 3, secondsPerClass: 60 });
    expect(searches).toBe(7);
    expect(ms?.p99).toBeLessThan(200);
  });

  it('times one query of a class at least, however short the limit', async () => {
    let searches = 0;
    const times = await timeClasses(() => void searches++, [[query('a'), query('b')]], {
      rounds: 5,
      secondsPerClass: -1,
    });
    expect(searches).toBe(2);
    expect(times[0]?.p50).toBeGreaterThanOrEqual(0);
  });
});

describe('the needs of a run', () => {
  const none = { imports: false, workers: false, rivals: false };

  it('grow with the stock and with what is measured', () => {
    const small = needsOf(1_000_000, none);
    const large = needsOf(10_000_000, none);
    expect(large.diskBytes).toBe(10 * small.diskBytes);
    expect(large.memoryBytes).toBeGreaterThan(small.memoryBytes);
    expect(needsOf(1_000_000, { ...none, rivals: true }).diskBytes).toBeGreaterThan(small.diskBytes);
    expect(needsOf(1_000_000, { ...none, imports: true }).diskBytes).toBeGreaterThan(small.diskBytes);
  });

  it('end a run that has too little disk', () => {
    expect(() => requireSpace(1e12, { ...none, folder: '/' })).toThrow(
      '/ has too little room; --folder names another folder',
    );
  });
});

describe('the usage of processes', () => {
  const stats = { requests: 4 } as LoadStats;

  it('is the CPU time of all of them, for each request', async () => {
    const burn = async () => {
      const used = () => process.cpuUsage().user + process.cpuUsage().system;
      const end = used() + 200_000;
      while (used() < end);
      return stats;
    };
    const one = await withCpu(burn, process.pid);
    const twice = await withCpu(burn, process.pid, process.pid);
    if (one.cpuUs === undefined || twice.cpuUs === undefined)
      return expect(process.platform).not.toBe('linux');
    expect(one.cpuUs).toBeGreaterThanOrEqual(40_000);
    expect(twice.cpuUs).toBeGreaterThan(1.5 * one.cpuUs);
  });

  it('is unknown of a process that has ended', async () => {
    expect((await withCpu(async () => stats, 2 ** 30)).cpuUs).toBeUndefined();
    expect(proportionalMemoryOf(2 ** 30)).toBeUndefined();
  });

  it('counts each page by its share', () => {
    const [memory, proportional] = [memoryOf(process.pid), proportionalMemoryOf(process.pid)];
    if (memory === undefined || proportional === undefined) return expect(process.platform).not.toBe('linux');
    expect(proportional.all).toBeGreaterThan(memory.own / 2);
    expect(proportional.file).toBeLessThan(proportional.all);
  });
});
