// Verification of JWTs: valid tokens, and attacks.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAuthenticator, type Authenticator, type AuthSettings } from '../../src/auth/authenticator.ts';
import { AuthProblem } from '../../src/auth/auth-problem.ts';
import { createToken } from '../../src/auth/tokens-file.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { AUDIENCE, CLAIMS, ISSUER, NOW, signed, signingKey, type SigningKey } from './key-server.ts';

const DEFAULT_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const keys = new Map<string, SigningKey>();
const key = (name: string): SigningKey => keys.get(name) as SigningKey;

beforeAll(async () => {
  for (const algorithm of [...DEFAULT_ALGORITHMS, 'ES512', 'ES384']) {
    keys.set(algorithm, await signingKey(algorithm, `key-${algorithm}`));
  }
  keys.set('stranger', await signingKey('ES256', 'key-stranger'));
});

function openWith(published: readonly object[], own: Partial<AuthSettings> = {}) {
  const folder = temporaryFolder();
  const file = join(folder, 'keys.json');
  writeFileSync(file, JSON.stringify({ keys: published }));
  const clock = { now: NOW };
  const notes: string[] = [];
  const settings: AuthSettings = {
    data: folder,
    requireToken: false,
    jwtIssuer: ISSUER,
    jwtAudience: AUDIENCE,
    jwtKeys: file,
    jwtAlgorithms: DEFAULT_ALGORITHMS,
    ...own,
  };
  const authenticator = openAuthenticator(settings, {
    warn: (text) => notes.push(text),
    now: () => clock.now,
  });
  return { authenticator, file, folder, clock, notes };
}

function openUsual(own: Partial<AuthSettings> = {}) {
  return openWith(
    [...keys.values()].filter(({ kid }) => kid !== 'key-stranger').map(({ publicJwk }) => publicJwk),
    own,
  );
}

/** The sentence of the AuthProblem, or the caller's name. */
async function outcome(authenticator: Authenticator, token: string): Promise<string | undefined> {
  try {
    return (await authenticator.authenticate(`Bearer ${token}`))?.name;
  } catch (error) {
    if (!(error instanceof AuthProblem)) throw error;
    expect(error.challenge).toContain(`error="invalid_token", error_description="${error.message}"`);
    return error.message;
  }
}

