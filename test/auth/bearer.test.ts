// Parsing of Authorization headers, hostile ones above all. Messages never quote them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBearer } from '../../src/auth/authenticator.ts';
import { AuthProblem } from '../../src/auth/auth-problem.ts';

function authProblemOf(authorization: string): AuthProblem {
  try {
    parseBearer(authorization);
  } catch (error) {
    if (error instanceof AuthProblem) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER   abc', 'abc'],
  [' Bearer abc ', 'abc'],
  ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
])('%j contains a token', (authorization, token) => {
  expect(parseBearer(authorization)).toBe(token);
});

test.each([
  ...[
    'Bearer',
    'Bearer ',
    'Bearer,abc',
    'Bearer a b',
    'Bearer abc, Bearer def',
    'Bearer abc,def',
    'Bearer =abc',
  ],
  ...[
    'Bearer ab=c',
    'Bearer "abc"',
    'Bearer token=abc',
    'Bearer abc;def',
    'Bearer ä',
    'Bearer a\0b',
    'Bearer\tabc',
  ],
  ...[`Bearer ${'a'.repeat(8200)}`, `Bearer ${' '.repeat(8000)}`],
])('%j contains no token, and the challenge says so', (authorization) => {
  const { code, message, challenge } = authProblemOf(authorization);
  expect({ code, message, challenge }).toEqual({
    code: 'unauthorized',
    message: 'The Authorization header must be the word Bearer, a space and one token.',
    challenge:
      'Bearer realm="forecourt", error="invalid_request", ' +
      'error_description="The Authorization header must be the word Bearer, a space and one token."',
  });
});

test.each([
  '',
  'Basic YWRhOmh1bnRlcjI=',
  'Digest username="ada"',
  'abc',
  'Bearerabc',
  'Bear er abc',
  'fc_1_2',
  ', Bearer abc',
])('%j has another scheme, which RFC 6750 gives no error code', (authorization) => {
  const { code, message, challenge } = authProblemOf(authorization);
  expect({ code, message, challenge }).toEqual({
    code: 'unauthorized',
    message: 'Only tokens are accepted as credentials. Send one in the header Authorization: Bearer TOKEN.',
    challenge: 'Bearer realm="forecourt"',
  });
});

test('any text is a token or an AuthProblem that quotes none of it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc
      .tuple(fc.constantFrom('Bearer', 'bearer ', 'Basic '), fc.string({ maxLength: 100 }))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (authorization) => {
      try {
        expect(parseBearer(authorization)).toMatch(/^[A-Za-z0-9._~+/=-]+$/);
      } catch (error) {
        if (!(error instanceof AuthProblem)) throw error;
        expect([
          'The Authorization header must be the word Bearer, a space and one token.',
          'Only tokens are accepted as credentials. Send one in the header Authorization: Bearer TOKEN.',
        ]).toContain(error.message);
      }
    }),
  );
});
