// What tools cost a language model, by a real tokenizer: their descriptions in every conversation, and results.
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect, test } from 'vitest';
import { COMPARE_TOOL } from '../../src/mcp/compare-tool.ts';
import { CONNECTOR_FETCH_TOOL, CONNECTOR_SEARCH_TOOL } from '../../src/mcp/connector-tools.ts';
import { GET_TOOL } from '../../src/mcp/get-tool.ts';
import { INTERPRET_TOOL } from '../../src/mcp/interpret-tool.ts';
import { TOOL_LIST } from '../../src/mcp/mcp-server.ts';
import { SEARCH_TOOL } from '../../src/mcp/search-tool.ts';
import { SUMMARY_TOOL } from '../../src/mcp/summary-tool.ts';
import { maxTokens } from '../../src/mcp/tokens.ts';
import type { Tool, ToolContext } from '../../src/mcp/tool.ts';
import { contextOf, removeStocks, stockOf } from './stock-context.ts';

afterEach(removeStocks);

/** Of texts that are too long together. */
function refusal(error: unknown): number {
  expect(String(error)).toContain('Compare fewer.');
  return 0;
}

/** Both contents of a result: some hosts show the model one, some both. */
async function tokensOf(tool: Tool, args: Record<string, unknown>, context: ToolContext): Promise<number> {
  const { structuredContent, text } = await tool.call(args, context);
  return encode(JSON.stringify(structuredContent)).length + encode(text).length;
}

test('the list of tools takes at most 4,000 tokens', () => {
  expect(encode(JSON.stringify(TOOL_LIST)).length).toBeLessThanOrEqual(4000);
});

const ADVERTS = [4000, 4001, 4002, 4003, 4004, 4005].map(
  (number, i) => `https://valley-cars-${i}.example/used/ford-fiesta-manchester-${number}`,
);

describe('a usual result', () => {
  test('takes at most 2,500 tokens', async () => {
    const context = await contextOf(
      stockOf(() => ({
        full_description: 'A tidy car with a full service history, one owner and a long test. '.repeat(12),
        images: Array.from({ length: 12 }, (_, i) => `https://img.valley-cars.example/${i}.jpg`),
      })),
    );
    expect(await tokensOf(SEARCH_TOOL, { location: 'M1', sort: 'distance' }, context)).toBeLessThanOrEqual(
      2500,
    );
    const adverts = ADVERTS.slice(0, 2);
    expect(await tokensOf(GET_TOOL, { adverts: [ADVERTS[0]] }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(COMPARE_TOOL, { adverts }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(CONNECTOR_SEARCH_TOOL, { query: 'ford' }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(CONNECTOR_FETCH_TOOL, { id: adverts[0] }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(SUMMARY_TOOL, { make: 'Ford' }, context)).toBeLessThanOrEqual(2500);
    const phrase = { text: 'cheap diesel automatic estate under £10k near SW1A 1AA' };
    expect(await tokensOf(INTERPRET_TOOL, phrase, context)).toBeLessThanOrEqual(2500);
  });
});

describe('the longest result', () => {
  const RARE = 'ꙮ𒐫𓀀᚛';
  const LONG_PATH = 'Zx9Qk7'.repeat(300);

  test.each([
    ['long prose', 'A tidy car with a full service history and one owner. '.repeat(370), ''],
    ['rare characters', RARE.repeat(3000), RARE.repeat(20)],
    ['random letters', 'qXzJ4kVw8'.repeat(2200), 'qXzJ4kVw8'.repeat(10)],
  ])('of %s takes at most 20,000 tokens', async (_name, description, word) => {
    const context = await contextOf(
      stockOf((i) => ({
        model: `${word}${i}`,
        loc: word,
        advert_url: `https://valley-cars-${i % 9}.example/${i}/${LONG_PATH}`,
        full_description: description,
        images: Array.from(
          { length: 100 },
          (_, at) => `https://img.valley-cars.example/${i}/${at}/${LONG_PATH}`,
        ),
      })),
    );
    for (const args of [{ limit: 20 }, { limit: 20, detail: 'full' }, { limit: 1, detail: 'full' }])
      expect(await tokensOf(SEARCH_TOOL, args, context)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(SUMMARY_TOOL, {}, context)).toBeLessThanOrEqual(20_000);
    const adverts = [0, 1, 2, 3, 4, 5].map((i) => `https://valley-cars-${i}.example/${i}/${LONG_PATH}`);
    expect(await tokensOf(GET_TOOL, { adverts }, context)).toBeLessThanOrEqual(20_000);
    const four = { adverts: adverts.slice(0, 4) };
    expect(await tokensOf(COMPARE_TOOL, four, context).catch(refusal)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(CONNECTOR_SEARCH_TOOL, { query: '' }, context)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(CONNECTOR_FETCH_TOOL, { id: adverts[0] }, context)).toBeLessThanOrEqual(20_000);
  });

  test.each(['5k', 'vw bmw', 'cheap', 'near', '"\\', 'x y', RARE])(
    'of a phrase of nothing but %s takes at most 20,000 tokens',
    async (words) => {
      const context = await contextOf(stockOf(() => ({}), 1));
      const phrase = Array.from(`${words} `.repeat(512)).slice(0, 512).join('');
      expect(await tokensOf(INTERPRET_TOOL, { text: phrase }, context)).toBeLessThanOrEqual(20_000);
    },
  );
});

test('a text never takes more tokens than are reckoned', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aqzXJ7 0Ek'), maxLength: 300 });
  const texts = fc.oneof(
    letters,
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(encode(text).length).toBeLessThanOrEqual(maxTokens(text));
    }),
    { numRuns: 500 },
  );
});
