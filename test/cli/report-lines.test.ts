import { expect, it } from 'vitest';
import { importReportLines } from '../../src/cli/report-lines.ts';
import type { ImportRun } from '../../src/ingest/status/import-report.ts';
import { REPORT } from '../support/import-report.ts';

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
    ...REPORT,
    ignoredColumns: [
      { name: 'milage', count: 1200, suggestion: 'mileage' },
      { name: 'colour', count: 1 },
    ],
  });
  expect(lines).toEqual([
    '14 records read, 9 rejected.',
    '1,204 added, 2 changed, 3 unchanged, 4 withdrawn.',
    'Rejected, missing_id: 7',
    '  line 7: id is missing',
    '  line 8: id is missing',
    '  line 9: id is missing',
    '  line 10: id is missing',
    '  line 11: id is missing',
    '  and 2 more',
    'Rejected, not_an_object: 1',
    '  line 6: a record must be an object (got 5)',
    'Rejected, duplicate_id: 1',
    "  line 14: a.example sent the id '1' more than once; the first one counts",
    "Value issue, price not given: 4 (line 1: 'POA', line 2: 'POA', line 3: 'POA', …)",
    "Value issue, images cannot be read: 2 (line 1: 'x', …)",
    "Value issue, price not in pounds sterling: 1 (line 5: '€5')",
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
