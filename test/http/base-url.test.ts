import { describe, expect, test } from 'vitest';
import { baseUrlSource } from '../../src/http/base-url.ts';

const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cars.example' };

describe('the base URL', () => {
  test('is the configured one, whatever the headers say', () => {
    const baseUrlOf = baseUrlSource({ baseUrl: 'http://localhost:3000', trustProxy: false });
    expect(baseUrlOf({ ...FORWARDED, host: 'evil.example' })).toBe('http://localhost:3000');
  });

  test('may be known only later, and never ends in a slash', () => {
    let port = 0;
    const baseUrlOf = baseUrlSource({ baseUrl: () => `http://localhost:${port}/`, trustProxy: false });
    port = 8080;
    expect(baseUrlOf({})).toBe('http://localhost:8080');
  });

  describe('behind a trusted proxy', () => {
    const baseUrlOf = baseUrlSource({ baseUrl: 'http://inside.example:3000/v', trustProxy: true });

    test.each([
      [FORWARDED, 'https://cars.example/v'],
      [{ 'x-forwarded-proto': 'HTTPS' }, 'https://inside.example:3000/v'],
      [{ 'x-forwarded-host': 'cars.example:8443' }, 'http://cars.example:8443/v'],
      [{ 'x-forwarded-host': '[::1]:80' }, 'http://[::1]:80/v'],
      // The last entry is the one that our own proxy wrote.
      [{ 'x-forwarded-host': 'evil.example, cars.example' }, 'http://cars.example/v'],
      [{}, 'http://inside.example:3000/v'],
      [{ host: 'evil.example' }, 'http://inside.example:3000/v'],
      [{ 'x-forwarded-host': 'evil.example/path?' }, 'http://inside.example:3000/v'],
      [{ 'x-forwarded-host': 'a b"<>' }, 'http://inside.example:3000/v'],
      [{ 'x-forwarded-proto': 'javascript' }, 'http://inside.example:3000/v'],
    ])('%o gives %s', (headers, baseUrl) => {
      expect(baseUrlOf(headers)).toBe(baseUrl);
    });
  });
});
