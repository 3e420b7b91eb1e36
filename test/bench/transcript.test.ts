// The conversation of `npm run transcript`, with a small stock.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converse, tokensOf } from '../../bench/transcript/conversation.ts';
import { serveFolder, type RunningServer } from '../conformance/http-server.ts';
import { connect } from '../mcp/official-client.ts';
import { stockOf } from '../mcp/stock-context.ts';
import { DataFolder } from '../support/data-folder.ts';

let server: RunningServer;
beforeAll(async () => {
  const folder = new DataFolder();
  await folder.import(
    stockOf(() => ({})).map((record) => JSON.stringify(record)),
    { merge: false },
  );
  server = await serveFolder(folder);
});
afterAll(() => server.close());

test('a conversation uses every tool, and counts the tokens of each call', async () => {
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`);
  const client = await connect(new StreamableHTTPClientTransport(url), '2026-07-28');
  const turns = await converse(client, 'a petrol ford');
  expect(turns.map(({ tool, isError }) => (isError ? `${tool}, refused` : tool))).toEqual([
    'interpret_request',
    'search_vehicles',
    'search_vehicles, refused',
    'search_vehicles',
    'summarize_vehicles',
    'search_vehicles',
    'get_vehicles',
    'compare_vehicles',
    'search',
    'fetch',
  ]);
  expect(turns[0]).toMatchObject({
    args: { text: 'a petrol ford' },
    text: 'Call search_vehicles with {"make":"Ford","fuel_type":"Petrol"}.',
  });
  expect(turns[7].args).toEqual({
    adverts: turns[1].text.match(/https:\S+/g)?.slice(0, 3),
  });
  for (const { text, tokens } of turns) expect(tokens.text).toBe(tokensOf(text));
  expect(turns[0].tokens.args).toBe(7);
});
