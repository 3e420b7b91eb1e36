// When a feed is due: literal times for each rule, and properties of all schedules.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { nextRun, tryParseDuration, tryParseTimes } from '../../../src/ingest/schedule/schedule.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const at = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(5, 19);

describe('a feed', () => {
  it.each([
    ['that never ran is due now', { everyMs: HOUR, at: [] }, { failures: 0 }, 0.5, '03-10T12:00:00'],
    [
      'that never ran waits for its server',
      { everyMs: HOUR, at: [] },
      { failures: 0, notBefore: NOON + HOUR },
      0,
      '03-10T13:00:00',
    ],
    ['without a schedule is never due', { at: [] }, { failures: 0 }, 0.5, undefined],
    [
      'runs again after its interval',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 0 },
      0.5,
      '03-10T13:00:00',
    ],
    [
      'runs up to 5 % earlier',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 0 },
      0,
      '03-10T12:57:00',
    ],
    [
      'runs up to 5 % later',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 0 },
      1,
      '03-10T13:03:00',
    ],
    [
      'runs at its time of day',
      { at: [13 * 60 + 30] },
      { lastStart: NOON, failures: 0 },
      0,
      '03-10T13:30:00',
    ],
    [
      'runs tomorrow if its time has passed',
      { at: [3 * 60 + 30] },
      { lastStart: NOON, failures: 0 },
      0,
      '03-11T03:30:00',
    ],
    [
      'runs at a time up to half a minute later',
      { at: [13 * 60] },
      { lastStart: NOON, failures: 0 },
      1,
      '03-10T13:00:30',
    ],
    [
      'whose time passed while nothing ran is overdue',
      { at: [210] },
      { lastStart: NOON - 24 * HOUR, failures: 0 },
      0,
      '03-10T03:30:00',
    ],
    [
      'with both runs at whichever comes first',
      { everyMs: 3 * HOUR, at: [14 * 60] },
      { lastStart: NOON, failures: 0 },
      0,
      '03-10T14:00:00',
    ],
    [
      'that failed is retried after a minute',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 1 },
      1,
      '03-10T12:01:00',
    ],
    [
      'that failed is retried after at least half a minute',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 1 },
      0,
      '03-10T12:00:30',
    ],
    [
      'that failed four times waits eight minutes',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 4 },
      1,
      '03-10T12:08:00',
    ],
    [
      'that keeps failing waits an hour at most',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 99 },
      1,
      '03-10T13:00:00',
    ],
    [
      'that runs every ten seconds is retried after ten',
      { everyMs: 10_000, at: [] },
      { lastStart: NOON, failures: 1 },
      1,
      '03-10T12:00:10',
    ],
    [
      'of every night that keeps failing waits a day at most',
      { at: [210] },
      { lastStart: NOON, failures: 99 },
      1,
      '03-11T12:00:00',
    ],
    [
      'that failed waits for its server',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON, failures: 1, notBefore: NOON + 2 * HOUR },
      1,
      '03-10T14:00:00',
    ],
    [
      'whose last run is in the future still runs',
      { everyMs: HOUR, at: [] },
      { lastStart: NOON + 99 * HOUR, failures: 0 },
      0.5,
      '03-10T13:00:00',
    ],
  ] as const)('%s', (_, schedule, history, random, expected) => {
    expect(at(nextRun(schedule, history, NOON, random))).toBe(expected);
  });
});

test('after a run the next is always later, and never farther than the schedule or the longest retry', () => {
  const schedules = fc.record({
    everyMs: fc.option(fc.integer({ min: 1000, max: 24 * HOUR }), { nil: undefined }),
    at: fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { maxLength: 3 }),
  });
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      schedules,
      fc.integer({ min: 0, max: 60 }),
      random,
      ({ everyMs, at: times }, failures, chance) => {
        const due = nextRun({ everyMs, at: times }, { lastStart: NOON, failures }, NOON, chance);
        if (everyMs === undefined && times.length === 0) {
          expect(due).toBeUndefined();
          return;
        }
        expect(due).toBeGreaterThan(NOON);
        expect(due).toBeLessThanOrEqual(NOON + 24 * HOUR * 1.05 + 30_000);
        if (failures > 0 && everyMs !== undefined)
          expect(due).toBeLessThanOrEqual(NOON + Math.max(everyMs, HOUR));
      },
    ),
  );
});

test.each([
  ['30s', 30_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['0s', undefined],
  ['15', undefined],
  ['1.5h', undefined],
  ['-1m', undefined],
  ['15 m', undefined],
  [15, undefined],
  ['999999s', undefined],
])('the duration %j is %j ms', (text, expected) => {
  expect(tryParseDuration(text)).toBe(expected);
});

test.each([
  ['03:30', [210]],
  [
    ['00:00', '23:59'],
    [0, 1439],
  ],
  ['24:00', undefined],
  ['3:30', undefined],
  [[], undefined],
  [['03:30', 'noon'], undefined],
])('the times %j are the minutes %j', (text, expected) => {
  expect(tryParseTimes(text)).toEqual(expected);
});
