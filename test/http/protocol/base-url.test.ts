import { describe, expect, test } from 'vitest';
import { baseUrlSource, varyByBaseUrl } from '../../../src/http/protocol/base-url.ts';

const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cars.example' };
const FOREIGN = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };

describe('the base URL', () => {
  test.each([
    ['no proxy is trusted', { trustProxy: false, allowedHosts: ['cars.example'] }],
    ['no host is allowed', { trustProxy: true, allowedHosts: [] }],
    ['nothing is said of hosts', { trustProxy: true }],
  ])('is the configured one, whatever the headers say, if %s', (_name, options) => {
    const baseUrlOf = baseUrlSource({ baseUrl: 'http://localhost:3000', ...options });
    for (const headers of [{}, FORWARDED, FOREIGN]) expect(baseUrlOf(headers)).toBe('http://localhost:3000');
    expect(varyByBaseUrl({ baseUrl: 'http://localhost:3000', ...options }, 'Accept')).toBe('Accept');
  });

  test('may be known only later, and never ends in a slash', () => {
    let port = 0;
    const baseUrlOf = baseUrlSource({ baseUrl: () => `http://localhost:${port}/`, trustProxy: false });
    port = 8080;
    expect(baseUrlOf({})).toBe('http://localhost:8080');
  });

  describe('behind a trusted proxy that may forward some hosts', () => {
    const OWN = 'http://127.0.0.1:8080';
    const options = {
      baseUrl: () => OWN,
      trustProxy: true,
      allowedHosts: ['cars.example', 'cars.example:8443', 'xn--mnchen-3ya.example', '[::1]'],
    };
    const baseUrlOf = baseUrlSource(options);

    test.each([
      [FORWARDED, 'https://cars.example'],
      [{ 'x-forwarded-host': 'cars.example' }, 'http://cars.example'],
      [{ host: 'cars.example' }, 'http://cars.example'],
      [{ host: 'cars.example', 'x-forwarded-proto': 'HTTPS' }, 'https://cars.example'],
      [{ host: '127.0.0.1:8080', 'x-forwarded-host': 'Cars.Example.' }, 'http://cars.example'],
      [{ 'x-forwarded-host': 'cars.example:443', 'x-forwarded-proto': 'https' }, 'https://cars.example'],
      [{ 'x-forwarded-host': 'cars.example.:8443' }, 'http://cars.example:8443'],
      [{ 'x-forwarded-host': 'xn--mnchen-3ya.example' }, 'http://xn--mnchen-3ya.example'],
      [{ 'x-forwarded-host': '[::1]:80' }, 'http://[::1]'],
      // The last entry is the one that our own proxy wrote.
      [{ 'x-forwarded-host': 'evil.example, cars.example' }, 'http://cars.example'],
      [{ 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'cars.example' }, 'http://cars.example'],
    ])('%o gives %s', (headers, baseUrl) => {
      expect(baseUrlOf(headers)).toBe(baseUrl);
    });

    test.each([
      {},
      { host: 'evil.example' },
      FOREIGN,
      { 'x-forwarded-proto': 'https' },
      { host: 'cars.example', 'x-forwarded-host': 'evil.example' },
      { host: 'cars.example', 'x-forwarded-host': '' },
      { 'x-forwarded-host': 'cars.example, evil.example' },
      { 'x-forwarded-host': 'cars.example:9999' },
      { 'x-forwarded-host': 'cars.example:443', 'x-forwarded-proto': 'http' },
      { 'x-forwarded-host': 'cars.example..' },
      { 'x-forwarded-host': '.cars.example' },
      { 'x-forwarded-host': 'www.cars.example' },
      { 'x-forwarded-host': 'cars.example.evil.example' },
      { 'x-forwarded-host': 'cars.example/path?' },
      { 'x-forwarded-host': 'evil.example@cars.example' },
      { 'x-forwarded-host': 'cars.example@evil.example' },
      { 'x-forwarded-host': 'cars.example#' },
      { 'x-forwarded-host': 'cars.example\\' },
      { 'x-forwarded-host': 'cars%2Eexample' },
      { 'x-forwarded-host': '[::1' },
      { 'x-forwarded-host': 'a b"<>' },
    ])('%o leaves that of the listening address', (headers) => {
      expect(baseUrlOf(headers)).toBe(OWN);
    });

    test('is what responses vary by', () => {
      expect(varyByBaseUrl(options)).toBe('X-Forwarded-Proto, X-Forwarded-Host');
      expect(varyByBaseUrl(options, 'Accept')).toBe('Accept, X-Forwarded-Proto, X-Forwarded-Host');
    });
  });
});
