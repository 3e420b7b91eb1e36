// When an outbox writes its file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Outbox } from '../../src/watch/outbox.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { change } from './changes.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what was delivered is stored, though the clock was set back', () => {
  const path = join(temporaryFolder(), 'state.json');
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-30T12:00:00Z') });
  const outbox = new Outbox(path, { url: 'https://cars.example', search: 'make=Ford' });
  const changes = [1, 2].map((id) => change({ advert: `https://north.example/${id}` }));
  outbox.add({ changes, cursor: 'c1', more: false });
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.parse('2026-11-30T11:00:00Z'));
  const [first] = outbox.pending;
  outbox.remove(first);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    pending: [{ change: { advert: 'https://north.example/2' } }],
  });
});
