// Path traversal and paths with the names of JavaScript's own properties lead to nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest, readAnswer } from '../http/fixture.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

let server: HostileServer;
let version = '';
beforeAll(async () => {
  server = await hostileServer({
    // As the demo's is: it takes the decoded path.
    drawPicture: (path) =>
      path === '/pictures/car.svg' ? { type: 'image/svg+xml', body: '<svg/>' } : undefined,
  });
  const page = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text();
  version = /page\/([A-Za-z0-9_-]+)\/page\.js/.exec(page)?.[1] ?? '';
  return server.close;
});

const STEPS = [
  '../package.json',
  '../../package.json',
  '..%2fpackage.json',
  '..%2f..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '..\\..\\package.json',
  '%2e%2e/%2e%2e/package.json',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '%252e%252e%252fpackage.json',
  '....//....//package.json',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  'file:///etc/passwd',
  '..%00/package.json',
  'not-found%00.html',
  '__proto__',
  'constructor',
  'constructor/prototype',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
  '.',
  '..',
  '%2e',
  '*',
  '~root',
  'CON',
  'a'.repeat(3000),
];

describe.each([
  '/problems/',
  '/pictures/',
  '/page/VERSION/',
  '/page/VERSION/pages/search/browser/',
  '/docs/',
  '/.well-known/',
  '/',
])('below %s', (folder) => {
  test.each(STEPS)('%s is not found', async (step) => {
    const target = folder.replace('VERSION', version) + step;
    const response = await sendRequest(server.port, `GET ${target}`, 'Accept: application/json');
    const { status, json } = readAnswer(response);
    expect([400, 404]).toContain(status);
    expect(json).toMatchObject({ status });
    expect(response).not.toContain('"dependencies"');
    expect(response).not.toContain('root:');
  });
});

test('the same folders serve their files', async () => {
  expect(version).not.toBe('');
  for (const target of ['/problems/not-found', '/pictures/car.svg', `/page/${version}/page.js`]) {
    expect((await fetch(server.url + target)).status).toBe(200);
  }
  expect(server.logged).toEqual([]);
});
