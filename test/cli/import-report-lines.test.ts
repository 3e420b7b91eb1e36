import { expect, it } from 'vitest';
import { importReportLines } from '../../src/cli/import-command.ts';
import type { ImportRun } from '../../src/ingest/status/import-report.ts';

const QUIET: ImportRun = {
  outcome: 'imported',
  files: ['stock.csv'],
  merge: false,
  startedAt: '2026-11-01T00:00:00.000Z',
  tookMs: 1234,
  read: 1,
  rejected: 0,
  omitted: 0,
  duplicates: 0,
  added: 1,
  changed: 0,
  unchanged: 0,
  replaced: 0,
  withdrawn: 0,
  rejections: [],
  omissions: [],
  valueIssues: [],
  ignoredColumns: [],
};

it('lists counts, then each reason with its samples', () => {
  const lines = importReportLines({
    ...QUIET,
    read: 13,
    rejected: 3,
    added: 1204,
    changed: 2,
    unchanged: 3,
    withdrawn: 4,
    rejections: [
      { reason: 'missing_id', count: 2, samples: [{ line: 7, sentence: 'id is missing' }] },
      {
        reason: 'not_an_object',
        count: 1,
        samples: [{ line: 6, sentence: 'a record must be an object (got 5)' }],
      },
    ],
    valueIssues: [
      {
        field: 'price',
        reason: 'not_given',
        meaning: 'not given',
        count: 4,
        samples: [
          { line: 1, value: "'POA'" },
          { line: 2, value: "'POA'" },
        ],
      },
      {
        field: 'year',
        reason: 'out_of_range',
        meaning: 'out of range',
        count: 1,
        samples: [{ line: 2, value: '1' }],
      },
    ],
    ignoredColumns: [
      { name: 'milage', count: 1200, suggestion: 'mileage' },
      { name: 'colour', count: 1 },
    ],
  });
  expect(lines).toEqual([
    '13 records read, 3 rejected.',
    '1,204 added, 2 changed, 3 unchanged, 4 withdrawn.',
    'Rejected, missing_id: 2',
    '  line 7: id is missing',
    '  and 1 more',
    'Rejected, not_an_object: 1',
    '  line 6: a record must be an object (got 5)',
    "Value issue, price not given: 4 (line 1: 'POA', line 2: 'POA', …)",
    'Value issue, year out of range: 1 (line 2: 1)',
    'Unknown field ignored: milage in 1,200 records. Did you mean mileage?',
    'Unknown field ignored: colour in 1 record',
    'Took 1.2 s.',
  ]);
});

it('is short without rejections', () => {
  expect(importReportLines(QUIET)).toEqual([
    '1 record read, 0 rejected.',
    '1 added, 0 changed, 0 unchanged, 0 withdrawn.',
    'Took 1.2 s.',
  ]);
});
