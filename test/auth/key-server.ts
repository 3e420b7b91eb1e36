// A JWKS server on a free port, and the key pairs that sign tokens in tests.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';

export const ISSUER = 'https://login.example/';
export const AUDIENCE = 'https://cars.example/api';
/** When the tests take place. */
export const NOW = Date.parse('2026-02-10T15:30:00.000Z');

export interface SigningKey {
  readonly algorithm: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function signingKey(algorithm: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { algorithm, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid } };
}

/** Claims of a good token that ends in ten minutes. */
export const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'northgate',
  exp: NOW / 1000 + 600,
  scope: 'search',
};

/** A signed token; its header names the key unless `kid` is null. */
export function signed(
  key: SigningKey,
  claims: JWTPayload = {},
  kid: string | null = key.kid,
): Promise<string> {
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: key.algorithm, ...(kid !== null && { kid }) })
    .sign(key.privateKey);
}

export interface KeyServer {
  readonly address: string;
  /** What it was asked so far. */
  readonly requested: () => number;
  /** Answers from now on. */
  response: RequestListener;
  publish(...keys: readonly (SigningKey | JWK)[]): void;
}

export async function keyServer(...keys: readonly SigningKey[]): Promise<KeyServer> {
  let requested = 0;
  const http = createServer((request, response) => {
    requested += 1;
    server.response(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const server: KeyServer = {
    address: `http://127.0.0.1:${port}/keys`,
    requested: () => requested,
    response: (_, response) => response.end(),
    publish(...published) {
      const body = JSON.stringify({
        keys: published.map((key) => ('publicJwk' in key ? key.publicJwk : key)),
      });
      server.response = (_, response) => response.setHeader('content-type', 'application/json').end(body);
    },
  };
  server.publish(...keys);
  return server;
}
