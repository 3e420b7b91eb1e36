// Downloads a feed to a file. Each redirect's target is checked: http or https, allowed IP addresses, credentials only to the
// first origin. Copies a feed from a file: one that changes meanwhile is rejected. Only the process's user can read either.
import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { toFetchError, FetchError, tooLarge, withTimeout, type FetchLimits } from './fetch-error.ts';
import { httpGet, REQUEST_LIMITS, type RequestLimits, loopbackOf, type Network } from './network.ts';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pathFault } from '../../files/path-fault.ts';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inspect } from 'node:util';

export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
  /** SHA-256 of the decompressed body, for servers without ETag and Last-Modified. */
  readonly hash?: string;
}

interface CopyRequest {
  readonly limits: FetchLimits;
  /** Destination file; may be left incomplete on errors. */
  readonly into: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}

/** A header with credentials, which everything prints as `[secret]`. */
export class SecretHeader {
  readonly name: string;
  readonly #value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return '[secret]';
  }

  toString(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

export interface FetchRequest extends CopyRequest {
  readonly url: URL;
  readonly secret?: SecretHeader | undefined;
  /** IP addresses that the URL and its redirects may resolve to. */
  readonly network: Network;
  readonly validators?: Validators | undefined;
  readonly limits: FetchLimits & Partial<RequestLimits>;
}

export type FetchResult = 'not_modified' | Validators;

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Longer ETag and Last-Modified values are not stored. */
const MAX_VALIDATOR_LENGTH = 1000;

/** Downloads the feed unless it has not changed; returns its validators. Throws a FetchError, or the reason of `signal`. */
export function fetchUrl(request: FetchRequest): Promise<FetchResult> {
  return withTimeout(request.signal, request.limits.timeoutMs, async (controller) => {
    try {
      const response = await followRedirects(request, controller);
      return response === 'not_modified' ? response : await save(response, request, controller.signal);
    } catch (error) {
      throw toFetchError(error, controller.signal);
    }
  });
}

async function followRedirects(
  request: FetchRequest,
  controller: AbortController,
): Promise<IncomingMessage | 'not_modified'> {
  const limits = { ...REQUEST_LIMITS, ...request.limits };
  let url = request.url;
  let trusted = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    trusted &&= url.origin === request.url.origin;
    const secret = trusted ? request.secret : undefined;
    const isUnencrypted = secret !== undefined && url.protocol === 'http:';
    const network = isUnencrypted ? loopbackOf(request.network) : request.network;
    const response = await httpGet(url, headersFor(request, secret), limits, network, controller);
    const status = response.statusCode ?? 0;
    if (status === 200) return response;
    // Other bodies are not needed, and may be endless.
    response.destroy();
    if (status === 304 && request.validators !== undefined) return 'not_modified';
    if (!REDIRECTS.includes(status)) throw statusError(response, status);
    url = redirectTarget(response.headers.location, url);
  }
  throw new FetchError(`more than ${MAX_REDIRECTS} redirects`);
}

function headersFor({ validators }: FetchRequest, secret: SecretHeader | undefined): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': 'forecourt',
    ...(validators?.etag !== undefined && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified !== undefined && { 'if-modified-since': validators.lastModified }),
    ...(secret !== undefined && { [secret.name]: secret.reveal() }),
  };
}

function redirectTarget(location: string | undefined, from: URL): URL {
  if (location === undefined) throw new FetchError('a redirect without a target');
  if (!URL.canParse(location, from.href)) throw new FetchError('a redirect to an invalid URL');
  const url = new URL(location, from);
  if (!/^https?:$/.test(url.protocol))
    throw new FetchError('a redirect to something other than http and https');
  url.username = '';
  url.password = '';
  return url;
}

function statusError(response: IncomingMessage, status: number): FetchError {
  const retryAfter = tryParseRetryAfter(response.headers['retry-after'], Date.now());
  const hint = status === 401 || status === 403 ? '; check the credentials of the feed' : '';
  return new FetchError(`the server responded with status ${status}${hint}`, retryAfter);
}

