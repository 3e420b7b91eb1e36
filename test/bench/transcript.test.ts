// The conversations of `npm run transcript`, with a small stock.
import { readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replay, type RecordedConversation } from '../../bench/transcript/replay.ts';
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

const RECORDED: RecordedConversation = {
  person: 'a buyer',
  turns: [
    {
      say: 'a petrol ford',
      calls: [
        { tool: 'interpret_request', arguments: { text: 'a petrol ford' } },
        { tool: 'search_vehicles', arguments: { $from: 'interpreted', limit: 3 } },
      ],
    },
    {
      say: 'any fuel',
      calls: [
        { tool: 'interpret_request', arguments: { text: 'any fuel', current: '$search' } },
        { tool: 'search_vehicles', arguments: { $from: 'interpreted', sort: 'price_asc' } },
      ],
    },
  ],
  wanted: [{ make: 'Ford', sort: 'price_asc' }],
};

test('a recorded conversation is met if its last search finds what was wanted', async () => {
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`);
  const client = await connect(new StreamableHTTPClientTransport(url), '2026-07-28');
  const met = await replay(client, RECORDED);
  expect(met.search).toEqual({ make: 'Ford', sort: 'price_asc' });
  expect(met.miss).toBeUndefined();
  const missed = await replay(client, { ...RECORDED, wanted: [{ make: 'Ford', sort: 'miles_asc' }] });
  expect(missed.miss).toBe('another search was wanted');
});

test('forty conversations are recorded, each with a search at its end', () => {
  const file = new URL('../../bench/transcript/conversations.json', import.meta.url);
  const conversations = JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedConversation[];
  const last = conversations.map(({ turns }) => turns.flatMap(({ calls }) => calls).at(-1)?.tool);
  expect(last).toEqual(Array(40).fill('search_vehicles'));
});
