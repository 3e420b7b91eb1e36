// Limits of a listing's values: the excess is dropped and counted in the report.
import { describe, expect, it } from 'vitest';
import { ImportReportBuilder } from '../../../src/ingest/status/import-report.ts';
import type { FeedListing } from '../../../src/ingest/values/record-result.ts';
import { readListing } from '../../../src/ingest/values/read-listing.ts';
import { importReportLines } from '../../../src/cli/report-lines.ts';
import { resultsOf, NOW } from '../collect.ts';

const REQUIRED = { id: '1', dealer: 'a.example', advert_url: 'https://a.example/1' };
const CHANGES = { added: 1, changed: 0, unchanged: 0, withdrawn: 0, replaced: 0 };

function listingOf(values: object, ignoredColumns?: readonly string[]): FeedListing {
  const record = { kind: 'mapped', line: 7, values: { ...REQUIRED, ...values }, ignoredColumns } as const;
  const result = readListing(record, NOW);
  if (result.kind !== 'listing') throw new Error(`Rejected: ${result.message}`);
  return result;
}

const pictures = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `https://a.example/${number}.jpg`);

describe('images', () => {
  it('beyond the first 100 are dropped, and counted in the report', () => {
    const { listing, valueIssues } = listingOf({ images: pictures(34_000) });
    expect(listing.images).toEqual(pictures(100));
    expect(valueIssues).toEqual([
      { field: 'images', reason: 'too_many', value: "'https://a.example/100.jpg'", count: 33_900 },
    ]);
  });

  it('are all accepted if there are 100', () => {
    const { listing, valueIssues } = listingOf({ images: pictures(100).join('|') });
    expect(listing.images).toHaveLength(100);
    expect(valueIssues).toEqual([]);
  });

  it('are counted without invalid ones', () => {
    const { listing, valueIssues } = listingOf({ images: ['1.jpg', ...pictures(101), '2.jpg'] });
    expect(listing.images).toEqual(pictures(100));
    expect(valueIssues.map(({ reason, count }) => [reason, count])).toEqual([
      ['unreadable', 2],
      ['too_many', 1],
    ]);
  });

  it('are limited in columns of a CSV feed', async () => {
    const row = `1,a.example,https://a.example/1,${pictures(130).join('|')}`;
    const [result] = await resultsOf(`stock_number,dealer,vehicle_url,picture_refs\n${row}\n`);
    expect(result).toMatchObject({
      listing: { images: pictures(100) },
      valueIssues: [{ field: 'images', reason: 'too_many', count: 30 }],
    });
  });

  it('are limited in elements of an XML feed', async () => {
    const photos = pictures(102).map((url) => `<photo><url>${url}</url></photo>`);
    const [result] = await resultsOf(
      `<cars><car><id>1</id><dealer>a.example</dealer><url>https://a.example/1</url><photos>${photos.join('')}</photos></car></cars>`,
    );
    expect(result).toMatchObject({
      listing: { images: pictures(100) },
      valueIssues: [{ field: 'images', reason: 'too_many', count: 2 }],
    });
  });
});

describe('a description', () => {
  const described = (full_description: string): string =>
    listingOf({ full_description }).listing.fullDescription ?? '';

  it.each([
    ['has 20,000 characters at most', 'x'.repeat(20_001), 'x'.repeat(20_000)],
    ['ends before a word that would be cut', `${'x'.repeat(19_990)} Convertible roof`, 'x'.repeat(19_990)],
    [
      'ends after a word that just fits',
      `${'x'.repeat(19_990)} Panoramic`,
      `${'x'.repeat(19_990)} Panoramic`,
    ],
    [
      'ends after a word followed by a line end',
      `${'x'.repeat(19_990)} Panoramic<br>roof`,
      `${'x'.repeat(19_990)} Panoramic`,
    ],
    ['is cut within a word that has no end', `Long ${'x'.repeat(30_000)}`, `Long ${'x'.repeat(19_995)}`],
    ['keeps a pair of surrogates whole', `${'x'.repeat(19_999)}\u{1f697}`, 'x'.repeat(19_999)],
    ['keeps a letter and its accent together', `${'x'.repeat(19_999)}e\u0301y`, 'x'.repeat(19_999)],
    ['keeps a flag together', `${'x'.repeat(19_998)}\u{1f1ec}\u{1f1e7}`, 'x'.repeat(19_998)],
  ])('%s', (_, long, kept) => {
    expect(described(long)).toBe(kept);
  });

  it('is counted in the report if truncated', () => {
    expect(listingOf({ full_description: 'x'.repeat(20_001) }).valueIssues).toMatchObject([
      { field: 'full_description', reason: 'cut', count: 1 },
    ]);
    expect(listingOf({ full_description: 'x'.repeat(20_000) }).valueIssues).toEqual([]);
  });

  it('is truncated in linear time', () => {
    // One letter under half a million accents.
    expect(described(`e${'\u0301'.repeat(500_000)}`).length).toBeLessThanOrEqual(20_000);
  });
});

describe('keywords', () => {
  it('end with a whole word', () => {
    const { listing, valueIssues } = listingOf({ keywords: [`${'x'.repeat(1995)} panoramic`] });
    expect(listing.sourceTerms).toBe('x'.repeat(1995));
    expect(valueIssues).toMatchObject([{ field: 'keywords', reason: 'cut' }]);
  });

  it('that are neither strings nor numbers are reported', () => {
    const { listing, valueIssues } = listingOf({ keywords: ['red', true, { heated: 'seats' }, 5] });
    expect(listing.sourceTerms).toBe('red 5');
    expect(valueIssues).toEqual([{ field: 'keywords', reason: 'unreadable', value: 'true', count: 2 }]);
  });
});

describe('the report', () => {
  it('describes truncated values in words', () => {
    const builder = new ImportReportBuilder();
    builder.add(listingOf({ images: pictures(34_000), full_description: 'x'.repeat(20_001) }));
    const run = { ...builder.report(CHANGES), tookMs: 100, shared: undefined };
    const lines = importReportLines(run as unknown as Parameters<typeof importReportLines>[0]);
    expect(lines[2]).toBe(
      "Value issue, images more than a listing may have: 33,900 (line 7: 'https://a.example/100.jpg', …)",
    );
    expect(lines[3]).toMatch(
      /^Value issue, full_description cut at its greatest length: 1 \(line 7: 'x{64}…'\)$/,
    );
  });

  it('counts unknown columns beyond the first 50 together', () => {
    const builder = new ImportReportBuilder();
    const unknown = Array.from({ length: 53 }, (_, number) => `name_${number}`);
    builder.add(listingOf({}, unknown));
    builder.add(listingOf({}, [...unknown, 'another']));
    const { ignoredColumns, ignoredBeyond } = builder.report(CHANGES);
    expect(ignoredColumns).toHaveLength(50);
    expect(ignoredBeyond).toBe(7);
  });
});
