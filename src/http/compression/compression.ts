// Compression of responses. Bodies that are sent again have encoded forms (encoded-forms.ts), which are
// sent in the same tick. All others are compressed while the request is still in flight, on another thread unless that is cheap.
//
// Written here instead of taken from @fastify/compress: that one has no ready bytes, so it compresses a cached response again for
// each request, as a stream without a length; it bounds nothing under load.
import { pipeline, type Readable } from 'node:stream';
import type { HttpContext } from '../http-context.ts';
import { acceptedCodings, type ContentCoding } from '../negotiation.ts';
import {
  CHEAPEST_FIRST,
  compress,
  compressIfCheap,
  createEncoder,
  SMALLEST_FIRST,
  type Effort,
} from './codecs.ts';
import type { EncodedForm, EncodedForms } from './encoded-forms.ts';

/** Smaller bodies fit into a packet or two, with their headers. */
const MIN_BYTES = 1024;

/**
 * Maximum bodies being compressed on threads at once, four for each of libuv's; beyond it bodies are sent plain. More wait only if the
 * processor is busy, and then compression would delay everything else.
 */
const MAX_RUNNING = 16;

/** Text. Event streams are not: a compressor would hold back their events. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml)|x-ndjson))/;

interface EncodingRequest {
  readonly acceptEncoding: string | string[] | undefined;
  readonly body: Buffer | string;
  readonly encodedForms: EncodedForms | undefined;
  /** True: only forms at hand are used. */
  readonly isOverloaded: boolean;
  readonly requestId: () => string;
}

export function isCompressible(mediaType = ''): boolean {
  return COMPRESSIBLE.test(mediaType);
}

export function varyByEncoding(others: string | undefined): string {
  return others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`;
}

/** A long body, compressed on threads of libuv as it is read; undefined: it is sent as it is. */
export function encodeStream(
  body: Readable,
  acceptEncoding: EncodingRequest['acceptEncoding'],
): { readonly coding: ContentCoding; readonly body: Readable } | undefined {
  const { best } = acceptedCodings(acceptEncoding, SMALLEST_FIRST);
  const coding = CHEAPEST_FIRST.find((candidate) => best.includes(candidate));
  if (coding === undefined) return undefined;
  // An error of either ends both.
  return { coding, body: pipeline(body, createEncoder(coding), () => undefined) };
}

export class Compressor {
  readonly #logError: HttpContext['logError'];
  #running = 0;

  constructor({ logError }: Pick<HttpContext, 'logError'>) {
    this.#logError = logError;
  }

  /** The form to send; undefined: the body as it is, also if compression fails. */
  encode(request: EncodingRequest): MaybeForm | Promise<MaybeForm> {
    const form = this.#start(request);
    if (!(form instanceof Promise)) return form;
    return form.catch((error: unknown) => {
      this.#logError(error, request.requestId());
      return undefined;
    });
  }

  #start({
    acceptEncoding,
    body,
    encodedForms,
    isOverloaded,
  }: EncodingRequest): MaybeForm | Promise<MaybeForm> {
    const { best, refusesIdentity } = acceptedCodings(acceptEncoding, SMALLEST_FIRST);
    if (best.length === 0 || (Buffer.byteLength(body) < MIN_BYTES && !refusesIdentity)) return undefined;
    // An overloaded server compresses nothing, but what it has compressed costs no more than the plain body.
    const start = isOverloaded ? () => undefined : this.#compress;
    // A problem may have replaced the body.
    if (encodedForms?.plain === body) return encodedForms.use(best, start);
    const coding = CHEAPEST_FIRST.find((candidate) => best.includes(candidate));
    if (coding === undefined) return undefined;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const compressing = start(bytes, coding, 'fast');
    if (compressing instanceof Promise)
      return compressing.then((compressed) => ({ coding, body: compressed }));
    return compressing && { coding, body: compressing };
  }

  readonly #compress = (
    body: Buffer,
    coding: ContentCoding,
    effort: Effort,
  ): Buffer | Promise<Buffer> | undefined => {
    const result = compressIfCheap(body, coding, effort);
    if (result !== undefined) return result;
    if (this.#running >= MAX_RUNNING) return undefined;
    this.#running += 1;
    return compress(body, coding, effort).finally(() => (this.#running -= 1));
  };
}

type MaybeForm = EncodedForm | undefined;
