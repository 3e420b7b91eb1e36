import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mcpHandler, type McpContext } from '../../src/mcp/mcp-server.ts';
import { Problem } from '../../src/problem.ts';

test('the calls of a batch run one after the other, each in a turn of its client', async () => {
  let [running, most, calls, turns] = [0, 0, 0, 0];
  const ready = async (): Promise<void> => {
    calls += 1;
    most = Math.max(most, ++running);
    await setTimeout(5);
    running -= 1;
    throw new Problem('not_ready', 'The listings are still being read.');
  };
  const next = async (): Promise<void> => {
    turns += 1;
  };
  const clientTurns = { next, alone: <Result>(work: () => Promise<Result>) => work() };
  const context = { baseUrl: 'https://cars.example', ready, turns: clientTurns, logError: () => undefined };
  const handler = mcpHandler(() => context as unknown as McpContext);
  const batch = Array.from({ length: 5 }, (_, id) => {
    return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search_vehicles', arguments: {} } };
  });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const request = new Request('https://cars.example/mcp', { method: 'POST', headers });
  const response = await handler.handle(request, batch, clientTurns);
  expect((await response.text()).match(/"isError":true/g)).toHaveLength(5);
  expect({ calls, most, turns }).toEqual({ calls: 5, most: 1, turns: 4 });
  await handler.close();
});
