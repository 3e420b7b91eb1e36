// Answers of the tools that would be too long, from stocks and searches made for it.
import { afterEach, expect, test } from 'vitest';
import { INTERPRET_TOOL } from '../../src/mcp/interpret-tool.ts';
import { SUMMARY_TOOL } from '../../src/mcp/summary-tool.ts';
import { contextOf, removeStocks } from './stock-context.ts';

afterEach(removeStocks);

const WORDS = ['alpine', 'bronze', 'cobalt', 'damask', 'ebony', 'fuchsia', 'garnet', 'hazel', 'indigo', 'jasper', 'khaki', 'lilac']; // prettier-ignore

test('a summary whose addresses are too long together loses the last changes, and says how many', async () => {
  // Each listing has all words but one, so each word alone keeps one listing from matching.
  const context = await contextOf(
    WORDS.map((missing, i) => ({
      id: missing,
      dealer: 'valley-cars.example',
      advert_url: `https://valley-cars.example/${i}`,
      make: 'Ford',
      full_description: WORDS.filter((word) => word !== missing).join(' '),
    })),
  );
  const others = Array.from({ length: 211 }, (_, i) => `other-dealer-of-number-${i}.example`);
  const args = { q: WORDS.join(' '), dealer: ['valley-cars.example', ...others].join(',') };
  const { structuredContent, text } = await SUMMARY_TOOL.call(args, context);
  const { summary } = structuredContent as { summary: { relaxations: unknown[] } };
  const length = JSON.stringify(structuredContent).length;
  expect([summary.relaxations.length, length <= 10_000]).toEqual([1, true]);
  // Of twelve shorter texts, and none at all.
  expect(text).toContain('Changes left out to keep the result short: 12.');
});

test.each(['5k', 'vw bmw', 'cheap', 'near', '"\\', 'x y'])(
  'a phrase of nothing but %s is read in at most 10,000 characters',
  async (words) => {
    const context = await contextOf([
      { id: '1', dealer: 'valley-cars.example', advert_url: 'https://valley-cars.example/1' },
    ]);
    const phrase = `${words} `.repeat(512 / (words.length + 1));
    const { structuredContent, text } = await INTERPRET_TOOL.call({ text: phrase }, context);
    expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(10_000);
    expect(text.length).toBeLessThanOrEqual(9900);
  },
);
