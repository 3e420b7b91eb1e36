import { expect, it } from 'vitest';
import { duplicateRejection } from '../../src/feed/feed-item.ts';
import { ImportTally, reportLines } from '../../src/feed/import-report.ts';
import { itemsOf } from './collect.ts';

const CHANGES = { added: 1204, changed: 2, unchanged: 3, withdrawn: 4 };

async function tallyOf(feed: string): Promise<ImportTally> {
  const tally = new ImportTally();
  for (const item of await itemsOf(feed)) tally.add(item);
  return tally;
}

const FEED = [
  '{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","price":"POA","images":["x","y"]}',
  '{"id":"2","dealer":"a.example","advert_url":"https://a.example/2","price":"POA","year":1}',
  '{"id":"3","dealer":"a.example","advert_url":"https://a.example/3","price":"POA"}',
  '{"id":"4","dealer":"a.example","advert_url":"https://a.example/4","price":"TBC"}',
  '{"id":"5","dealer":"a.example","advert_url":"https://a.example/5","price":"€5"}',
  '5',
  ...Array.from({ length: 7 }, () => '{}'),
].join('\n');

it('counts everything and keeps the first samples', async () => {
  const tally = await tallyOf(FEED);
  tally.add(duplicateRejection(14, { dealer: 'a.example', id: '1' }));
  const report = tally.report(CHANGES);
  expect(report).toEqual({
    read: 14,
    rejected: 9,
    duplicates: 1,
    added: 1204,
    changed: 2,
    unchanged: 3,
    withdrawn: 4,
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
    unknowns: [
      {
        field: 'price',
        reason: 'not_given',
        count: 4,
        samples: [
          { line: 1, value: "'POA'" },
          { line: 2, value: "'POA'" },
          { line: 3, value: "'POA'" },
        ],
      },
      { field: 'images', reason: 'unreadable', count: 2, samples: [{ line: 1, value: "'x'" }] },
      { field: 'price', reason: 'not_gbp', count: 1, samples: [{ line: 5, value: "'€5'" }] },
      { field: 'year', reason: 'out_of_range', count: 1, samples: [{ line: 2, value: '1' }] },
    ],
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

it('is shown in lines', async () => {
  expect(reportLines((await tallyOf(FEED)).report(CHANGES))).toEqual([
    '13 records read, 8 rejected.',
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
    "Not taken, price not given: 4 (line 1: 'POA', line 2: 'POA', line 3: 'POA', …)",
    "Not taken, images cannot be read: 2 (line 1: 'x', …)",
    "Not taken, price not in pounds sterling: 1 (line 5: '€5')",
    'Not taken, year out of range: 1 (line 2: 1)',
  ]);
});

it('is short where nothing was wrong', async () => {
  const tally = await tallyOf('{"id":"1","dealer":"a.example","advert_url":"https://a.example/1"}');
  expect(reportLines(tally.report({ added: 1, changed: 0, unchanged: 0, withdrawn: 0 }))).toEqual([
    '1 record read, 0 rejected.',
    '1 added, 0 changed, 0 unchanged, 0 withdrawn.',
  ]);
});
