// Ten calls of an assistant for one buyer, each following from the results before it, and what they cost a language model.
import type { Client } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

export interface Turn {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly text: string;
  /** In tokens of o200k: what the model writes, and what it reads in a host that shows it the text, or the structured content. */
  readonly tokens: { readonly args: number; readonly text: number; readonly structured: number };
}

type Filters = Readonly<Record<string, unknown>>;

interface Found {
  readonly results: { readonly cars: readonly { readonly advert: string }[]; readonly total_pages: number };
}

/** Throws if a call fails that should not. The phrase should find at least three vehicles. */
export async function converse(client: Client, phrase: string): Promise<Turn[]> {
  const turns: Turn[] = [];
  const call = async <Structured>(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    isError = false,
  ): Promise<Structured> => {
    const result = await client.callTool({ name: tool, arguments: args });
    const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    if ((result.isError === true) !== isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${text}`);
    const structured = result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
    const tokens = { args: tokensOf(args), text: tokensOf(text), structured: tokensOf(structured) };
    turns.push({ tool, args, isError, text, tokens });
    return result.structuredContent as Structured;
  };

  const { parameters } = await call<{ parameters: Filters }>('interpret_request', { text: phrase });
  const { results: first } = await call<Found>('search_vehicles', { ...parameters, limit: 5 });
  const narrower = { ...parameters, year_min: 2016, sort: 'miles_asc', limit: 5 };
  // A name that assistants invent.
  await call('search_vehicles', { ...narrower, maxMileage: 80_000 }, true);
  const { results: second } = await call<Found>('search_vehicles', { ...narrower, miles_max: 80_000 });
  await call('summarize_vehicles', parameters);
  const { results: next } = await call<Found>('search_vehicles', { ...parameters, limit: 5, page: 2 });
  const adverts = [...first.cars, ...second.cars, ...next.cars].map(({ advert }) => advert);
  const [one, two, three] = new Set(adverts);
  await call('get_vehicles', { adverts: [one] });
  await call('compare_vehicles', { adverts: [one, two, three] });
  const { results: listed } = await call<{ results: readonly { id: string }[] }>('search', { query: phrase });
  await call('fetch', { id: listed[0].id });
  return turns;
}

/** Of a text, or of a value as JSON. */
export function tokensOf(value: unknown): number {
  return encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
}
