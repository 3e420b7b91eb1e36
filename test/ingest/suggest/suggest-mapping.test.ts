// Guesses for files whose names say little or nothing, against what each column is.
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  inspectFeed,
  type FeedInspection,
  type MappingSuggestion,
} from '../../../src/ingest/suggest/inspect-feed.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { NOW } from '../collect.ts';
import { ODD_FEEDS } from '../run/odd-feeds.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/odd-feeds/', import.meta.url));

interface Suggested extends FeedInspection {
  readonly suggestion: MappingSuggestion;
}

async function suggested(source: string | Readable, mapping?: object): Promise<Suggested> {
  const { inspection } = await inspectFeed(
    { name: 'stock', source },
    { suggest: true, now: () => NOW, ...(mapping && { mapping: parseMapping(mapping, 'mapping') }) },
  );
  const { suggestion } = inspection;
  if (suggestion === undefined) throw new Error('there is no suggestion');
  return { ...inspection, suggestion };
}

const suggestedFor = async (text: string): Promise<MappingSuggestion> =>
  (await suggested(Readable.from([Buffer.from(text)]))).suggestion;

describe.each(ODD_FEEDS)('$file', ({ file, columns }) => {
  it('has a right guess for every column, and none where there is no right one', async () => {
    const { suggestion, columns: inspected } = await suggested(FOLDER + file);
    const wrong = Object.entries(columns).filter(([name, fields]) => {
      const known = inspected.find((column) => column.name === name)?.field ?? null;
      const guess = known ?? suggestion.mapping.columns[name] ?? null;
      return !(Array.isArray(fields) ? fields : [fields]).includes(guess);
    });
    expect(wrong.map(([name]) => [name, suggestion.mapping.columns[name]])).toEqual([]);
  });

  it('gives a mapping with which the columns have these fields', async () => {
    const { suggestion } = await suggested(FOLDER + file);
    const { columns: inspected } = await suggested(FOLDER + file, suggestion.mapping);
    for (const { column, field } of suggestion.guesses)
      expect(inspected.find(({ name }) => name === column)?.field).toBe(field);
  });
});

describe('a suggestion', () => {
  it('has a reason and a confidence for each guess, and lists the columns without one', async () => {
    const rows = ['k,p,x', 'https://a.example/7,8995,9', 'https://a.example/8,12495,4'];
    expect(await suggestedFor(rows.join('\n'))).toEqual({
      mapping: { columns: { k: 'advert_url', p: 'price' } },
      guesses: [
        {
          column: 'k',
          field: 'advert_url',
          confidence: 'high',
          reason: 'a web address for each car',
          samples: ['https://a.example/7', 'https://a.example/8'],
        },
        {
          column: 'p',
          field: 'price',
          confidence: 'high',
          reason: 'numbers that end as prices do',
          samples: ['8995', '12495'],
        },
      ],
      questions: [],
      unguessed: [{ column: 'x', samples: ['9', '4'] }],
      domainColumns: [],
      advertHosts: ['a.example'],
    });
  });

  it('never guesses the dealer', async () => {
    const { mapping, domainColumns, advertHosts } = await suggestedFor(
      'u,v\nnorth.example,https://north.example/1\nsouth.example,https://www.south.example/2\n',
    );
    expect({ mapping, domainColumns, advertHosts }).toEqual({
      mapping: { columns: { v: 'advert_url' } },
      domainColumns: ['u'],
      advertHosts: ['north.example', 'south.example'],
    });
  });

  it('leaves known columns and excluded ones alone', async () => {
    const text = 'Price;w1;w2\n5000;https://a.example/1;£6,000\n';
    const { inspection } = await inspectFeed(
      { name: 'stock', source: Readable.from([Buffer.from(text)]) },
      { suggest: true, mapping: parseMapping({ columns: { w2: null } }, 'mapping') },
    );
    expect(inspection.suggestion).toMatchObject({
      mapping: { columns: { w1: 'advert_url' } },
      unguessed: [],
    });
  });

  it('converts kilometres if the name says so', async () => {
    const { mapping } = await suggestedFor('Kmtrs;s\n64373;https://a.example/1\n70001;https://a.example/2\n');
    expect(mapping).toEqual({
      columns: { Kmtrs: 'mileage', s: 'advert_url' },
      units: { mileage: 'km' },
    });
  });

  it('asks about a guess that its values speak against, and does not write it', async () => {
    const { mapping, questions } = await suggestedFor(
      [
        'Ref,Advert Page Link,Mlge,Asking Prc,Trade Sale Prc,Option One Make',
        'A1,https://a.example/1,41,1299500,9000,Colour',
        'A2,https://a.example/2,62,899500,7000,Size',
        'A3,https://a.example/3,18,1549500,12000,Colour',
      ].join('\n'),
    );
    expect(mapping.columns).toEqual({});
    expect(questions.map(({ column, field, reason }) => [column, field, reason])).toEqual([
      ['Asking Prc', 'price', 'half of the values are above 150000 pounds: in another unit, or no price'],
      ['Trade Sale Prc', 'price', 'its name says that it is of something else'],
    ]);
  });

  it('asks about a price whose name says that it is what the dealer pays', async () => {
    const { mapping, questions } = await suggestedFor(
      'Ref,Page,Buy Price\nA1,https://a.example/1,£7995\nA2,https://a.example/2,£8995\nA3,https://a.example/3,£6495\n',
    );
    expect(mapping.columns).not.toHaveProperty('Buy Price');
    expect(questions).toMatchObject([
      { column: 'Buy Price', field: 'price', reason: 'its name says that it is of something else' },
    ]);
  });

  it('takes no numbers of the rows for ids, but the address of the advert', async () => {
    const { mapping } = await suggestedFor(
      'n,w,p\n1,https://a.example/c/8,8995\n2,https://a.example/c/9,7995\n3,https://a.example/c/5,6495\n',
    );
    expect(mapping).toEqual({ columns: { w: 'advert_url', p: 'price' } });
  });

  it('has no guess for a column that repeats another one', async () => {
    const { guesses } = await suggestedFor(
      'id,url,Title,SEO Heading\n' +
        '1,https://a.example/1,Ford Fiesta 1.0 Zetec,Ford Fiesta 1.0 Zetec | A Cars\n' +
        '2,https://a.example/2,Kia Picanto 1.2 Halo,Kia Picanto 1.2 Halo | A Cars\n',
    );
    expect(guesses).toEqual([]);
  });

  it('has no guess from values that could be anything', async () => {
    const { guesses } = await suggestedFor('aa;bb;cc\n1;Y;0\n1;N;3\n0;Y;2\n');
    expect(guesses).toEqual([]);
  });
});
