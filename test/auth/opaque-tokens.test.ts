// Authentication with opaque tokens: which are valid, why others are not, and how soon changes take effect.
import type * as Crypto from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openAuthenticator, type Authenticator } from '../../src/auth/authenticator.ts';
import { AuthProblem } from '../../src/auth/auth-problem.ts';
import { createToken, revokeToken, type NewTokenOptions } from '../../src/auth/tokens-file.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** The lengths of what was compared in constant time. */
const compared = vi.hoisted((): number[][] => []);
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof Crypto>();
  return {
    ...real,
    timingSafeEqual(a: Uint8Array, b: Uint8Array) {
      compared.push([a.length, b.length]);
      return real.timingSafeEqual(a, b);
    },
  };
});

const WANTED: NewTokenOptions = { name: 'Northgate', permissions: ['search'], rate: null, expiresAt: null };

function openHere(own: { requireToken?: boolean } = {}) {
  const folder = temporaryFolder();
  const clock = { now: Date.now() };
  const notes: string[] = [];
  const settings = { requireToken: false, jwtIssuer: undefined, jwtAudience: undefined, jwtKeys: undefined };
  const open = (): Authenticator =>
    openAuthenticator(
      { ...settings, data: folder, jwtAlgorithms: [], ...own },
      { warn: (text) => notes.push(text), now: () => clock.now },
    );
  return { folder, clock, notes, open };
}

/** The sentence of the AuthProblem, or the caller's name. */
function outcome(authenticator: Authenticator, token: string): string | undefined {
  try {
    const caller = authenticator.authenticate(`Bearer ${token}`);
    if (caller instanceof Promise) throw new Error('an opaque token needs no waiting');
    return caller?.name;
  } catch (error) {
    if (!(error instanceof AuthProblem)) throw error;
    expect(error.code).toBe('unauthorized');
    expect(error.challenge).toBe(
      `Bearer realm="forecourt", error="invalid_token", error_description="${error.message}"`,
    );
    return error.message;
  }
}

const UNKNOWN = 'The token is not known here.';

describe('without any token', () => {
  test.each([
    'Bearer abc',
    'Basic YWRhOg==',
    '',
    'Bearer a b',
    `Bearer fc_${'0'.repeat(12)}_${'A'.repeat(43)}`,
  ])('the header %j is ignored', (authorization) => {
    const authenticator = openHere().open();
    expect(authenticator.isConfigured).toBe(false);
    expect(authenticator.authenticate(authorization)).toBeUndefined();
  });

  test('headers are read if a token is required', () => {
    const { open, notes } = openHere({ requireToken: true });
    const authenticator = open();
    expect(authenticator).toMatchObject({ isRequired: true, isConfigured: true });
    expect(notes).toEqual([
      'All requests will be refused: a token is required, and there is none. Create one with forecourt token create.',
    ]);
    expect(authenticator.authenticate(undefined)).toBeUndefined();
    expect(outcome(authenticator, 'abc')).toBe(UNKNOWN);
  });
});

