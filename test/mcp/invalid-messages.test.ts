// Messages with missing or wrong members, by an earlier client and a later one, alone and in a batch.
import { describe, expect, test } from 'vitest';
import { mcpHandler, type McpContext } from '../../src/mcp/mcp-server.ts';

const VERSION = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol';
const _meta = {
  [`${PREFIX}/protocolVersion`]: VERSION,
  [`${PREFIX}/clientInfo`]: { name: 'test', version: '1' },
  [`${PREFIX}/clientCapabilities`]: {},
};

async function send(body: unknown, more: Record<string, string> = {}, bug = 'out of ink') {
  const logged: unknown[] = [];
  const context = {
    baseUrl: 'https://cars.example',
    logError: (error: unknown) => logged.push(error),
    drawPicture: () => {
      throw new Error(bug);
    },
  };
  const handler = mcpHandler(() => context as unknown as McpContext);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  };
  const request = new Request('https://cars.example/mcp', { method: 'POST', headers });
  const text = await (await handler.handle(request, body, undefined)).text();
  await handler.close();
  const messages = Array.from(text.matchAll(/^(?:data: )?(\{.*)$/gm), ([, json]) => json);
  const errors = messages.map(
    (json) => (JSON.parse(json) as { error?: { code: number; message: string } }).error,
  );
  return { errors, logged };
}

const message = (method: string, params?: object, id = 1) => ({ jsonrpc: '2.0', id, method, params });

describe('a message that lacks what it needs', () => {
  test.each([
    ['initialize', undefined, 'params'],
    ['initialize', {}, 'params.protocolVersion'],
    ['initialize', { protocolVersion: '2025-06-18' }, 'params.capabilities'],
    ['initialize', { protocolVersion: 5, capabilities: {}, clientInfo: {} }, 'params.clientInfo.name'],
    ['resources/read', {}, 'params.uri'],
    ['resources/list', { cursor: 5 }, 'params.cursor'],
    ['tools/list', { cursor: null }, 'params.cursor'],
    ['tools/call', { name: null }, 'name'],
  ])('is an invalid request that says so: %s %j', async (method, params, name) => {
    const sent = message(method, params);
    const alone = await send(sent);
    expect(alone).toMatchObject({ errors: [{ code: -32602 }], logged: [] });
    expect(alone.errors[0]?.message).toContain(name);
    const { errors } = await send([sent, message('ping', {}, 2)]);
    expect(errors.length).toBe(2);
    expect(errors.filter((error) => error !== undefined)).toEqual(alone.errors);
  });

  test('lists the first twenty of what is wrong', async () => {
    const clientInfo = { name: 'test', version: '1', icons: Array.from({ length: 1000 }, () => 5) };
    const sent = message('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    const [error] = (await send(sent)).errors;
    expect(error?.message).toMatch(/^Invalid request: params\.clientInfo\.icons\.0: .* And 980 more\.$/);
    expect(error?.message.match(/icons/g)).toHaveLength(20);
  });

  test('is so for later clients', async () => {
    const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' };
    const { errors } = await send(message('tools/list', { cursor: 5, _meta }), headers);
    expect(errors).toMatchObject([{ code: -32602 }]);
    expect(errors[0]?.message).toBe(
      'Invalid request: params.cursor: Invalid input: expected string, received number.',
    );
  });
});

test.each(['out of ink', '[out of ink]', '["out", "of", "ink"]', '[{"path": "ink"}]'])(
  'a bug shows only the id under which it is logged: %s',
  async (bug) => {
    const { errors, logged } = await send(
      message('resources/read', { uri: 'https://cars.example/pictures/1-0.svg' }),
      {},
      bug,
    );
    expect(errors).toMatchObject([{ code: -32603 }]);
    expect(errors[0]?.message).toMatch(
      /^Something went wrong on our side\. It has been logged as [-0-9a-f]{36}\.$/,
    );
    expect(logged).toMatchObject([{ message: bug }]);
  },
);
