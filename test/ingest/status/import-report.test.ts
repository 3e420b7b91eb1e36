import { expect, it } from 'vitest';
import { rejection } from '../../../src/ingest/values/record-result.ts';
import { ImportReportBuilder } from '../../../src/ingest/status/import-report.ts';
import { REPORT } from '../../support/import-report.ts';
import { resultsOf } from '../collect.ts';

const CHANGES = { added: 1204, changed: 2, unchanged: 3, withdrawn: 4, replaced: 0 };

async function builderOf(feed: string): Promise<ImportReportBuilder> {
  const builder = new ImportReportBuilder();
  for (const result of await resultsOf(feed)) builder.add(result);
  return builder;
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

it('counts everything and has the first samples', async () => {
  const builder = await builderOf(FEED);
  builder.add(
    rejection(14, 'duplicate_id', "a.example sent the id '1' more than once; the first one counts"),
  );
  const report = builder.report(CHANGES);
  expect(report).toEqual({
    ...REPORT,
    coverage: {
      listings: 5,
      fields: [
        { field: 'year', listings: 0, unreadable: 1, from: [] },
        { field: 'price', listings: 0, unreadable: 5, from: [] },
        { field: 'images', listings: 0, unreadable: 1, from: [] },
      ],
    },
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

it('lists unknown columns, with suggestions', async () => {
  const record = (id: number, more: string): string =>
    `{"id":${id},"dealer":"a.example","advert_url":"https://a.example/${id}",${more}}`;
  const builder = await builderOf([record(1, '"milage":5,"hue":"red"'), record(2, '"milage":6')].join('\n'));
  expect(
    builder.report({ added: 2, changed: 0, unchanged: 0, withdrawn: 0, replaced: 0 }).ignoredColumns,
  ).toEqual([
    { name: 'milage', count: 2, suggestion: 'mileage' },
    { name: 'hue', count: 1 },
  ]);
});
