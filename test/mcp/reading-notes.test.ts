// Texts of tools say how a search or a phrase was read, and what of it limits nothing.
import { afterEach, describe, expect, test } from 'vitest';
import { CHANGES_TOOL } from '../../src/mcp/changes-tool.ts';
import { SEARCH_TOOL } from '../../src/mcp/search-tool.ts';
import { SUMMARY_TOOL } from '../../src/mcp/summary-tool.ts';
import { contextOf, removeStocks, stockOf } from './stock-context.ts';

afterEach(removeStocks);

const fords = () => contextOf(stockOf(() => ({}), 3));

describe('a search by the name of a place says which place was used', () => {
  const PLACE = 'Distances are from LS2. Measured from central Leeds.';

  test.each([
    ['search_vehicles', SEARCH_TOOL, '3 listings match. This is page 1 of 1.'],
    ['summarize_vehicles', SUMMARY_TOOL, '3 listings match.'],
    ['list_changes', CHANGES_TOOL, 'No changes yet: the cursor is of now.'],
  ])('in %s', async (_name, tool, first) => {
    const { text } = await tool.call({ location: 'Leeds' }, await fords());
    expect(text.split('\n').slice(0, 2)).toEqual([first, PLACE]);
  });

  test('also if nothing matches', async () => {
    const { text } = await SEARCH_TOOL.call({ location: 'Leeds', make: 'Audi' }, await fords());
    expect(text.split('\n').slice(0, 2)).toEqual([
      'No listing matches. summarize_vehicles lists single changes that would find some.',
      PLACE,
    ]);
  });

  test.each([SEARCH_TOOL, SUMMARY_TOOL, CHANGES_TOOL])('but not of a postcode: $name', async (tool) => {
    const { text } = await tool.call({ location: 'LS2' }, await fords());
    expect(text).not.toContain('Distances are from');
  });
});
