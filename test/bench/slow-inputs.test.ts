// The parts of the search for slow inputs: inputs differ from run to run, keep their limits when they are changed, and are
// reported beyond the limit.
import { describe, expect, it, test } from 'vitest';
import { slowFailures, type SlowResult } from '../../bench/fuzz/slow/find-slow.ts';
import { mutateInput } from '../../bench/fuzz/slow/mutate-input.ts';
import { slowEndpoints } from '../../bench/fuzz/slow/slow-endpoints.ts';
import { renderInput, type SlowInput } from '../../bench/fuzz/slow/slow-input.ts';
import { wordPools } from '../../bench/fuzz/slow/word-pools.ts';
import { Random } from '../../src/demo/random.ts';

const STOCK = {
  adverts: ['https://north.example/1', 'https://north.example/2'],
  dealers: ['north.example'],
};

describe('an input', () => {
  const input: SlowInput = [
    ['q', 'fi\ue000sta ford fi\ue000sta'],
    ['price_max', '9\ue001'],
  ];

  it('is the same for the same run, with equal words equal', () => {
    const [[, q], [, price]] = renderInput(input, 7);
    expect(renderInput(input, 7)).toEqual(renderInput(input, 7));
    expect(q).toMatch(/^(fi[a-z]sta) ford \1$/);
    expect(price).toBe('90000007');
  });

  it('has other fresh letters in other runs', () => {
    const texts = Array.from({ length: 50 }, (_, run) => renderInput(input, run)[0][1]);
    expect(new Set(texts).size).toBeGreaterThan(10);
  });
});

test('changed inputs keep to the maximum length of their texts', () => {
  const [endpoint] = slowEndpoints(STOCK);
  const mutation = { endpoint, stock: STOCK, pools: wordPools(), random: new Random(4) };
  let input: SlowInput = [['text', 'ford focus']];
  const seen = new Set<string>();
  for (let i = 0; i < 300; i++) {
    input = mutateInput(input, input, mutation);
    for (const [name, value] of renderInput(input, i)) {
      expect(name).toBe('text');
      expect(Array.from(value).length).toBeLessThanOrEqual(512);
      seen.add(value);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
});

test('an endpoint is a failure beyond its limit only', () => {
  const result: SlowResult = {
    endpoint: 'search',
    usualMs: 1.5,
    slowestMs: 7.4,
    limitMs: 7.5,
    slowest: [['q', 'x']],
    status: 200,
    tried: 10,
  };
  expect(slowFailures([result])).toEqual([]);
  expect(slowFailures([{ ...result, slowestMs: 7.6 }])).toEqual([
    'search: 7.6 ms of CPU time, more than 7.5 ms: q=x',
  ]);
});
