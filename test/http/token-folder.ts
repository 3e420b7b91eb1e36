// A data folder that holds nothing but tokens, and the access that a server has by it. The folder is gone after the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuthenticator, type Authenticator, type AuthSettings } from '../../src/auth/authenticator.ts';
import type { Permission } from '../../src/auth/caller.ts';
import type { RateLimit } from '../../src/auth/rate-limit.ts';
import { tokenId } from '../../src/auth/stored-token.ts';
import { createToken, revokeToken } from '../../src/auth/tokens-file.ts';
import { afterTest } from '../support/after-test.ts';

export interface TokenFolder {
  /** A new token of these permissions. */
  create(permissions?: readonly Permission[], rate?: RateLimit, expiresAt?: Date): Promise<string>;
  revoke(token: string): Promise<void>;
  /** To be opened after the tokens were created. */
  open(requireToken?: boolean, issuer?: Partial<AuthSettings>, now?: () => number): Authenticator;
}

export function tokenFolder(): TokenFolder {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tokens-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return {
    async create(permissions = ['search'], rate, expiresAt) {
      const wanted = { name: 'test', permissions, rate: rate ?? null, expiresAt: expiresAt ?? null };
      return (await createToken(folder, wanted)).token;
    },
    async revoke(token) {
      await revokeToken(folder, tokenId(token) ?? '');
    },
    open(requireToken = false, issuer = {}, now = Date.now) {
      const noIssuer = {
        jwtIssuer: undefined,
        jwtAudience: undefined,
        jwtKeys: undefined,
        jwtAlgorithms: ['RS256'],
      };
      return openAuthenticator(
        { data: folder, requireToken, ...noIssuer, ...issuer },
        { warn: () => {}, now },
      );
    },
  };
}
