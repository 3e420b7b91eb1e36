// Fetching a JWKS: when it happens, what tokens are worth while the server does not respond, and limits on its responses.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { openJwks } from '../../src/auth/jwks.ts';
import { JwtVerifier } from '../../src/auth/jwt-verifier.ts';
import { Problem } from '../../src/problem.ts';
import {
  AUDIENCE,
  ISSUER,
  keyServer,
  NOW,
  signed,
  signingKey,
  type KeyServer,
  type SigningKey,
} from './key-server.ts';

const MINUTE = 60_000;
const UNKNOWN_KEY = 'The token is signed with a key that is not known here.';

let first: SigningKey;
let second: SigningKey;
beforeAll(async () => {
  first = await signingKey('ES256', 'first');
  second = await signingKey('ES256', 'second');
});

function verifierOf(server: KeyServer, responseTimeoutMs?: number) {
  const clock = { now: NOW };
  const notes: string[] = [];
  const context = { warn: (text: string) => notes.push(text), now: () => clock.now };
  const rules = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['ES256'] };
  const verifier = new JwtVerifier(rules, openJwks(server.address, context, responseTimeoutMs), context);
  /** `good`, the code of the Problem, or the sentence of the Refusal. */
  const outcome = async (token: string): Promise<string> => {
    try {
      await verifier.verify(token);
      return 'good';
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.code === 'unauthorized' ? error.message : error.code;
    }
  };
  return { clock, notes, outcome };
}

/** A token that is good at all times that the tests take place at. */
function lasting(key: SigningKey): Promise<string> {
  return signed(key, { exp: NOW / 1000 + 1_000_000 });
}

function failing(server: KeyServer): void {
  server.response = (_, response) => response.writeHead(500).end('out of order');
}

test('the JWKS is fetched at the start, and once for many tokens', async () => {
  const server = await keyServer(first);
  const { outcome } = verifierOf(server);
  const token = await lasting(first);
  expect(await Promise.all(Array.from({ length: 20 }, () => outcome(token)))).toEqual(Array(20).fill('good'));
  expect(server.requested()).toBe(1);
});

test('a new key is found when a token names it, at most once in ten seconds', async () => {
  const server = await keyServer(first);
  const { clock, outcome } = verifierOf(server);
  const [old, young] = [await lasting(first), await lasting(second)];
  expect(await outcome(old)).toBe('good');
  server.publish(first, second);
  clock.now += 9_999;
  expect(await outcome(young)).toBe(UNKNOWN_KEY);
  expect(server.requested()).toBe(1);
  clock.now += 1;
  expect(await outcome(young)).toBe('good');
  expect(await outcome(old)).toBe('good');
  expect(server.requested()).toBe(2);
});

test('tokens of unknown keys cannot cause more fetches', async () => {
  const server = await keyServer(first);
  const { clock, outcome } = verifierOf(server);
  const unknown = await lasting(second);
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 10; i += 1) expect(await outcome(unknown)).toBe(UNKNOWN_KEY);
    clock.now += 10_000;
  }
  expect(server.requested()).toBe(3);
});

test('a withdrawn key is rejected after five minutes, and no token waits for the fetch', async () => {
  const server = await keyServer(first);
  const { clock, outcome } = verifierOf(server);
  const token = await lasting(first);
  expect(await outcome(token)).toBe('good');
  clock.now += 5 * MINUTE;
  const responses: ServerResponse[] = [];
  const arrived = new Promise<void>((resolve) => {
    server.response = (_, response) => {
      responses.push(response);
      resolve();
    };
  });
  expect(await outcome(token)).toBe('good');
  await arrived;
  expect(server.requested()).toBe(2);
  responses[0].end(JSON.stringify({ keys: [second.publicJwk] }));
  await once(responses[0], 'close');
  await expect.poll(() => outcome(token)).toBe(UNKNOWN_KEY);
});

test('while the server fails, its keys stay in use for an hour; after that tokens cannot be checked', async () => {
  const server = await keyServer(first);
  const { clock, notes, outcome } = verifierOf(server);
  const token = await lasting(first);
  expect(await outcome(token)).toBe('good');
  failing(server);
  clock.now += 64 * MINUTE;
  expect(await outcome(token)).toBe('good');
  await expect.poll(() => notes.length).toBe(1);
  clock.now += MINUTE;
  expect(await outcome(token)).toBe('jwks_unavailable');
  expect(notes).toEqual([
    `The JWKS of ${server.address} is unavailable: the server responded with status 500.`,
  ]);
  server.publish(first);
  clock.now += 10_000;
  expect(await outcome(token)).toBe('good');
  expect(notes[1]).toBe(`The JWKS of ${server.address} is available again.`);
});

test('without any keys a token is neither valid nor invalid, and fetches keep their cooldown', async () => {
  const server = await keyServer();
  failing(server);
  const { outcome } = verifierOf(server);
  const token = await lasting(first);
  for (let i = 0; i < 10; i += 1) expect(await outcome(token)).toBe('jwks_unavailable');
  expect(server.requested()).toBe(1);
});

test('a token that no key can make valid is rejected without keys', async () => {
  const server = await keyServer();
  failing(server);
  const { outcome } = verifierOf(server);
  const other = await signingKey('ES384', 'other');
  expect(await outcome(await lasting(other))).toBe(
    'The token is signed with an algorithm that is not accepted here.',
  );
  expect(await outcome('a.b.c')).toBe('The token is malformed.');
});

test.each<[string, string, (server: KeyServer) => void]>([
  [
    'is too large',
    'the response is larger than 262144 bytes',
    (server) => {
      server.response = (_, response) => response.end(' '.repeat(262_145));
    },
  ],
  [
    'never ends',
    'no response in time',
    (server) => {
      server.response = (_, response) => void response.write('{"keys":[');
    },
  ],
  [
    'never begins',
    'no response in time',
    (server) => {
      server.response = () => undefined;
    },
  ],
  [
    'is cut',
    'other side closed',
    (server) => {
      server.response = (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"keys":[', () => response.destroy());
      };
    },
  ],
  [
    'leads elsewhere',
    'unexpected redirect',
    (server) => {
      server.response = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    },
  ],
  [
    'is no JSON',
    'contains no JWKS',
    (server) => {
      server.response = (_, response) => response.end('<html>');
    },
  ],
  [
    'has too many keys',
    'contains more than 100 keys',
    (server) => server.publish(...Array.from({ length: 101 }, () => ({ kty: 'EC' }))),
  ],
])('a response that %s gives no keys', async (_, reason, misbehave) => {
  const server = await keyServer(first);
  misbehave(server);
  // Only those that would never come are not waited for.
  const { notes, outcome } = verifierOf(server, reason === 'no response in time' ? 200 : 20_000);
  expect(await outcome(await lasting(first))).toBe('jwks_unavailable');
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(reason);
  expect(server.requested()).toBe(1);
});

test('an unreachable server is reported by its URL without the query', async () => {
  const server = await keyServer(first);
  const { notes, outcome } = verifierOf({ ...server, address: 'http://127.0.0.1:1/keys?key=sesame' });
  expect(await outcome(await lasting(first))).toBe('jwks_unavailable');
  expect(notes[0]).toContain('The JWKS of http://127.0.0.1:1/keys is unavailable: ');
  expect(notes[0]).not.toContain('sesame');
});
