// A report of an import for the tests of counting and of printing: it has several kinds of faults, some more often than it has
// samples.
import type { ImportReport } from '../../src/ingest/status/import-report.ts';

export const REPORT: ImportReport = {
  read: 14,
  rejected: 9,
  duplicates: 1,
  added: 1204,
  changed: 2,
  unchanged: 3,
  withdrawn: 4,
  replaced: 0,
  omitted: 0,
  omissions: [],
  rejections: [
    {
      reason: 'missing_id',
      count: 7,
      samples: [7, 8, 9, 10, 11].map((line) => ({ line, sentence: 'id is missing' })),
    },
    {
      reason: 'not_an_object',
      count: 1,
      samples: [{ line: 6, sentence: 'a record must be an object (got 5)' }],
    },
    {
      reason: 'duplicate_id',
      count: 1,
      samples: [{ line: 14, sentence: "a.example sent the id '1' more than once; the first one counts" }],
    },
  ],
  valueIssues: [
    {
      field: 'price',
      reason: 'not_given',
      meaning: 'not given',
      count: 4,
      samples: [1, 2, 3].map((line) => ({ line, value: "'POA'" })),
    },
    {
      field: 'images',
      reason: 'unreadable',
      meaning: 'cannot be read',
      count: 2,
      samples: [{ line: 1, value: "'x'" }],
    },
    {
      field: 'price',
      reason: 'not_gbp',
      meaning: 'not in pounds sterling',
      count: 1,
      samples: [{ line: 5, value: "'€5'" }],
    },
    {
      field: 'year',
      reason: 'out_of_range',
      meaning: 'out of range',
      count: 1,
      samples: [{ line: 2, value: '1' }],
    },
  ],
  ignoredColumns: [],
};
