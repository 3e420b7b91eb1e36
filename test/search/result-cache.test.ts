import { expect, test } from 'vitest';
import { ResultCache } from '../../src/memo.ts';

/** A cache over a stock whose version is `stock.version`, and a function that finds the text of a key and counts. */
function fixture() {
  const stock = { version: '1', found: 0 };
  const cache = new ResultCache();
  const get = (key: string, whileFinding = (): void => undefined): Promise<string> =>
    cache.get(
      () => stock.version,
      key,
      async () => {
        stock.found += 1;
        await Promise.resolve();
        whileFinding();
        return `${key} in ${stock.version}`;
      },
    );
  return { stock, get };
}

test('a result is found once while the stock stays the same, also if it is asked for meanwhile', async () => {
  const { stock, get } = fixture();
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a in 1', 'a in 1']);
  expect(await get('a')).toBe('a in 1');
  expect(await get('b')).toBe('b in 1');
  expect(stock.found).toBe(2);
});

test('a result is found again once the stock has changed', async () => {
  const { stock, get } = fixture();
  await get('a');
  stock.version = '2';
  expect(await get('a')).toBe('a in 2');
  expect(stock.found).toBe(2);
});

test('a result during which the stock changed is not kept', async () => {
  const { stock, get } = fixture();
  await get('a', () => (stock.version = '2'));
  stock.version = '1';
  await get('a');
  expect(stock.found).toBe(2);
});

test('a failure is not kept', async () => {
  const { stock, get } = fixture();
  const fail = (): never => {
    throw new Error('broken');
  };
  await expect(get('a', fail)).rejects.toThrow('broken');
  expect(await get('a')).toBe('a in 1');
  expect(stock.found).toBe(2);
});

test('the oldest of 65 results makes room', async () => {
  const { stock, get } = fixture();
  for (let i = 0; i <= 64; i++) await get(String(i));
  await get('1');
  expect(stock.found).toBe(65);
  await get('0');
  expect(stock.found).toBe(66);
});
