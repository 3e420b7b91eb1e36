// Creates and revokes tokens in a data folder. Changes are serialized by a lock and written atomically, so a crash leaves the old
// list or the new one. Servers notice changes by watching the file.
import { fchownSync, statSync, writeFileSync } from 'node:fs';
import { writeFileAtomic, makeDirectory } from '../files/atomic-write.ts';
import { Problem } from '../problem.ts';
import { tokensPath } from '../store/paths.ts';
import { acquireNamespace, withFolder } from '../store/store-problem.ts';
import { LockFile, retryWhileLocked } from '../files/lock-file.ts';
import type { Permission } from './caller.ts';
import { findFileText } from './watched-file.ts';
import type { RateLimit } from './rate-limit.ts';
import {
  formatTokenList,
  MAX_TOKENS,
  parseTokenList,
  stateOf,
  type StoredToken,
  generateToken,
  hashToken,
} from './stored-token.ts';

const LOCK_FILE = 'tokens.lock';
/** Timeout of the lock. A change takes only some milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

export interface NewTokenOptions {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly rate: RateLimit | null;
  readonly expiresAt: Date | null;
}

/** The tokens in the order of their creation, including expired and revoked ones. */
export function listTokens(folder: string): StoredToken[] {
  const path = tokensPath(folder);
  const text = findFileText(path);
  return text === undefined ? [] : parseTokenList(text, path);
}

/** The new token, which cannot be shown again, and its record. Creates the folder if needed. */
export async function createToken(
  folder: string,
  { name, permissions, rate, expiresAt }: NewTokenOptions,
): Promise<{ readonly token: string; readonly record: StoredToken }> {
  withFolder(folder, () => makeDirectory(folder));
  return updateTokens(folder, (tokens) => {
    // Expired and revoked tokens are kept until the list is full.
    const remaining =
      tokens.length < MAX_TOKENS ? tokens : tokens.filter((token) => stateOf(token, Date.now()) === 'active');
    if (remaining.length >= MAX_TOKENS)
      throw new Problem('invalid_configuration', `There are ${MAX_TOKENS} tokens already. Revoke some.`);
    const { id, token } = generateToken();
    const record: StoredToken = {
      id,
      name,
      hash: hashToken(token).toString('hex'),
      permissions,
      rate,
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: null,
    };
    return { tokens: [...remaining, record], result: { token, record } };
  });
}

/** The revoked token, with the time of its first revocation; undefined if no token has the id. */
export async function revokeToken(folder: string, id: string): Promise<StoredToken | undefined> {
  if (!listTokens(folder).some((token) => token.id === id)) return undefined;
  return updateTokens(folder, (tokens) => {
    const revokedAt = new Date().toISOString();
    const changed = tokens.map((token) =>
      token.id === id ? { ...token, revokedAt: token.revokedAt ?? revokedAt } : token,
    );
    return { tokens: changed, result: changed.find((token) => token.id === id) };
  });
}

async function updateTokens<T>(
  folder: string,
  work: (tokens: readonly StoredToken[]) => { readonly tokens: readonly StoredToken[]; readonly result: T },
): Promise<T> {
  const namespace = acquireNamespace(folder);
  let lock: LockFile | undefined;
  try {
    lock = await retryWhileLocked(
      () => withFolder(folder, () => LockFile.acquire(folder, LOCK_FILE)),
      LOCK_TIMEOUT_MS,
    );
    const { tokens, result } = work(listTokens(folder));
    withFolder(folder, () => writeTokensFile(folder, formatTokenList(tokens)));
    return result;
  } finally {
    lock?.release();
    namespace.release();
  }
}

function writeTokensFile(folder: string, text: string): void {
  const write = (file: number): void => {
    // Root may create tokens for a server that runs as the folder's owner, who must be able to read them.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(folder);
      fchownSync(file, uid, gid);
    }
    writeFileSync(file, text);
  };
  writeFileAtomic(tokensPath(folder), write, { mode: 0o600 });
}
