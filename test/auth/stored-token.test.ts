// The tokens file: it is parsed as it was formatted, and any other contents are rejected as a whole.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatTokenList,
  isTokenName,
  parseTokenList,
  stateOf,
  type StoredToken,
} from '../../src/auth/stored-token.ts';
import { Problem } from '../../src/problem.ts';

const RECORD: StoredToken = {
  id: '3f9a0c417d2e',
  name: 'Northgate',
  hash: 'ab'.repeat(32),
  permissions: ['search'],
  rate: { requests: 600, seconds: 60 },
  createdAt: '2026-02-10T15:30:00.000Z',
  expiresAt: null,
  revokedAt: null,
};

const FILE = {
  id: '3f9a0c417d2e',
  name: 'Northgate',
  hash: 'ab'.repeat(32),
  permissions: ['search'],
  rate: '600/min',
  createdAt: '2026-02-10T15:30:00.000Z',
  expiresAt: null,
  revokedAt: null,
};

function errorMessageOf(text: string): string {
  try {
    parseTokenList(text, '/data/tokens.json');
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const record: fc.Arbitrary<StoredToken> = fc.record({
  id: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 12, maxLength: 12 }),
  name: fc.string({ unit: 'grapheme', maxLength: 64 }).filter(isTokenName),
  hash: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  permissions: fc.constantFrom<StoredToken['permissions']>(
    [],
    ['search'],
    ['operate'],
    ['search', 'operate'],
  ),
  rate: fc.option(
    fc.record({ requests: fc.integer({ min: 1, max: 1e9 }), seconds: fc.constantFrom(1, 60, 3600, 86_400) }),
  ),
  createdAt: instant,
  expiresAt: fc.option(instant),
  revokedAt: fc.option(instant),
});
const list = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 8 });

describe('a list of tokens', () => {
  test('is readable JSON', () => {
    expect(JSON.parse(formatTokenList([RECORD]))).toEqual({
      version: 2,
      checksum: 'ea0b1da0',
      tokens: [FILE],
    });
  });

  test('is parsed as it was formatted', () => {
    fc.assert(
      fc.property(list, (tokens) => {
        expect(parseTokenList(formatTokenList(tokens), 'tokens.json')).toEqual(tokens);
      }),
    );
  });

  test('that is truncated or changed in one place is rejected, or has the same meaning', () => {
    const damage = fc.record({
      at: fc.nat(),
      put: fc.string({ unit: 'binary', maxLength: 3 }),
      drop: fc.nat(3),
    });
    fc.assert(
      fc.property(list, damage, (tokens, { at, put, drop }) => {
        const text = formatTokenList(tokens);
        const place = at % text.length;
        const damaged = text.slice(0, place) + put + text.slice(place + drop);
        const cut = text.slice(0, place);
        if (cut.trim() !== text.trim()) expect(errorMessageOf(cut)).toMatch(/^data_damaged: /);
        try {
          // Where it is still a list, each token is one that could have been written.
          const read = parseTokenList(damaged, 'tokens.json');
          expect(parseTokenList(formatTokenList(read), 'tokens.json')).toEqual(read);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Problem' });
          expect(['data_damaged', 'data_version']).toContain((error as Problem).code);
        }
      }),
    );
  });

  test('is rejected if it is any other JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(errorMessageOf(text)).toMatch(
          /^data_damaged: The list of tokens '\/data\/tokens\.json' is damaged: /,
        );
      }),
    );
  });

  test.each<[string, object]>([
    ['token 1 has an invalid id', { id: '3F9A0C417D2E' }],
    ['token 1 has an invalid id', { id: '__proto__' }],
    ['token 1 has an invalid name', { name: '' }],
    ['token 1 has an invalid name', { name: 'a\nb' }],
    ['token 1 has an invalid name', { name: 'a\u202eb' }],
    ['token 1 has an invalid name', { name: 'a'.repeat(65) }],
    ['token 1 has an invalid name', { name: ' a' }],
    ['token 1 has an invalid hash', { hash: 'ab'.repeat(31) }],
    ['token 1 has an invalid hash', { hash: 'AB'.repeat(32) }],
    ['token 1 has an invalid hash', { hash: null }],
    ['token 1 has invalid permissions', { permissions: 'search' }],
    ['token 1 has invalid permissions', { permissions: ['search', 'search'] }],
    ['token 1 has invalid permissions', { permissions: ['everything'] }],
    ['token 1 has an invalid rate', { rate: 600 }],
    ['token 1 has an invalid rate', { rate: '0/min' }],
    ['token 1 has an invalid creation time', { createdAt: '2026-02-10' }],
    ['token 1 has an invalid expiry time', { expiresAt: '2026-02-30T00:00:00.000Z' }],
    ['token 1 has an invalid expiry time', { expiresAt: 0 }],
    ['token 1 has an invalid revocation time', { revokedAt: false }],
    ['token 1 does not have exactly the members of a token', { admin: true }],
    ['token 1 does not have exactly the members of a token', { revokedAt: undefined }],
  ])('with an invalid token is rejected as a whole: %s', (fault, change) => {
    const text = JSON.stringify({
      version: 1,
      tokens: [
        { ...FILE, ...change },
        { ...FILE, id: '000000000000' },
      ],
    });
    expect(errorMessageOf(text)).toBe(
      `data_damaged: The list of tokens '/data/tokens.json' is damaged: ${fault}. ` +
        'Restore a copy, or move it away and create new tokens.',
    );
  });

  test('with a repeated id is rejected', () => {
    expect(errorMessageOf(JSON.stringify({ version: 1, tokens: [FILE, FILE] }))).toContain(
      'token 2 has the id of another',
    );
  });

  test('of more than 10,000 tokens is rejected', () => {
    const text = JSON.stringify({ version: 1, tokens: Array.from({ length: 10_001 }, () => null) });
    expect(errorMessageOf(text)).toContain('it has more than 10000 tokens');
  });

  test('without a checksum, from an earlier program, is read', () => {
    expect(parseTokenList(JSON.stringify({ version: 1, tokens: [FILE] }), 'tokens.json')).toEqual([RECORD]);
  });

  test('is damaged if any bit of its values changes', () => {
    const bytes = Buffer.from(formatTokenList([RECORD]));
    for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      let read: unknown;
      try {
        read = parseTokenList(flipped.toString(), 'tokens.json');
      } catch (error) {
        expect(['data_damaged', 'data_version']).toContain((error as Problem).code);
        continue;
      }
      expect(read, `bit ${bit}`).toEqual([RECORD]);
    }
  });

  test('of a later program is distinguished from a damaged one', () => {
    expect(errorMessageOf('{"version":3,"tokens":[]}')).toBe(
      "data_version: The list of tokens '/data/tokens.json' was written by a later version of the program.",
    );
    expect(errorMessageOf('{"version":1,"tokens":[],"more":1}')).toContain('it has no known version');
    expect(errorMessageOf('{"version":"1","tokens":[]}')).toContain('it has no known version');
  });
});

test('a token is active until its expiry time, and revoked for good', () => {
  const expiresAt = '2026-05-11T15:30:00.000Z';
  const end = Date.parse(expiresAt);
  expect(stateOf(RECORD, end)).toBe('active');
  expect(stateOf({ ...RECORD, expiresAt }, end - 1)).toBe('active');
  expect(stateOf({ ...RECORD, expiresAt }, end)).toBe('expired');
  expect(stateOf({ ...RECORD, expiresAt, revokedAt: RECORD.createdAt }, end - 1)).toBe('revoked');
});
