import { expect, it } from 'vitest';
import { readInstant } from '../../../src/ingest/values/year.ts';
import { InvalidValue } from '../../../src/ingest/values/text.ts';

const NOW = Date.UTC(2026, 4, 17, 12);

it.each([
  ['2026-03-14T09:30:00Z', Date.UTC(2026, 2, 14, 9, 30)],
  ['2026-03-14T09:30Z', Date.UTC(2026, 2, 14, 9, 30)],
  ['2026-03-14', Date.UTC(2026, 2, 14)],
  ['2026-03-14T09:30:00', Date.UTC(2026, 2, 14, 9, 30)],
  ['2026-03-14T09:30:15.123456Z', Date.UTC(2026, 2, 14, 9, 30, 15, 123)],
  ['2026-03-14T09:30:15,5Z', Date.UTC(2026, 2, 14, 9, 30, 15, 500)],
  ['2026-03-14T09:30:00+01:00', Date.UTC(2026, 2, 14, 8, 30)],
  ['2026-03-14T00:30:00+0130', Date.UTC(2026, 2, 13, 23)],
  ['2026-03-14T23:30:00-02:00', Date.UTC(2026, 2, 15, 1, 30)],
  [' 2024-02-29 ', Date.UTC(2024, 1, 29)],
  ['2026-05-18T12:00:00Z', Date.UTC(2026, 4, 18, 12)],
  ['2026-05-18T12:00:01Z', 'in_future'],
  ['2062-01-01', 'in_future'],
  ['2025-02-29', 'unreadable'],
  ['2026-13-01', 'unreadable'],
  ['2026-00-10', 'unreadable'],
  ['2026-03-14T24:00:00Z', 'unreadable'],
  ['2026-03-14T24:00:00.000Z', 'unreadable'],
  ['2025-02-30T09:30:00.000Z', 'unreadable'],
  ['2026-03-14T09:30:60.000Z', 'unreadable'],
  ['2024-02-29T09:30:15.123Z', Date.UTC(2024, 1, 29, 9, 30, 15, 123)],
  ['2026-03-14T09:60Z', 'unreadable'],
  ['2026-03-14T09:30:60Z', 'unreadable'],
  ['2026-03-14T09:30:00+24:00', 'unreadable'],
  ['0026-03-14', 'unreadable'],
  ['2026-03-14 09:30:00', Date.UTC(2026, 2, 14, 9, 30)],
  ['2026-03-14 09:30:15.250000+01:00', Date.UTC(2026, 2, 14, 8, 30, 15, 250)],
  ['2026-03-14  09:30:00', 'unreadable'],
  ['14/03/2026', 'unreadable'],
  ['14 March 2026', 'unreadable'],
  ['2026-3-14', 'unreadable'],
  ['1773480600', 'unreadable'],
  [1773480600000, 'unreadable'],
  ['N/A', 'not_given'],
  ['', null],
  [null, null],
  [undefined, null],
])('%j is read as %j', (value, expected) => {
  const fieldValue = readInstant(value, NOW);
  expect(fieldValue instanceof InvalidValue ? fieldValue.reason : fieldValue).toBe(expected);
});
