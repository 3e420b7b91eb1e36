// Requests to /mcp: valid messages, other JSON, and invalid JSON.
import type { Random } from '../../src/demo/random.ts';
import { PARAMETER_NAMES } from '../../src/query/parameters.ts';
import { headers, phrase } from './request-parts.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { hostileText } from './hostile-text.ts';

const METHODS = [
  'tools/list', 'tools/call', 'initialize', 'ping', 'server/discover', 'notifications/initialized', 'notifications/cancelled',
  'resources/list', 'prompts/get', 'logging/setLevel', 'completion/complete', 'rpc.discover', '__proto__', 'constructor', '',
]; // prettier-ignore
const TOOLS = [
  'search_vehicles', 'summarize_vehicles', 'list_changes', 'interpret_request', 'none', '__proto__', 'toString', '',
]; // prettier-ignore
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28', '1', '', 'nonsense'];
const TYPES = [
  'application/json', 'application/json; charset=utf-8', 'text/plain', '', 'application/jsonx', 'APPLICATION/JSON',
]; // prettier-ignore
const ACCEPTS = [
  'application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*', 'text/html', '',
]; // prettier-ignore
const PATHS = ['/mcp', '/mcp/'];

export function mcpRequest(random: Random): FuzzRequest {
  const body = bodyOf(random);
  const lines = [
    ...headers(random).filter((line) => !/^(?:Expect|Content-Type|Accept):/.test(line)),
    `Content-Type: ${random.chance(0.9) ? 'application/json' : random.pick(TYPES)}`,
    `Accept: ${random.chance(0.8) ? 'application/json, text/event-stream' : random.pick(ACCEPTS)}`,
    ...(random.chance(0.7) ? [`MCP-Protocol-Version: ${random.pick(VERSIONS)}`] : []),
    ...(random.chance(0.05) ? [`Mcp-Session-Id: ${random.pick(['x', '', 'a'.repeat(3000)])}`] : []),
    ...(random.chance(0.05)
      ? [`Mcp-Method: ${random.pick(METHODS)}`, `Mcp-Name: ${random.pick(TOOLS)}`]
      : []),
    ...(random.chance(0.05) ? [`Last-Event-ID: ${random.pick(['1', '', '-1'])}`] : []),
  ];
  const method = random.chance(0.97) ? 'POST' : random.pick(['GET', 'DELETE', 'PUT', 'OPTIONS']);
  const head = [`${method} ${random.pick(PATHS)} HTTP/1.1`, ...lines];
  // In latin1, one character a byte.
  const bytes = Buffer.from(body).toString('latin1') + (random.chance(0.02) ? '\xff\xfe' : '');
  const whole = random.chance(0.9)
    ? `${[...head, `Content-Length: ${bytes.length}`].join('\r\n')}\r\n\r\n${bytes}`
    : `${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n${chunked(bytes, random)}`;
  return { kind: 'mcp', bytes: whole, expected: [{ method, path: undefined }] };
}

function chunked(bytes: string, random: Random): string {
  const size = random.pick([1, 7, 1000, 70_000]);
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length && chunks.length < 5000; at += size) {
    const chunk = bytes.slice(at, chunks.length === 4999 ? undefined : at + size);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return `${chunks.join('')}0\r\n\r\n`;
}

function bodyOf(random: Random): string {
  const draw = random.fraction();
  if (draw < 0.75) return JSON.stringify(message(random));
  if (draw < 0.8)
    return JSON.stringify(Array.from({ length: random.pick([0, 2, 20, 21, 300]) }, () => message(random)));
  return random.pick(INVALID_BODIES)(random);
}

const INVALID_BODIES: readonly ((random: Random) => string)[] = [
  () => '',
  (random) => hostileText(random),
  (random) => JSON.stringify(hostileText(random)),
  () => 'null',
  () => '[]',
  () => '{}',
  () => '1e999',
  (random) => '['.repeat(random.pick([100, 30_000])),
  (random) => `${'['.repeat(random.pick([100, 20_000]))}${']'.repeat(100)}`,
  () => `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
  () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(7000)}1${'}'.repeat(7000)}}`,
  () => '{"__proto__":{"method":"tools/list","jsonrpc":"2.0"},"id":1}',
  () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"polluted":true}}',
  () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","constructor":{"prototype":{"polluted":true}}}',
  () => '{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"id":2,"method":"tools/list"}',
  () => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}{"jsonrpc":"2.0"}',
  () => `"${'x'.repeat(70_000)}"`,
  () => '\ufeff{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  () => "{'jsonrpc':'2.0'}",
];

function message(random: Random): Record<string, unknown> {
  const method = random.chance(0.7)
    ? 'tools/call'
    : random.chance(0.8)
      ? random.pick(METHODS)
      : hostileText(random);
  return {
    jsonrpc: random.chance(0.95) ? '2.0' : random.pick(['1.0', 2, null]),
    ...(random.chance(0.9) && {
      id: random.chance(0.9) ? random.whole(0, 1000) : random.pick([null, '', 'x', -1, 1.5, {}, []]),
    }),
    method: random.chance(0.97) ? method : random.pick([1, null, {}, []]),
    ...(random.chance(0.95) && { params: paramsOf(method, random) }),
  };
}

function paramsOf(method: string, random: Random): unknown {
  if (random.chance(0.05))
    return random.pick([null, 1, 'x', [], [1], { _meta: null }, { _meta: { progressToken: {} } }]);
  if (method === 'initialize') {
    return {
      protocolVersion: random.pick(VERSIONS),
      capabilities: {},
      clientInfo: { name: hostileText(random), version: '1' },
    };
  }
  if (method !== 'tools/call') return {};
  return {
    name: random.chance(0.9) ? random.pick(TOOLS) : hostileText(random),
    arguments: argumentsOf(random),
  };
}

function argumentsOf(random: Random): unknown {
  if (random.chance(0.05)) return random.pick([null, [], 'x', 1]);
  const pairs = Array.from({ length: random.whole(0, 5) }, (): [string, unknown] => {
    const name = random.chance(0.9) ? random.pick([...PARAMETER_NAMES, 'text']) : hostileText(random);
    return [name, argument(random)];
  });
  return Object.fromEntries(pairs);
}

function argument(random: Random): unknown {
  if (random.chance(0.4)) return phrase(random);
  if (random.chance(0.5)) return random.whole(0, 20_000);
  const text = hostileText(random);
  const others: unknown[] = [
    text,
    null,
    true,
    [],
    ['Ford'],
    {},
    { toString: 1 },
    1.5,
    -1,
    1e300,
    [['a']],
    '',
  ];
  return others[random.whole(0, others.length - 1)];
}
