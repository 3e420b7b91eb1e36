// Answers of the tools that would be too long, from stocks and searches made for it.
import { afterEach, expect, test } from 'vitest';
import { INTERPRET_TOOL } from '../../src/mcp/interpret-tool.ts';
import { SUMMARY_TOOL } from '../../src/mcp/summary-tool.ts';
import { estimateTokens } from '../../src/mcp/tokens.ts';
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
  const tokens = estimateTokens(JSON.stringify(structuredContent));
  expect([summary.relaxations.length, tokens <= 9000]).toEqual([3, true]);
  // Of twelve shorter texts, and none at all.
  expect(text).toContain('Changes left out to keep the result short: 10.');
});

test.each(['5k', 'vw bmw', 'cheap', 'near', '"\\', 'x y', '1.1'])(
  'a phrase of nothing but %s is read in at most 9,000 tokens',
  async (words) => {
    const context = await contextOf([
      { id: '1', dealer: 'valley-cars.example', advert_url: 'https://valley-cars.example/1' },
    ]);
    const phrase = `${words} `.repeat(512 / (words.length + 1));
    const { structuredContent, text } = await INTERPRET_TOOL.call({ text: phrase }, context);
    expect(estimateTokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(9000);
    expect(estimateTokens(text)).toBeLessThanOrEqual(9000);
  },
);

test('of a phrase with too many explanations as many are said as fit, and the others are counted', async () => {
  const context = await contextOf([
    { id: '1', dealer: 'valley-cars.example', advert_url: 'https://valley-cars.example/1' },
  ]);
  const { structuredContent, text } = await INTERPRET_TOOL.call({ text: '1.1.'.repeat(128) }, context);
  const { understood } = structuredContent as { understood: unknown[] };
  expect(understood).toHaveLength(229);
  expect(text).toContain('To keep the result short, 27 explanations are left out.');
});
