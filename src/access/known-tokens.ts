// The opaque tokens that are good, as the list in the data folder says now. How long a look-up takes tells nothing of a
// secret: it is by the id, which is public, and hashes are compared in constant time, also where no token has the id.
import { timingSafeEqual } from 'node:crypto';
import type { Caller } from './caller.ts';
import { FollowedFile, type Following } from './followed-file.ts';
import { tokenHash, tokenId } from './opaque-token.ts';
import { badToken } from './refusal.ts';
import { tokensPath } from './token-list.ts';
import { parseTokenList, stateOf, type TokenRecord } from './token-record.ts';

interface KnownToken {
  readonly record: TokenRecord;
  readonly hash: Buffer;
  readonly caller: Caller;
}

/** Compared with where no token has the id. No text is known that has this hash. */
const NO_HASH = Buffer.alloc(32);

export class KnownTokens {
  readonly #file: FollowedFile<ReadonlyMap<string, KnownToken>>;
  readonly #now: () => number;

  /** Throws the Problems of a list that is there and cannot be used. */
  constructor(folder: string, following: Following) {
    const path = tokensPath(folder);
    this.#now = following.now;
    this.#file = new FollowedFile(path, (text) => knownById(parseTokenList(text, path)), following);
  }

  /** Whether a token was ever created, revoked or not. */
  get configured(): boolean {
    return this.#file.found;
  }

  /** Undefined for a token that was not made here. Throws a Refusal for one that was, and is good no more. */
  find(token: string): Caller | undefined {
    const id = tokenId(token);
    if (id === undefined) return undefined;
    const known = this.#file.value?.get(id);
    const isSame = timingSafeEqual(tokenHash(token), known?.hash ?? NO_HASH);
    if (known === undefined || !isSame) return undefined;
    const state = stateOf(known.record, this.#now());
    if (state === 'revoked') throw badToken('The token has been revoked.');
    if (state === 'expired') throw badToken('The token has expired.');
    return known.caller;
  }
}

function knownById(records: readonly TokenRecord[]): ReadonlyMap<string, KnownToken> {
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
