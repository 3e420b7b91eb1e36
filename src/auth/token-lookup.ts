// Looks up opaque tokens in the data folder's list, which is watched for changes. Its duration reveals nothing about secrets: it
// finds the public id and compares hashes in constant time, even for unknown ids.
import { timingSafeEqual } from 'node:crypto';
import { tokensPath } from '../store/paths.ts';
import { type Caller } from './caller.ts';
import { invalidToken } from './auth-problem.ts';
import { type StoredToken, parseTokenList, tokenId, hashToken, stateOf } from './stored-token.ts';
import { WatchedFile, type WatchContext } from './watched-file.ts';

interface LookupEntry {
  readonly record: StoredToken;
  readonly hash: Buffer;
  readonly caller: Caller;
}

/** Compared for an unknown id. No preimage of this hash is known. */
const NO_HASH = Buffer.alloc(32);

export class TokenLookup {
  readonly #file: WatchedFile<ReadonlyMap<string, LookupEntry>>;
  readonly #now: () => number;

  /** Throws a Problem `data_damaged`, `data_version` or `data_unusable` for an existing list. */
  constructor(folder: string, context: WatchContext) {
    const path = tokensPath(folder);
    this.#now = context.now;
    this.#file = new WatchedFile(path, (text) => entriesById(parseTokenList(text, path)), context);
  }

  /** Whether a token was ever created, even if it is revoked now. */
  get isConfigured(): boolean {
    return this.#file.wasFound;
  }

  /** The caller of a token; undefined if it is not in the list. Throws an AuthProblem if it is revoked or has expired. */
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
