// A feed from its address into a file, whole or not at all. Redirects are followed by hand: only to http and https on
// addresses that the network allows, and credentials stay behind as soon as one leads to another origin.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SecretHeader } from './credentials.ts';
import { faultOf, FetchFault } from './fetch-fault.ts';
import { httpGet, REQUEST_LIMITS, type RequestLimits } from './http-get.ts';
import { loopbackOf, type Network } from './network.ts';
import type { FetchLimits } from './parse-feeds.ts';
import { parseRetryAfter } from './retry-after.ts';
import { saveStream } from './save-stream.ts';
import { tooLarge, withinTime } from './time-limit.ts';

/** What tells a feed that has changed from one that has not. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
  /** SHA-256 of the bytes, for servers that know neither. */
  readonly hash?: string;
}

export interface FetchRequest {
  readonly url: URL;
  readonly secret?: SecretHeader | undefined;
  /** What the address and its redirects may lead to. */
  readonly network: Network;
  /** Of the last run that counted. */
  readonly validators?: Validators | undefined;
  readonly limits: FetchLimits & Partial<RequestLimits>;
  /** The file to write; it may be left unfinished. */
  readonly into: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}

export type Fetched = 'not_modified' | Validators;

const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Longer ones are not sent back. */
const LONGEST_VALIDATOR = 1000;

/** Throws a FetchFault for what the server did, or what `signal` was aborted with. */
export function fetchAddress(request: FetchRequest): Promise<Fetched> {
  return withinTime(request.signal, request.limits.timeoutMs, async (whole) => {
    try {
      const answer = await follow(request, whole);
      return answer === 'not_modified' ? answer : await save(answer, request, whole.signal);
    } catch (error) {
      throw faultOf(error, whole.signal);
    }
  });
}

/** The first answer that is no redirect. */
async function follow(
  request: FetchRequest,
  whole: AbortController,
): Promise<IncomingMessage | 'not_modified'> {
  const limits = { ...REQUEST_LIMITS, ...request.limits };
  let url = request.url;
  let trusted = true;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    trusted &&= url.origin === request.url.origin;
    const secret = trusted ? request.secret : undefined;
    const isOpen = secret !== undefined && url.protocol === 'http:';
    const network = isOpen ? loopbackOf(request.network) : request.network;
    const answer = await httpGet(url, headersFor(request, secret), limits, network, whole);
    const status = answer.statusCode ?? 0;
    if (status === 200) return answer;
    // The body of any other answer is of no use, and may be endless.
    answer.destroy();
    if (status === 304 && request.validators !== undefined) return 'not_modified';
    if (!REDIRECTS.includes(status)) throw refused(answer, status);
    url = redirectTarget(answer.headers.location, url);
  }
  throw new FetchFault(`more than ${MOST_REDIRECTS} redirects`);
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
  if (location === undefined) throw new FetchFault('a redirect without a target');
  if (!URL.canParse(location, from.href)) throw new FetchFault('a redirect to what is no address');
  const url = new URL(location, from);
  if (!/^https?:$/.test(url.protocol))
    throw new FetchFault('a redirect to something other than http and https');
  url.username = '';
  url.password = '';
  return url;
}

function refused(answer: IncomingMessage, status: number): FetchFault {
  const retryAfter = parseRetryAfter(answer.headers['retry-after'], Date.now());
  const hint = status === 401 || status === 403 ? '; look at the credentials of the feed' : '';
  return new FetchFault(`the server answered with status ${status}${hint}`, retryAfter);
}

async function save(answer: IncomingMessage, request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const { limits, into, onProgress, validators } = request;
  const { etag, 'last-modified': lastModified } = answer.headers;
  const total = Number(answer.headers['content-length'] ?? Number.NaN);
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!/^(?:identity|gzip|x-gzip)$/.test(encoding)) {
    answer.destroy();
    throw new FetchFault('the answer is compressed in another way than gzip');
  }
  if (total > limits.maxBytes) {
    answer.destroy();
    throw tooLarge(limits.maxBytes);
  }
  const received = limited(limits.maxBytes, (bytes) =>
    onProgress?.(bytes, Number.isNaN(total) ? undefined : total),
  );
  const hash = createHash('sha256');
  const kept = limited(limits.maxBytes, (_, chunk) => hash.update(chunk));
  const stages = encoding === 'identity' ? [received] : [received, createGunzip()];
  await saveStream([answer, ...stages, kept], into, signal);
  if (!answer.complete) throw new FetchFault('the connection ended before all of the answer was there');
  const digest = hash.digest('base64url');
  if (digest === validators?.hash) return 'not_modified';
  return {
    hash: digest,
    ...(isShort(etag) && { etag }),
    ...(isShort(lastModified) && { lastModified }),
  };
}

function isShort(text: string | undefined): text is string {
  return text !== undefined && text.length <= LONGEST_VALIDATOR;
}

/** Passes bytes on up to a limit. */
export function limited(
  maxBytes: number,
  onBytes: (bytes: number, chunk: Uint8Array) => void = () => undefined,
): Transform {
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
