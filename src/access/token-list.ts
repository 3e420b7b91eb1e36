// Changes of the list of tokens: one process at a time, and each as a whole. The file is on the disk before it takes its
// place, so a crash leaves the list as it was or as it is to be. Servers follow the file; nothing else is told to them.
import { fchownSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { makeDirectory } from '../files/fsync.ts';
import { Problem } from '../problem.ts';
import { NamespaceLock } from '../store/namespace-lock.ts';
import { folderProblem } from '../store/store-problem.ts';
import { LockFile } from '../store/lock-file.ts';
import type { Permission } from './caller.ts';
import { findFileText } from './followed-file.ts';
import { makeToken, tokenHash } from './opaque-token.ts';
import type { Rate } from './rate.ts';
import { formatTokenList, MOST_TOKENS, parseTokenList, stateOf, type TokenRecord } from './token-record.ts';

const LOCK_FILE = 'tokens.lock';
/** A change takes some milliseconds. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 20;

/** The list, in the data folder. It is there from the first token on. */
export function tokensPath(folder: string): string {
  return join(resolve(folder), 'tokens.json');
}

export interface WantedToken {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly rate: Rate | null;
  readonly expiresAt: Date | null;
}

/** The tokens in the order of their creation, dead ones too; none where none was ever created. */
export function listTokens(folder: string): TokenRecord[] {
  const path = tokensPath(folder);
  const text = findFileText(path);
  return text === undefined ? [] : parseTokenList(text, path);
}

/** The new token: the only time that it is told. The folder is made where there is none. */
export async function createToken(
  folder: string,
  { name, permissions, rate, expiresAt }: WantedToken,
): Promise<{ readonly token: string; readonly record: TokenRecord }> {
  withFolder(folder, () => makeDirectory(folder));
  return change(folder, (tokens) => {
    // The dead are kept to be looked at, until there is no place for the living.
    const kept =
      tokens.length < MOST_TOKENS
        ? tokens
        : tokens.filter((token) => stateOf(token, Date.now()) === 'active');
    if (kept.length >= MOST_TOKENS)
      throw new Problem('invalid_configuration', `There are ${MOST_TOKENS} tokens already. Revoke some.`);
    const { id, token } = makeToken();
    const record: TokenRecord = {
      id,
      name,
      hash: tokenHash(token).toString('hex'),
      permissions,
      rate,
      createdAt: new Date().toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: null,
    };
    return { tokens: [...kept, record], result: { token, record } };
  });
}

/** The token as it is now, also where it was revoked before; undefined where no token has the id. */
export async function revokeToken(folder: string, id: string): Promise<TokenRecord | undefined> {
  if (!listTokens(folder).some((token) => token.id === id)) return undefined;
  return change(folder, (tokens) => {
    const revokedAt = new Date().toISOString();
    const changed = tokens.map((token) =>
      token.id === id ? { ...token, revokedAt: token.revokedAt ?? revokedAt } : token,
    );
    return { tokens: changed, result: changed.find((token) => token.id === id) };
  });
}

async function change<T>(
  folder: string,
  work: (tokens: readonly TokenRecord[]) => { readonly tokens: readonly TokenRecord[]; readonly result: T },
): Promise<T> {
  const namespace = NamespaceLock.acquire(folder);
  let lock: LockFile | undefined;
  try {
    lock = await locked(folder);
    const { tokens, result } = work(listTokens(folder));
    withFolder(folder, () => replaceList(folder, formatTokenList(tokens)));
    return result;
  } finally {
    lock?.release();
    namespace.release();
  }
}

async function locked(folder: string): Promise<LockFile> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return withFolder(folder, () => LockFile.acquire(folder, LOCK_FILE));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'data_locked' || performance.now() > end) throw error;
    }
    await pause(LOOK_MS);
  }
}

function replaceList(folder: string, text: string): void {
  const write = (file: number): void => {
    // Root may create tokens for a server that runs as somebody else, who must be able to read them.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(folder);
      fchownSync(file, uid, gid);
    }
    writeFileSync(file, text);
  };
  writeFileAtomic(tokensPath(folder), write, { mode: 0o600 });
}

function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw folderProblem(folder, error);
  }
}
