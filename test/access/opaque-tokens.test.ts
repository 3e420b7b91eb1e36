// Opaque tokens at the door: who gets in, who does not and why, and how soon a change counts.
import type * as Crypto from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openAccess, type Access } from '../../src/access/access.ts';
import { Refusal } from '../../src/access/refusal.ts';
import { createToken, revokeToken, type WantedToken } from '../../src/access/token-list.ts';
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

const WANTED: WantedToken = { name: 'Northgate', permissions: ['search'], rate: null, expiresAt: null };

function openHere(own: { requireToken?: boolean } = {}) {
  const folder = temporaryFolder();
  const clock = { now: Date.now() };
  const notes: string[] = [];
  const settings = { requireToken: false, jwtIssuer: undefined, jwtAudience: undefined, jwtKeys: undefined };
  const open = (): Access =>
    openAccess(
      { ...settings, data: folder, jwtAlgorithms: [], ...own },
      { note: (text) => notes.push(text), now: () => clock.now },
    );
  return { folder, clock, notes, open };
}

/** The sentence of the Refusal, or the caller's name. */
function outcome(access: Access, token: string): string | undefined {
  try {
    const caller = access.authorize(`Bearer ${token}`);
    if (caller instanceof Promise) throw new Error('an opaque token needs no waiting');
    return caller?.name;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe('unauthorized');
    expect(error.challenge).toBe(
      `Bearer realm="forecourt", error="invalid_token", error_description="${error.message}"`,
    );
    return error.message;
  }
}

const UNKNOWN = 'The token is not known here.';

describe('where no token was ever created', () => {
  test.each([
    'Bearer abc',
    'Basic YWRhOg==',
    '',
    'Bearer a b',
    `Bearer fc_${'0'.repeat(12)}_${'A'.repeat(43)}`,
  ])('the header %j passes unread', (authorization) => {
    const access = openHere().open();
    expect(access.configured).toBe(false);
    expect(access.authorize(authorization)).toBeUndefined();
  });

  test('it is read where a token is required', () => {
    const { open, notes } = openHere({ requireToken: true });
    const access = open();
    expect(access).toMatchObject({ required: true, configured: true });
    expect(notes).toEqual([
      'Nobody can ask yet: a token is required, and there is none. forecourt token create makes one.',
    ]);
    expect(access.authorize(undefined)).toBeUndefined();
    expect(outcome(access, 'abc')).toBe(UNKNOWN);
  });
});

describe('a token', () => {
  test('lets its holder in with what it may', async () => {
    const { folder, open } = openHere();
    const { token, record } = await createToken(folder, {
      ...WANTED,
      permissions: ['search', 'operate'],
      rate: { requests: 600, seconds: 60 },
    });
    const access = open();
    expect(access).toMatchObject({ required: false, configured: true });
    expect(access.authorize(`Bearer ${token}`)).toEqual({
      id: `token:${record.id}`,
      name: 'Northgate',
      permissions: new Set(['search', 'operate']),
      rate: { requests: 600, seconds: 60 },
    });
    expect(access.authorize(undefined)).toBeUndefined();
  });

  test('without a rate has none in its caller', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    expect(Object.keys(open().authorize(`Bearer ${token}`) ?? {})).toEqual(['id', 'name', 'permissions']);
  });

  test('is refused with one character changed, added or left out, in the words of one that nobody made', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const access = open();
    const other = (character: string): string => (character === 'a' ? 'b' : 'a');
    for (let i = 0; i < token.length; i += 1) {
      const changed = token.slice(0, i) + other(token[i]) + token.slice(i + 1);
      expect(outcome(access, changed), changed).toBe(UNKNOWN);
    }
    for (const changed of [
      `${token}a`,
      token.slice(0, -1),
      token.toUpperCase(),
      token.slice(3),
      `${token}=`,
    ]) {
      expect(outcome(access, changed), changed).toBe(UNKNOWN);
    }
    expect(outcome(access, `fc_${'0'.repeat(12)}_${token.slice(16)}`)).toBe(UNKNOWN);
    expect(outcome(access, `a.${token}.b`)).toBe(UNKNOWN);
    expect(outcome(access, token)).toBe('Northgate');
  });

  test('is good until the instant that it expires at', async () => {
    const { folder, clock, open } = openHere();
    const { token } = await createToken(folder, { ...WANTED, expiresAt: new Date(clock.now + 5000) });
    const access = open();
    clock.now += 4999;
    expect(outcome(access, token)).toBe('Northgate');
    clock.now += 1;
    expect(outcome(access, token)).toBe('The token has expired.');
  });

  test('that is created while the server runs is good within a second, and begins the reading of headers', async () => {
    const { folder, clock, open } = openHere();
    const access = open();
    const { token } = await createToken(folder, WANTED);
    clock.now += 1000;
    expect(access.configured).toBe(true);
    expect(outcome(access, token)).toBe('Northgate');
    expect(outcome(access, 'abc')).toBe(UNKNOWN);
  });

  test('that is revoked while the server runs is good for a second at most', async () => {
    const { folder, clock, open } = openHere();
    const { token, record } = await createToken(folder, WANTED);
    const access = open();
    expect(outcome(access, token)).toBe('Northgate');
    await revokeToken(folder, record.id);
    clock.now += 1000;
    expect(outcome(access, token)).toBe('The token has been revoked.');
    expect(access.configured).toBe(true);
  });
});

describe('a list that is damaged', () => {
  test('stops a start', async () => {
    const { folder, open } = openHere();
    await createToken(folder, WANTED);
    writeFileSync(join(folder, 'tokens.json'), '{}');
    expect(open).toThrow(expect.objectContaining({ code: 'data_damaged' }));
  });

  test('leaves a running server with the last good one, and a line in its log', async () => {
    const { folder, clock, notes, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const access = open();
    for (const damage of ['', '{}', '{"version":1,"tokens":[{}]}', undefined]) {
      if (damage === undefined) rmSync(join(folder, 'tokens.json'));
      else writeFileSync(join(folder, 'tokens.json'), damage);
      clock.now += 1000;
      expect(outcome(access, token)).toBe('Northgate');
      expect(outcome(access, 'abc')).toBe(UNKNOWN);
    }
    expect(notes.join('\n')).toContain('is damaged: it is not a list of tokens in JSON.');
    expect(notes.join('\n')).toContain('is gone. Put it back. What it said before still holds.');
    expect(notes.join('\n')).not.toContain(token.slice(16));
  });

  test('lets nobody in where no good one was ever there', () => {
    const { folder, clock, open } = openHere();
    const access = open();
    writeFileSync(join(folder, 'tokens.json'), '{');
    clock.now += 1000;
    expect(access.configured).toBe(true);
    expect(outcome(access, 'abc')).toBe(UNKNOWN);
  });
});

describe('how long it takes', () => {
  beforeEach(() => void compared.splice(0));

  test('does not tell whether an id is known, or how much of a secret is right', async () => {
    const { folder, open } = openHere();
    const { token } = await createToken(folder, WANTED);
    const access = open();
    outcome(access, token);
    outcome(access, `${token.slice(0, 16)}${'A'.repeat(43)}`);
    outcome(access, `fc_${'0'.repeat(12)}_${'A'.repeat(43)}`);
    expect(compared).toEqual([
      [32, 32],
      [32, 32],
      [32, 32],
    ]);
  });
});