function base64url(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

describe('a token of the issuer', () => {
  test.each(DEFAULT_ALGORITHMS)('signed with %s identifies its subject', async (algorithm) => {
    const { authenticator } = openUsual();
    expect(authenticator.isConfigured).toBe(true);
    expect(await authenticator.authenticate(`Bearer ${await signed(key(algorithm))}`)).toEqual({
      id: 'jwt:northgate',
      name: 'northgate',
      permissions: new Set(['search']),
    });
  });

  test.each<[JWTPayload, string[]]>([
    [{ scope: 'openid search operate profile' }, ['search', 'operate']],
    [{ scope: undefined, scp: ['operate'] }, ['operate']],
    [{ scope: undefined, scp: 'search operate' }, ['search', 'operate']],
    [{ scope: 'openid', permissions: ['search'] }, ['search']],
    [{ scope: undefined }, []],
    [{ scope: 'Search,operate' }, []],
    [{ scope: { search: true }, permissions: 7, scp: [['search'], null] }, []],
  ])('with the claims %j has the permissions %j', async (claims, permissions) => {
    const { authenticator } = openUsual();
    const caller = await authenticator.authenticate(`Bearer ${await signed(key('ES256'), claims)}`);
    expect([...(caller?.permissions ?? [])]).toEqual(permissions);
  });

  test('may have several audiences', async () => {
    const { authenticator } = openUsual();
    const token = await signed(key('ES256'), { aud: ['https://other.example', AUDIENCE] });
    expect(await outcome(authenticator, token)).toBe('northgate');
  });

  test('needs no key id', async () => {
    const second = await signingKey('ES256', 'second');
    const { authenticator } = openWith([key('ES256').publicJwk, second.publicJwk]);
    expect(await outcome(authenticator, await signed(key('ES256'), {}, null))).toBe('northgate');
    expect(await outcome(authenticator, await signed(second, {}, null))).toBe('northgate');
    expect(await outcome(authenticator, await signed(key('stranger'), {}, null))).toBe(
      'The signature of the token is invalid.',
    );
  });

  test('is valid half a minute around its times, because clocks differ', async () => {
    const { authenticator, clock } = openUsual();
    const token = await signed(key('ES256'), { nbf: NOW / 1000, exp: NOW / 1000 + 600 });
    clock.now = NOW - 31_000;
    expect(await outcome(authenticator, token)).toBe('The token is not valid yet.');
    clock.now = NOW - 30_000;
    expect(await outcome(authenticator, token)).toBe('northgate');
    clock.now = NOW + 629_000;
    expect(await outcome(authenticator, token)).toBe('northgate');
    clock.now = NOW + 630_000;
    expect(await outcome(authenticator, token)).toBe('The token has expired.');
  });

  test('with control characters in its subject is shown without them', async () => {
    const { authenticator } = openUsual();
    const token = await signed(key('ES256'), { sub: `a\n\u202e${'b'.repeat(100)}` });
    expect(await outcome(authenticator, token)).toBe(`a\\u000a\\u202e${'b'.repeat(61)}`);
  });

  test('is accepted beside opaque tokens, which need no keys', async () => {
    const { authenticator, folder, clock } = openUsual();
    const terms = { permissions: ['search'], rate: null, expiresAt: null } as const;
    const { token } = await createToken(folder, { name: 'Opaque', ...terms });
    clock.now += 1000;
    expect(authenticator.authenticate(`Bearer ${token}`)).toMatchObject({ name: 'Opaque' });
    expect(await outcome(authenticator, await signed(key('ES256')))).toBe('northgate');
  });
});

describe('a token is rejected', () => {
  test.each<[string, JWTPayload, string]>([
    ['another issuer', { iss: 'https://login.example' }, 'The token is from another issuer.'],
    ['no issuer', { iss: undefined }, 'The token is from another issuer.'],
    ['another audience', { aud: 'https://cars.example' }, 'The token is for another audience.'],
    [
      'an audience that only begins like ours',
      { aud: `${AUDIENCE}/more` },
      'The token is for another audience.',
    ],
    ['no audience', { aud: undefined }, 'The token is for another audience.'],
    ['a past end', { exp: NOW / 1000 - 31 }, 'The token has expired.'],
    ['no end', { exp: undefined }, 'The token must have an expiry time.'],
    ['a later beginning', { nbf: NOW / 1000 + 31 }, 'The token is not valid yet.'],
    ['no subject', { sub: undefined }, 'The token must have a subject.'],
    ['an empty subject', { sub: '' }, 'The subject of the token must be a string of 1 to 256 characters.'],
    [
      'a long subject',
      { sub: 'a'.repeat(257) },
      'The subject of the token must be a string of 1 to 256 characters.',
    ],
  ])('with %s', async (_, claims, message) => {
    expect(await outcome(openUsual().authenticator, await signed(key('ES256'), claims))).toBe(message);
  });

  test('with an expiry time that is not a number', async () => {
    const exp = '9999999999' as unknown as number;
    expect(await outcome(openUsual().authenticator, await signed(key('ES256'), { exp }))).toBe(
      'The token must have an expiry time.',
    );
  });

  test('with an algorithm that is not pinned, even if its key is known', async () => {
    const { authenticator } = openUsual();
    const message = 'The token is signed with an algorithm that is not accepted here.';
    expect(await outcome(authenticator, await signed(key('ES512')))).toBe(message);
    expect(await outcome(authenticator, await signed(key('ES384')))).toBe(message);
    const { authenticator: other } = openUsual({ jwtAlgorithms: ['ES512'] });
    expect(await outcome(other, await signed(key('ES512')))).toBe('northgate');
    expect(await outcome(other, await signed(key('ES256')))).toBe(message);
  });

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('without a signature, as %j', async (alg) => {
    const { authenticator } = openUsual();
    const unsigned = `${base64url({ alg, typ: 'JWT', kid: 'key-ES256' })}.${base64url(CLAIMS)}`;
    const [, , signature] = (await signed(key('ES256'))).split('.');
    for (const token of [`${unsigned}.`, `${unsigned}.${signature}`]) {
      expect(await outcome(authenticator, token)).toMatch(
        /^The token (?:is signed with an algorithm that is not accepted here|is malformed)\.$/,
      );
    }
  });

  test('signed with the public key as a shared secret', async () => {
    const { authenticator } = openUsual();
    const { publicJwk } = key('RS256');
    const pem = await exportSPKI((await importJWK(publicJwk, 'RS256')) as CryptoKey);
    for (const secret of [pem, pem.trim(), JSON.stringify(publicJwk), publicJwk.n ?? '']) {
      const text = `${base64url({ alg: 'HS256', kid: 'key-RS256' })}.${base64url(CLAIMS)}`;
      const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
      expect(await outcome(authenticator, token)).toBe(
        'The token is signed with an algorithm that is not accepted here.',
      );
    }
  });

  test('that contains its own key or the URL of one', async () => {
    const { authenticator } = openUsual();
    const stranger = key('stranger');
    const good = await signed(stranger);
    const [, payload] = good.split('.');
    for (const own of [
      { jwk: stranger.publicJwk },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example' },
    ]) {
      const header = base64url({ alg: 'ES256', kid: 'key-ES256', ...own });
      const signature = Buffer.from(
        await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          stranger.privateKey,
          Buffer.from(`${header}.${payload}`),
        ),
      ).toString('base64url');
      expect(await outcome(authenticator, `${header}.${payload}.${signature}`)).toBe(
        'The signature of the token is invalid.',
      );
    }
  });

  test("of a key that is not the issuer's", async () => {
    const { authenticator } = openUsual();
    const stranger = key('stranger');
    expect(await outcome(authenticator, await signed(stranger))).toBe(
      'The token is signed with a key that is not known here.',
    );
    expect(await outcome(authenticator, await signed(stranger, {}, 'key-ES256'))).toBe(
      'The signature of the token is invalid.',
    );
    expect(await outcome(authenticator, await signed(stranger, {}, '__proto__'))).toBe(
      'The token is signed with a key that is not known here.',
    );
  });

  test('with one character changed', async () => {
    const { authenticator } = openUsual();
    const token = await signed(key('EdDSA'));
    // The last character of each part has bits that are not counted.
    const places = token
      .split('')
      .flatMap((character, i) => ('.' === character || '.' === (token[i + 1] ?? '.') ? [] : [i]));
    for (const place of places.filter((_, i) => i % 7 === 0)) {
      const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1);
      expect(await outcome(authenticator, changed), changed).not.toBe('northgate');
    }
  });

  test.each(['.', '..', 'a.b', 'a.b.c', '...', 'a.b.c.d.e', 'e30.e30.e30'])(
    'that is malformed: %s',
    async (token) => {
      expect(await outcome(openUsual().authenticator, token)).toBe('The token is malformed.');
    },
  );

  test('that has the maximum length and is malformed', async () => {
    const token = `${'a'.repeat(4000)}.${'b'.repeat(4000)}.c`;
    expect(await outcome(openUsual().authenticator, token)).toBe('The token is malformed.');
  });

  test('with a critical header that is not supported', async () => {
    const header = { alg: 'ES256', kid: 'key-ES256', crit: ['unknown'], unknown: true };
    const [, payload, signature] = (await signed(key('ES256'))).split('.');
    expect(await outcome(openUsual().authenticator, `${base64url(header)}.${payload}.${signature}`)).toBe(
      'The token is malformed.',
    );
  });
});