async function save(
  response: IncomingMessage,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<FetchResult> {
  const { limits, into, onProgress, validators } = request;
  const { etag, 'last-modified': lastModified } = response.headers;
  const total = Number(response.headers['content-length'] ?? Number.NaN);
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!/^(?:identity|gzip|x-gzip)$/.test(encoding)) {
    response.destroy();
    throw new FetchError('the response uses a compression other than gzip');
  }
  if (total > limits.maxBytes) {
    response.destroy();
    throw tooLarge(limits.maxBytes);
  }
  const received = limitedStream(limits.maxBytes, (bytes) =>
    onProgress?.(bytes, Number.isNaN(total) ? undefined : total),
  );
  const hash = createHash('sha256');
  const uncompressed = limitedStream(limits.maxBytes, (_, chunk) => hash.update(chunk));
  const stages = encoding === 'identity' ? [received] : [received, createGunzip()];
  await saveStream([response, ...stages, uncompressed], into, signal);
  if (!response.complete) throw new FetchError('the connection ended before the response was complete');
  const digest = hash.digest('base64url');
  if (digest === validators?.hash) return 'not_modified';
  return {
    hash: digest,
    ...(isShort(etag) && { etag }),
    ...(isShort(lastModified) && { lastModified }),
  };
}

function isShort(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_VALIDATOR_LENGTH;
}

export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** The delay of a Retry-After header (RFC 9110), in milliseconds from `now`; undefined if absent or invalid. */
export function tryParseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

export interface FileRequest extends CopyRequest {
  readonly path: string;
  readonly fileVersion?: string | undefined;
}

/** Copies the file unless it has the version `fileVersion`; returns its version. Throws a FetchError or `signal`'s reason. */
export function fetchFile(request: FileRequest): Promise<'not_modified' | { readonly fileVersion: string }> {
  const { path, limits, into, onProgress } = request;
  return withTimeout(request.signal, limits.timeoutMs, async ({ signal }) => {
    try {
      const { fileVersion, bytes } = await statFile(path);
      if (fileVersion === request.fileVersion) return 'not_modified';
      if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
      const counted = limitedStream(limits.maxBytes, (read) => onProgress?.(read, bytes));
      await saveStream([createReadStream(path), counted], into, signal);
      if ((await statFile(path)).fileVersion !== fileVersion)
        throw new FetchError('the file changed while it was read');
      return { fileVersion };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw fileError(error, path);
    }
  });
}

async function statFile(path: string): Promise<{ fileVersion: string; bytes: number }> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new FetchError('its path is not a file');
  return { fileVersion: `${stats.mtimeNs}.${stats.size}.${stats.ino}`, bytes: Number(stats.size) };
}

/** A FetchError for errors of the source file. Errors of the destination are the data folder's, and returned as they are. */
function fileError(error: unknown, path: string): unknown {
  const { code, path: at } = error as NodeJS.ErrnoException;
  if (at !== path) return error;
  if (code === 'ENOENT') return new FetchError('there is no such file', undefined, error);
  const fault = pathFault(error);
  return fault === undefined ? error : new FetchError(`the file cannot be read: ${fault}`, undefined, error);
}

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Pipes a stream through stages into a file. Settles after the file is closed, so that callers can remove it. */
async function saveStream(
  [source, ...stages]: readonly [Readable, ...Transform[]],
  into: string,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(into, { mode: PRIVATE_FILE });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline([source, ...stages, file], { signal });
  } finally {
    // A failed pipeline does not wait for a pending open, which would create the file after its removal.
    file.destroy();
    await closed;
  }
}

function limitedStream(maxBytes: number, onBytes: (bytes: number, chunk: Uint8Array) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(tooLarge(maxBytes));
      onBytes(bytes, chunk);
      done(null, chunk);
    },
  });
}
