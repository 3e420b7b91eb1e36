// GET /status: what is told of stock and feeds, to anyone.
import { expect, test } from 'vitest';
import { serve, STATUS } from '../fixture.ts';

test('the status is JSON for people and machines, and kept by nobody', async () => {
  const { url } = await serve();
  const response = await fetch(`${url}/status`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(await response.text()).toBe(
    '{\n  "program": {\n    "version": "0.1.0"\n  },\n  "listings": 46,\n  "damaged": false,\n  "sequence": 1,\n' +
      '  "writtenBy": "1.4.0",\n  "dealers": 2,\n' +
      '  "duplicates": {\n    "adverts": 0,\n    "registrations": 0,\n    "vins": 0\n  },\n  "feeds": [],\n  "imports": []\n}\n',
  );
  expect(STATUS.listings).toBe(46);
});

test('before the stock is read it is not ready', async () => {
  const { url } = await serve({ isReady: () => false });
  expect((await fetch(`${url}/status`)).status).toBe(503);
});

test('it is read-only', async () => {
  const { url } = await serve();
  expect((await fetch(`${url}/status`, { method: 'POST' })).status).toBe(405);
});