test('an unsigned token is rejected without a line in the log, whatever it contains', async () => {
  const { authenticator, notes } = openUsual();
  const odd = fc.jsonValue({ maxDepth: 2 });
  const header = fc.record(
    {
      alg: fc.oneof(fc.constantFrom(...DEFAULT_ALGORITHMS, 'HS256', 'none'), odd),
      kid: fc.oneof(fc.constantFrom('key-RS256', 'key-ES256', 'key-EdDSA', 'toString'), odd),
      typ: odd,
      crit: odd,
      b64: fc.oneof(fc.constant(false), odd),
      jwk: odd,
      zip: odd,
    },
    { requiredKeys: ['alg'] },
  );
  const claims = fc.oneof(fc.constant({ ...CLAIMS }), odd, fc.dictionary(fc.string(), odd));
  const signature = fc
    .uint8Array({ maxLength: 300 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  await fc.assert(
    fc.asyncProperty(header, claims, signature, async (head, body, end) => {
      expect(await outcome(authenticator, `${base64url(head)}.${base64url(body)}.${end}`)).toMatch(
        /^(?:The token is malformed|The token is signed with .+ not .+ here|The signature of the token is invalid)\.$/,
      );
    }),
    { numRuns: 300 },
  );
  expect(notes).toEqual([]);
});

describe('a token that was accepted before', () => {
  let verified = 0;
  beforeEach(() => {
    verified = 0;
    const { subtle } = globalThis.crypto;
    const verify = subtle.verify.bind(subtle);
    vi.spyOn(subtle, 'verify').mockImplementation((...args) => {
      verified += 1;
      return verify(...args);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('is not verified again while the keys are the same, but other tokens are', async () => {
    const { authenticator } = openUsual();
    const [token, other] = [await signed(key('ES256')), await signed(key('ES256'), { sub: 'other' })];
    for (let i = 0; i < 5; i += 1) expect(await outcome(authenticator, token)).toBe('northgate');
    expect(verified).toBe(1);
    expect(await outcome(authenticator, other)).toBe('other');
    expect(await outcome(authenticator, `${token}A`)).toBe('The signature of the token is invalid.');
    expect(verified).toBe(3);
  });

  test('is verified again when the keys have changed, and rejected without its key', async () => {
    const { authenticator, file, clock } = openUsual();
    const token = await signed(key('ES256'));
    expect(await outcome(authenticator, token)).toBe('northgate');
    writeFileSync(file, JSON.stringify({ keys: [key('ES256').publicJwk] }));
    clock.now += 1000;
    expect(await outcome(authenticator, token)).toBe('northgate');
    expect(verified).toBe(2);
    writeFileSync(file, JSON.stringify({ keys: [] }));
    clock.now += 1000;
    expect(await outcome(authenticator, token)).toBe(
      'The token is signed with a key that is not known here.',
    );
  });

  test('is rejected once it has expired', async () => {
    const { authenticator, clock } = openUsual();
    const token = await signed(key('ES256'));
    expect(await outcome(authenticator, token)).toBe('northgate');
    clock.now += 630_000;
    expect(await outcome(authenticator, token)).toBe('The token has expired.');
  });

  test('is evicted after a thousand others', async () => {
    const { authenticator } = openUsual();
    const tokens = await Promise.all(
      Array.from({ length: 1001 }, (_, i) => signed(key('ES256'), { sub: `caller ${i}` })),
    );
    for (const [i, token] of tokens.entries())
      expect(await outcome(authenticator, token)).toBe(`caller ${i}`);
    expect(await outcome(authenticator, tokens[1])).toBe('caller 1');
    expect(verified).toBe(1001);
    expect(await outcome(authenticator, tokens[0])).toBe('caller 0');
    expect(verified).toBe(1002);
  });

  test('is still rejected with any other signature, key or claim', async () => {
    const { authenticator } = openUsual();
    const token = await signed(key('ES256'));
    expect(await outcome(authenticator, token)).toBe('northgate');
    const [header, , signature] = token.split('.');
    const forged = `${header}.${base64url({ ...CLAIMS, scope: 'operate' })}.${signature}`;
    expect(await outcome(authenticator, forged)).toBe('The signature of the token is invalid.');
  });
});

describe('keys from a file', () => {
  test('are replaced when the file changes', async () => {
    const { authenticator, file, clock } = openUsual();
    const next = await signingKey('ES256', 'next');
    const [old, young] = [await signed(key('ES256')), await signed(next)];
    expect(await outcome(authenticator, old)).toBe('northgate');
    expect(await outcome(authenticator, young)).toBe(
      'The token is signed with a key that is not known here.',
    );
    writeFileSync(file, JSON.stringify({ keys: [next.publicJwk] }));
    clock.now += 1000;
    expect(await outcome(authenticator, young)).toBe('northgate');
    expect(await outcome(authenticator, old)).toBe('The token is signed with a key that is not known here.');
  });

  test('stay in use while the file is invalid', async () => {
    const { authenticator, file, clock, notes } = openUsual();
    writeFileSync(file, '{"keys":');
    clock.now += 1000;
    expect(await outcome(authenticator, await signed(key('ES256')))).toBe('northgate');
    expect(notes).toEqual([`'${file}' contains no JWKS. Its previous contents stay in use.`]);
  });

  test.each(['', '[]', '{}', '{"keys":{}}', '{"keys":[1]}', 'null'])('do not exist in %j', (content) => {
    const folder = temporaryFolder();
    const file = join(folder, 'keys.json');
    writeFileSync(file, content);
    expect(() => openWith([], { jwtKeys: file })).toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: `'${file}' contains no JWKS.`,
      }),
    );
  });

  test('must exist', () => {
    expect(() => openWith([], { jwtKeys: '/nowhere/keys.json' })).toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: "The JWKS file '/nowhere/keys.json' does not exist.",
      }),
    );
  });

  test('that cannot be used are logged once and verify nothing', async () => {
    const { publicJwk } = key('ES256');
    const { authenticator, notes } = openWith([{ ...publicJwk, x: 'AAAA' }]);
    for (let i = 0; i < 2; i += 1) {
      expect(await outcome(authenticator, await signed(key('ES256')))).toBe(
        'The token is signed with a key that cannot be used.',
      );
    }
    expect(notes).toHaveLength(1);
  });
});

test.each<Partial<AuthSettings>>([
  { jwtIssuer: undefined },
  { jwtAudience: undefined },
  { jwtKeys: undefined },
  { jwtIssuer: undefined, jwtAudience: undefined },
])('the three settings must be set together: %j', (own) => {
  expect(() => openUsual(own)).toThrow(
    expect.objectContaining({
      code: 'invalid_configuration',
      message:
        'jwt-issuer, jwt-audience and jwt-keys must be set together: without any of them, too many tokens would be valid.',
    }),
  );
});
