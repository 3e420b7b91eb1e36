import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { registerSearchTool } from '../../../src/pages/search/browser/web-mcp.ts';
import type { PageState } from '../../../src/pages/search/view/page-model.ts';
import type { SearchState } from '../../../src/pages/view/search-state.ts';
import { PARAMETER_NAMES } from '../../../src/query/parameters.ts';
import { serve } from '../../http/fixture.ts';

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, object>> };
  readonly annotations: object;
  readonly execute: (input: object) => Promise<Readonly<Record<string, unknown>>>;
}

/** As the page's own client, which needs a browser. */
function apiOf(url: string) {
  return {
    async load(asked: string) {
      const response = await fetch(`${url}/page/state${asked}`);
      return { kind: 'response', response: (await response.json()) as PageState } as const;
    },
  };
}

/** The tool that a browser with a model context is given, and the searches that it showed. */
async function register(): Promise<{ readonly tool: Tool; readonly shown: SearchState[] }> {
  const tools: Tool[] = [];
  const shown: SearchState[] = [];
  const { url } = await serve();
  const modelContext = { registerTool: async (tool: Tool) => void tools.push(tool) };
  registerSearchTool([{ modelContext }, {}], apiOf(url), (search) => shown.push(search));
  await Promise.resolve();
  await Promise.resolve();
  expect(tools).toHaveLength(1);
  return { tool: tools[0], shown };
}

describe('in a browser with WebMCP the page', () => {
  test('registers its search as a tool that only reads, with the parameters of the API', async () => {
    const { tool } = await register();
    expect(tool).toMatchObject({
      name: 'search_vehicles',
      title: 'Search used vehicles',
      annotations: { readOnlyHint: true, untrustedContentHint: true },
    });
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['text', ...PARAMETER_NAMES]);
    const validate = new Ajv2020({ strict: true }).compile(tool.inputSchema);
    expect(validate({ make: 'Skoda', price_max: 1002, fuel_type: 'Diesel', sort: 'price_asc' })).toBe(true);
    expect(validate({ fuel_type: 'Steam' })).toBe(false);
    expect(validate({ colour: 'red' })).toBe(false);
  });

  test('answers a call with listings, and shows the same search', async () => {
    const { tool, shown } = await register();
    const result = await tool.execute({ make: 'Skoda', price_max: 1002, sort: 'price_asc' });
    expect(result).toMatchObject({
      total_vehicles: 3,
      cars: [{ price: 1000, make: 'Skoda' }, { price: 1001 }, { price: 1002 }],
    });
    expect(shown).toEqual([{ make: 'Skoda', price_max: '1002', sort: 'price_asc' }]);
  });

  test('reads a phrase', async () => {
    const { tool, shown } = await register();
    expect(await tool.execute({ text: 'cheap jaguar' })).toMatchObject({ total_vehicles: 1 });
    expect(shown).toEqual([{ make: 'Jaguar', sort: 'price_asc', phrase: 'cheap jaguar' }]);
  });

  test('answers a refused call with the reason, and shows nothing', async () => {
    const { tool, shown } = await register();
    expect(await tool.execute({ page: 0 })).toEqual({
      error: "page must be a whole number of at least 1 (got '0').",
    });
    expect(shown).toEqual([]);
  });

  test('takes the model context of the navigator where the document has none', async () => {
    const names: string[] = [];
    const navigator = { modelContext: { registerTool: ({ name }: Tool) => void names.push(name) } };
    registerSearchTool([{}, navigator], apiOf(''), () => undefined);
    await Promise.resolve();
    await Promise.resolve();
    expect(names).toEqual(['search_vehicles']);
  });
});

test('in other browsers, and in those that refuse the tool, the page goes on', async () => {
  const api = apiOf('');
  registerSearchTool([{}, { modelContext: {} }], api, () => undefined);
  let refused = 0;
  const refusals = [
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no');
    },
  ];
  for (const refuse of refusals) {
    const registerTool = (): unknown => {
      refused += 1;
      return refuse();
    };
    registerSearchTool([{ modelContext: { registerTool } }], api, () => undefined);
  }
  // An unhandled rejection would fail the run.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(refused).toBe(2);
});
