// The opaque tokens that are good, as the list in the data folder says now. How long a look-up takes tells nothing of a
// secret: it is by the id, which is public, and hashes are compared in constant time, also where no token has the id.
import { timingSafeEqual } from 'node:crypto';
import { tokensPath } from '../store/paths.ts';
import type { Caller } from './caller.ts';
import { WatchedFile, type WatchContext } from './watched-file.ts';
import { hashToken, tokenId } from './opaque-token.ts';
import { invalidToken } from './auth-problem.ts';
import { parseTokenList, stateOf, type StoredToken } from './stored-token.ts';

interface LookupEntry {
  readonly record: StoredToken;
  readonly hash: Buffer;
  readonly caller: Caller;
}

/** Compared with where no token has the id. No text is known that has this hash. */
const NO_HASH = Buffer.alloc(32);

export class TokenLookup {
  readonly #file: WatchedFile<ReadonlyMap<string, LookupEntry>>;
  readonly #now: () => number;

  /** Throws the Problems of a list that is there and cannot be used. */
  constructor(folder: string, context: WatchContext) {
    const path = tokensPath(folder);
    this.#now = context.now;
    this.#file = new WatchedFile(path, (text) => entriesById(parseTokenList(text, path)), context);
  }

  /** Whether a token was ever created, revoked or not. */
  get isConfigured(): boolean {
    return this.#file.wasFound;
  }

  /** Undefined for a token that was not made here. Throws a Refusal for one that was, and is good no more. */
  find(token: string): Caller | undefined {
    const id = tokenId(token);
    if (id === undefined) return undefined;
    const entry = this.#file.value?.get(id);
    const isSame = timingSafeEqual(hashToken(token), entry?.hash ?? NO_HASH);
    if (entry === undefined || !isSame) return undefined;
    const state = stateOf(entry.record, this.#now());
    if (state === 'revoked') throw invalidToken('The token has been revoked.');
    if (state === 'expired') throw invalidToken('The token has expired.');
    return entry.caller;
  }
}

function entriesById(records: readonly StoredToken[]): ReadonlyMap<string, LookupEntry> {
  return new Map(
    records.map((record) => {
      const { id, name, permissions, rate } = record;
      const caller = {
        id: `token:${id}`,
        name,
        permissions: new Set(permissions),
        ...(rate !== null && { rate }),
      };
      return [id, { record, hash: Buffer.from(record.hash, 'hex'), caller }];
    }),
  );
}
