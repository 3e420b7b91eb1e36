// No value in a response header can add a header, and no request header sets a URL in a response.
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../http/fixture.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

const LINE_ENDS = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u010d\u010a', '\u560d\u560a', '%0d%0a'];

let server: HostileServer;
let behindProxy: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
  behindProxy = await hostileServer({ trustProxy: true, allowedHosts: ['other.example'] });
  return () => Promise.all([server.close(), behindProxy.close()]);
});

function headOf(response: string): string {
  return response.slice(0, response.indexOf('\r\n\r\n')).toLowerCase();
}

describe.each(LINE_ENDS)('a line end written as %j', (lineEnd) => {
  const value = encodeURIComponent(`a${lineEnd}x-evil: 1${lineEnd}${lineEnd}<script>`);

  test.each([
    ['the name of a parameter', `/api/v1/vehicles/?${value}=1`],
    ['the value of a parameter', `/api/v1/vehicles/?q=${value}&page=1`],
    ['a make', `/api/v1/vehicles/?make=${value}`],
    ['a dealer', `/api/v1/vehicles/?dealer=${value}`],
    ['a bad value', `/api/v1/vehicles/?sort=${value}`],
    ['a phrase', `/api/v1/interpret/?text=${value}`],
    ['the address of an advert', `/cars/redirect/?api_target=${value}`],
    ['a path', `/problems/${value}`],
    ['a picture', `/pictures/${value}`],
    ['the search page', `/?q=${value}`],
  ])('in %s adds no header', async (_, target) => {
    for (const accept of ['application/json', 'text/html']) {
      const head = headOf(await sendRequest(server.port, `GET ${target}`, `Accept: ${accept}`));
      expect(head).toMatch(/^http\/1\.1 [234]\d\d /);
      expect(head).not.toMatch(/[\r\n\u0085\u2028]x-evil/);
      // Nothing but plain characters is in a header at all.
      expect(head).toMatch(/^[\x20-\x7e\r\n]*$/);
    }
  });
});

describe('a name that the client gives this service', () => {
  const TARGETS = ['/', '/api/v1/vehicles/?make=Ford', '/api/v1/vehicles/?page=0', '/nowhere', '/docs', '/openapi.json', '/llms.txt', '/robots.txt', '/.well-known/api-catalog']; // prettier-ignore

  test.each(TARGETS)('is nowhere in the response to %s', async (target) => {
    const response = await sendRequest(
      server.port,
      `GET ${target}`,
      'Accept: text/html, application/json',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: gopher',
      'Forwarded: host=evil.example;proto=gopher',
      'X-Original-URL: https://evil.example/',
    );
    expect(response).not.toContain('evil.example');
    expect(response).not.toContain('anything.example');
    expect(response).not.toContain('gopher');
  });

  test.each([
    'evil.example"><script>alert(1)</script>',
    'evil.example/path',
    'evil.example@other.example',
    'evil.example\\other',
    "evil.example'",
    'evil.example, other .example',
    '-evil.example',
  ])('is not believed of a proxy either where it is no name: %s', async (host) => {
    for (const target of TARGETS) {
      const response = await sendRequest(behindProxy.port, `GET ${target}`, `X-Forwarded-Host: ${host}`);
      expect(response).not.toContain('evil.example');
    }
  });

  test('is used if a trusted proxy forwards it and the operator allows it', async () => {
    const response = await sendRequest(behindProxy.port, 'GET /nowhere', 'X-Forwarded-Host: other.example');
    expect(response).toContain('https://other.example/problems/not-found');
  });
});
