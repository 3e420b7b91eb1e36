// The stored form of tokens: readable JSON with hashes instead of secrets. The file grants access, so a single invalid member
// invalidates the whole list. A checksum detects damage that leaves values well-formed, such as another expiry date.
import { crc32 } from 'node:zlib';
import { isObject, parseJson } from '../json.ts';
import { Problem } from '../problem.ts';
import { withoutControls } from '../quoted-text.ts';
import { PERMISSIONS, type Permission } from './caller.ts';
import { formatRateLimit, tryParseRateLimit, type RateLimit } from './rate-limit.ts';
import { createHash, randomBytes } from 'node:crypto';

export interface StoredToken {
  /** Twelve hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole token, in hexadecimal digits. */
  readonly hash: string;
  readonly permissions: readonly Permission[];
  readonly rate: RateLimit | null;
  /** Times are ISO 8601, as toISOString writes them. */
  readonly createdAt: string;
  /** Expiry time, exclusive. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export type TokenState = 'active' | 'expired' | 'revoked';

/** Maximum tokens in a list, including expired and revoked ones. */
export const MAX_TOKENS = 10_000;

const VERSION = 2;
/** Lists of this version have no checksum; their next change adds one. */
const UNCHECKED_VERSION = 1;
const KEYS = ['id', 'name', 'hash', 'permissions', 'rate', 'createdAt', 'expiresAt', 'revokedAt'];

/** Ends the sentence "… must be". */
export const NAME_RULE = '1 to 64 characters, none of them a control character, with no space at either end';

/** Names must fit a line, because they appear in tables and logs. */
export function isTokenName(name: string): boolean {
  const length = Array.from(name.slice(0, 129)).length;
  return length >= 1 && length <= 64 && name.trim() === name && withoutControls(name) === name;
}

export function isTokenId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}

export function stateOf({ revokedAt, expiresAt }: StoredToken, now: number): TokenState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

export function formatTokenList(tokens: readonly StoredToken[]): string {
  const rows = tokens.map(({ rate, ...token }) => ({ ...token, rate: rate && formatRateLimit(rate) }));
  const list = { version: VERSION, checksum: checksumOf(rows), tokens: rows };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** Throws a Problem `data_damaged`, or `data_version` for a list of a later program. `path` is for the message. */
export function parseTokenList(text: string, path: string): StoredToken[] {
  const damaged = (what: string): Problem =>
    new Problem(
      'data_damaged',
      `The list of tokens '${path}' is damaged: ${what}. Restore a copy, or move it away and create new tokens.`,
    );
  const list = parseJson(text);
  if (!isObject(list) || !Array.isArray(list.tokens)) throw damaged('it is not a list of tokens in JSON');
  if (typeof list.version === 'number' && list.version > VERSION)
    throw new Problem(
      'data_version',
      `The list of tokens '${path}' was written by a later version of the program.`,
    );
  const values: unknown[] = list.tokens;
  if (list.version === UNCHECKED_VERSION ? !hasKeys(list, ['version', 'tokens']) : list.version !== VERSION)
    throw damaged('it has no known version');
  if (
    list.version === VERSION &&
    (!hasKeys(list, ['version', 'checksum', 'tokens']) || list.checksum !== checksumOf(values))
  )
    throw damaged('it does not match its checksum');
  if (values.length > MAX_TOKENS) throw damaged(`it has more than ${MAX_TOKENS} tokens`);
  const ids = new Set<string>();
  return values.map((value, index) => {
    const record = parseStoredToken(value);
    if (typeof record === 'string') throw damaged(`token ${index + 1} ${record}`);
    if (ids.has(record.id)) throw damaged(`token ${index + 1} has the id of another`);
    ids.add(record.id);
    return record;
  });
}

/** CRC-32, in hexadecimal digits, over the tokens as JSON without spaces. */
function checksumOf(tokens: readonly unknown[]): string {
  return crc32(JSON.stringify(tokens)).toString(16).padStart(8, '0');
}

/** The token, or the end of the sentence "token 1 …". It quotes no value, which might be a secret written by hand. */
function parseStoredToken(value: unknown): StoredToken | string {
  if (!isObject(value) || !hasKeys(value, KEYS)) return 'does not have exactly the members of a token';
  const { id, name, hash, rate, createdAt, expiresAt, revokedAt } = value;
  const permissions = tryParsePermissions(value.permissions);
  const parsedRate = rate === null ? null : typeof rate === 'string' ? tryParseRateLimit(rate) : undefined;
  if (typeof id !== 'string' || !isTokenId(id)) return 'has an invalid id';
  if (typeof name !== 'string' || !isTokenName(name)) return 'has an invalid name';
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return 'has an invalid hash';
  if (permissions === undefined) return 'has invalid permissions';
  if (parsedRate === undefined) return 'has an invalid rate';
  if (!isInstant(createdAt)) return 'has an invalid creation time';
  if (expiresAt !== null && !isInstant(expiresAt)) return 'has an invalid expiry time';
  if (revokedAt !== null && !isInstant(revokedAt)) return 'has an invalid revocation time';
  return { id, name, hash, permissions, rate: parsedRate, createdAt, expiresAt, revokedAt };
}

function tryParsePermissions(value: unknown): Permission[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = PERMISSIONS.filter((permission) => value.includes(permission));
  return found.length === value.length ? found : undefined;
}

function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}

const ID_BYTES = 6;
const SECRET_BYTES = 32;
/**
 * The format of Forecourt's own tokens: `fc_`, a public id by which they are listed and revoked, and a secret of 256 random bits.
 * With that much entropy one round of SHA-256 protects it as well as a slow hash would. By the prefix, scanners find leaked
 * tokens.
 */
const PATTERN = /^fc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

export interface GeneratedToken {
  readonly id: string;
  /** The whole token, to be shown once. */
  readonly token: string;
}

export function generateToken(): GeneratedToken {
  const id = randomBytes(ID_BYTES).toString('hex');
  return { id, token: `fc_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}` };
}

/** The id of a token; undefined if the text does not have the format. */
export function tokenId(token: string): string | undefined {
  return PATTERN.exec(token)?.[1];
}

/** SHA-256 over all characters of the token, 32 bytes, which is stored. Another encoding of the secret has another hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
