// Texts of tools say which arguments are probably not meant. The arguments are taken as sent.
import { expect, test } from 'vitest';
import { serve } from '../http/fixture.ts';

async function textOf(url: string, name: string, args: object): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '');
  const { result } = JSON.parse(json) as { result: { isError?: true; content: { text: string }[] } };
  expect(result.isError).not.toBe(true);
  return result.content.map((part) => part.text).join('\n');
}

test.each(['search_vehicles', 'summarize_vehicles'])('%s says which arguments are idle or implausible', async (name) => {
  const { url } = await serve();
  const text = await textOf(url, name, { distance: 3, year_max: 99, price_min: 9000, price_max: 4000 });
  expect(text).toContain('distance has no effect without location.');
  expect(text).toContain('year_max is a year of four digits (got 99). Did you mean 1999?');
  expect(text).toContain('Nothing matches, because price_min is above price_max (got 9000 and 4000).');
  expect(await textOf(url, name, { make: 'Jaguar' })).not.toMatch(/has no effect|Did you mean|Nothing matches/);
}); // prettier-ignore
