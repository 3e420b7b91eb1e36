// The request that calls a tool with the pairs of an input as arguments.
import { MCP_PATH } from '../../../src/api/paths.ts';
import type { SlowInput } from './slow-input.ts';

export function mcpRequestOf(tool: string, input: SlowInput): string {
  const adverts = input.filter(([name]) => name === 'advert').map(([, value]) => value);
  const others = input.filter(([name]) => name !== 'advert');
  const args = { ...Object.fromEntries(others), ...(adverts.length > 0 && { adverts }) };
  const params = { name: tool, arguments: args };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const lines = [
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-06-18',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // In latin1, one character a byte.
  return `POST ${MCP_PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
}