describe('a token', () => {
  test('identifies its holder and permissions', async () => {
    const { folder, open } = openHere();
    const { token, record } = await createToken(folder, {
      ...WANTED,
      permissions: ['search', 'operate'],
      rate: { requests: 600, seconds: 60 },
    });
    const authenticator = open();
    expect(authenticator).toMatchObject({ isRequired: false, isConfigured: true });
    expect(authenticator.authenticate(`Bearer ${token}`)).toEqual({
      id: `token:${record.id}`,
      name: 'Northgate',
      permissions: new Set(['search', 'operate']),
      rate: { requests: 600, seconds: 60 },
    });
    expect(authenticator.authenticate(undefined)).toBeUndefined();
  });

  test('without a rate gives its caller none', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    expect(Object.keys(open().authenticate(`Bearer ${token}`) ?? {})).toEqual(['id', 'name', 'permissions']);
  });

  test('is rejected like an unknown one with one character changed, added or removed', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const authenticator = open();
    const other = (character: string): string => (character === 'a' ? 'b' : 'a');
    for (let i = 0; i < token.length; i += 1) {
      const changed = token.slice(0, i) + other(token[i]) + token.slice(i + 1);
      expect(outcome(authenticator, changed), changed).toBe(UNKNOWN);
    }
    for (const changed of [
      `${token}a`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.slice(3),
      `${token}=`,
    ]) {
      expect(outcome(authenticator, changed), changed).toBe(UNKNOWN);
    }
    expect(outcome(authenticator, `fc_${'0'.repeat(12)}_${token.slice(16)}`)).toBe(UNKNOWN);
    expect(outcome(authenticator, `a.${token}.b`)).toBe(UNKNOWN);
    expect(outcome(authenticator, token)).toBe('Northgate');
  });

  test('is valid until its expiry time, exclusive', async () => {
    const { folder, clock, open } = openHere();
    const { token } = await createToken(folder, { ...WANTED, expiresAt: new Date(clock.now + 5000) });
    const authenticator = open();
    clock.now += 4999;
    expect(outcome(authenticator, token)).toBe('Northgate');
    clock.now += 1;
    expect(outcome(authenticator, token)).toBe('The token has expired.');
  });

  test('created while the server runs is valid within a second, and headers are read from then on', async () => {
    const { folder, clock, open } = openHere();
    const authenticator = open();
    const { token } = await createToken(folder, WANTED);
    clock.now += 1000;
    expect(authenticator.isConfigured).toBe(true);
    expect(outcome(authenticator, token)).toBe('Northgate');
    expect(outcome(authenticator, 'abc')).toBe(UNKNOWN);
  });

  test('revoked while the server runs is valid for at most a second', async () => {
    const { folder, clock, open } = openHere();
    const { token, record } = await createToken(folder, WANTED);
    const authenticator = open();
    expect(outcome(authenticator, token)).toBe('Northgate');
    await revokeToken(folder, record.id);
    clock.now += 1000;
    expect(outcome(authenticator, token)).toBe('The token has been revoked.');
    expect(authenticator.isConfigured).toBe(true);
  });
});

describe('a damaged list', () => {
  test('prevents a start', async () => {
    const { folder, open } = openHere();
    await createToken(folder, WANTED);
    writeFileSync(join(folder, 'tokens.json'), '{}');
    expect(open).toThrow(expect.objectContaining({ code: 'data_damaged' }));
  });

  test('leaves a running server with the last valid one, and logs a line', async () => {
    const { folder, clock, notes, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const authenticator = open();
    for (const damage of ['', '{}', '{"version":1,"tokens":[{}]}', undefined]) {
      if (damage === undefined) rmSync(join(folder, 'tokens.json'));
      else writeFileSync(join(folder, 'tokens.json'), damage);
      clock.now += 1000;
      expect(outcome(authenticator, token)).toBe('Northgate');
      expect(outcome(authenticator, 'abc')).toBe(UNKNOWN);
    }
    expect(notes.join('\n')).toContain('is damaged: it is not a list of tokens in JSON.');
    expect(notes.join('\n')).toContain('is gone. Put it back. Its previous contents stay in use.');
    expect(notes.join('\n')).not.toContain(token.slice(16));
  });

  test('makes every token invalid if there was no valid list before', () => {
    const { folder, clock, open } = openHere();
    const authenticator = open();
    writeFileSync(join(folder, 'tokens.json'), '{');
    clock.now += 1000;
    expect(authenticator.isConfigured).toBe(true);
    expect(outcome(authenticator, 'abc')).toBe(UNKNOWN);
  });
});

describe('the duration of a check', () => {
  beforeEach(() => void compared.splice(0));

  test('reveals neither known ids nor matching prefixes of secrets', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const authenticator = open();
    outcome(authenticator, token);
    outcome(authenticator, `${token.slice(0, 16)}${'A'.repeat(43)}`);
    outcome(authenticator, `fc_${'0'.repeat(12)}_${'A'.repeat(43)}`);
    expect(compared).toEqual([
      [32, 32],
      [32, 32],
      [32, 32],
    ]);
  });
});
