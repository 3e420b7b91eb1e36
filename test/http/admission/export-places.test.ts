// Which exports run, and what happens to those that are cut. test/http/routes/export-route.test.ts has the responses.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ExportPlaces } from '../../../src/http/admission/export-places.ts';

/** An export of a client that reads nothing. */
function start(places: ExportPlaces, ip: string) {
  const place = places.take(ip);
  let isClosed = false;
  const body = new Readable({ read: () => undefined });
  place.started(
    { total: 0, state: { id: 'stock', at: 1 }, next: () => [], close: () => (isClosed = true) } as never,
    body,
  );
  return { place, body, hasState: () => !isClosed };
}

test('an export whose time is over gives back its state and its place, though its client reads nothing', () => {
  const places = new ExportPlaces(1);
  const { place, body, hasState } = start(places, '192.0.2.1');
  expect(() => places.take('192.0.2.1')).toThrow(
    expect.objectContaining({
      message: '1 exports are running already. Try again later.',
      retryAfterSeconds: 10,
    }),
  );
  expect(hasState()).toBe(true);
  places.cut(place);
  expect([hasState(), body.destroyed]).toEqual([false, false]);
  expect(places.take('192.0.2.1').isCut).toBe(false);
});

test('ends that nobody reads are kept for as many exports as may run', () => {
  const places = new ExportPlaces(1);
  const ended = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((ip) => {
    const { place, body } = start(places, ip);
    places.cut(place);
    return body;
  });
  expect(ended.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
});

test('the oldest export of the client with the most is cut for another client, and none for its own', () => {
  const places = new ExportPlaces(3);
  const own = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((ip) => places.take(ip));
  expect(() => places.take('2001:db8::4')).toThrow('3 exports are running already');
  places.take('192.0.2.1');
  expect(own.map(({ isCut }) => isCut)).toEqual([true, false, false]);
  expect(() => places.take('192.0.2.1')).toThrow('3 exports are running already');
});
