// Which callers the MCP endpoint refuses, by the name they ask under and the page they come from.
import { expect, test } from 'vitest';
import { checkMcpOrigin } from '../../../src/http/protocol/request-origin.ts';

const RULES = { baseUrl: 'https://cars.example/used', trustProxy: false, origins: [] };

const HOST =
  'The Host header names another service. The operator sets the address of this one with --base-url.';
const ORIGIN =
  'Pages of this origin may not call this service. The operator names those that may with --mcp-origins.';

test.each([
  ['cars.example', undefined],
  ['CARS.example:8443', undefined],
  ['localhost:8080', undefined],
  ['127.0.0.1:8080', undefined],
  ['[::1]:8080', undefined],
  // A name that leads here can be anybody's; an address is nobody's.
  ['192.0.2.7:8080', undefined],
  ['evil.example', HOST],
  ['cars.example.evil.example', HOST],
  ['127.0.0.1.evil.example:8080', HOST],
  ['localhost.evil.example', HOST],
  ['', HOST],
  ['a b', HOST],
])('a program that asks under %s', (host, problem) => {
  expect(checkMcpOrigin({ host, origin: undefined }, RULES)).toBe(problem);
});

test.each([
  ['https://cars.example', 'cars.example', undefined],
  ['http://cars.example:3000', 'cars.example', undefined],
  ['http://localhost:6274', 'cars.example', undefined],
  ['http://127.0.0.1:6274', '127.0.0.1:8080', undefined],
  ['http://192.0.2.7:8080', '192.0.2.7:8080', undefined],
  ['http://192.0.2.8:8080', '192.0.2.7:8080', ORIGIN],
  ['https://evil.example', 'cars.example', ORIGIN],
  ['https://evil.example', '127.0.0.1:8080', ORIGIN],
  ['http://evil.example:8080', 'evil.example:8080', HOST],
  ['null', 'cars.example', ORIGIN],
  ['', 'cars.example', ORIGIN],
  ['file://localhost', 'cars.example', ORIGIN],
  ['chrome-extension://abcdefgh', 'cars.example', ORIGIN],
])('a page of %s that asks under %s', (origin, host, problem) => {
  expect(checkMcpOrigin({ host, origin }, RULES)).toBe(problem);
});

test('pages that the operator named may call, and all may where it is said so', () => {
  const asks = (origin: string, ...origins: string[]): string | undefined =>
    checkMcpOrigin({ host: 'cars.example', origin }, { ...RULES, origins });
  expect(asks('https://chat.example', 'https://chat.example')).toBeUndefined();
  expect(asks('https://chat.example', '*')).toBeUndefined();
  expect(asks('https://chat.example:8443', 'https://chat.example')).toBe(ORIGIN);
  expect(asks('https://evil.example', 'https://chat.example')).toBe(ORIGIN);
});

test('a trusted proxy may call by any name, and gives none to a page', () => {
  const rules = { ...RULES, trustProxy: true };
  expect(checkMcpOrigin({ host: 'backend-7', origin: undefined }, rules)).toBeUndefined();
  expect(checkMcpOrigin({ host: 'backend-7', origin: 'https://cars.example' }, rules)).toBeUndefined();
  expect(checkMcpOrigin({ host: 'backend-7', origin: 'http://backend-7' }, rules)).toBe(ORIGIN);
});
