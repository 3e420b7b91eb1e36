// The options of `npm run bench`.
import { describe, expect, it } from 'vitest';
import { BENCH, withAll, type BenchOptions } from '../../bench/performance/options.ts';
import { enginesNamed } from '../../bench/performance/other-engines.ts';

describe('the options of the benchmark', () => {
  it('have defaults', () => {
    expect(BENCH.parse([])).toMatchObject({
      sizes: [{ name: '100k', listings: 100_000 }],
      each: 200,
      seed: 1,
      rounds: 5,
      ownPositions: false,
      imports: false,
      cold: false,
      workers: false,
      http: false,
      changes: false,
      rivals: false,
      write: false,
    });
  });

  it('take sizes by name and by number', () => {
    const sizes = BENCH.parse(['--sizes', '300,10k,100K,1M,10m'])?.sizes;
    expect(sizes?.map(({ listings }) => listings)).toEqual([300, 10_000, 100_000, 1_000_000, 10_000_000]);
  });

  it('take own positions as a switch', () => {
    expect(BENCH.parse(['--own-positions'])?.ownPositions).toBe(true);
  });

  it('take all that can be measured as one switch, and each alone', () => {
    const measured = ({ imports, cold, workers, http, changes, rivals }: BenchOptions) =>
      [imports, cold, workers, http, changes, rivals].map(Number).join('');
    const parse = (...args: string[]) => {
      const options = BENCH.parse(args);
      return options && measured(withAll(options));
    };
    expect(parse('--all')).toBe('111111');
    expect(parse('--imports')).toBe('100000');
    expect(parse('--cold', '--workers')).toBe('011000');
    expect(parse('--http', '--changes', '--rivals')).toBe('000111');
  });

  it('name other engines in lower case', () => {
    expect(BENCH.parse(['--only', 'SQLite, opensearch'])?.only).toEqual(['sqlite', 'opensearch']);
    expect(enginesNamed(['opensearch']).map(({ name }) => name)).toEqual(['OpenSearch']);
    expect(() => enginesNamed(['sqlight'])).toThrow(/^--only takes SQLite, .* \(got 'sqlight'\)$/);
  });

  it.each([
    [['--sizes', '10g'], "--sizes must be numbers such as 300, 10k or 1M (got '10g')"],
    [['--sizes', '1k,'], "--sizes must be numbers such as 300, 10k or 1M (got '')"],
    [['--sizes', '999M'], "--sizes must be numbers such as 300, 10k or 1M (got '999M')"],
    [['--each', '0'], "--each must be a whole number from 1 (got '0')"],
    [['--seed', '1.5'], "--seed must be a whole number from 1 (got '1.5')"],
    [['--date', 'today'], "--date must be a day such as 2026-03-14 (got 'today')"],
  ])('refuse %j', (args, message) => {
    expect(() => BENCH.parse(args)).toThrow(message);
  });

  it('refuse what they do not know', () => {
    expect(() => BENCH.parse(['--size', '10k'])).toThrow('--size');
  });
});
