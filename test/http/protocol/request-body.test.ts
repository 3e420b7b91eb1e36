// When the response to a request ends whose body may still be coming.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { respondWhileReceiving } from '../../../src/http/protocol/request-body.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request with more to come, and what its response has got. */
function respond(state: { readableEnded?: boolean; destroyed?: boolean } = {}) {
  const request = Object.assign(new EventEmitter(), { readableEnded: false, destroyed: false, ...state });
  const written: string[] = [];
  const response = {
    write: (text: string) => written.push(text),
    end: (text = '') => written.push(`${text} END`),
  };
  respondWhileReceiving(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    'a problem',
  );
  const receive = (bytes: number): boolean => request.emit('data', { length: bytes });
  return { request, written, receive };
}

test.each([{ readableEnded: true }, { destroyed: true }])(
  'it is sent whole if nothing comes: %j',
  (state) => {
    expect(respond(state).written).toEqual(['a problem END']);
  },
);

test('it is sent at once, and ends with the body', () => {
  const { request, written, receive } = respond();
  receive(1000);
  expect(written).toEqual(['a problem']);
  request.emit('close');
  expect(written).toEqual(['a problem', ' END']);
  vi.advanceTimersByTime(5000);
  expect(written).toHaveLength(2);
});

test('it ends after a second of a body that does not end', () => {
  const { written } = respond();
  vi.advanceTimersByTime(999);
  expect(written).toEqual(['a problem']);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['a problem', ' END']);
});

test('it ends after four megabytes of a body', () => {
  const { written, receive } = respond();
  receive(4_000_000);
  receive(194_304);
  expect(written).toEqual(['a problem']);
  receive(1);
  expect(written).toEqual(['a problem', ' END']);
});
