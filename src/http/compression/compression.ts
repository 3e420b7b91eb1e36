// Compression of responses. Bodies that are sent again have encoded forms (encoded-forms.ts), which are sent in the same tick.
// All others are compressed while the request is still in flight: in the same tick if that is cheap, otherwise on another thread.
//
// Written here instead of taken from @fastify/compress, which keeps no compressed bytes: it compresses a cached response again
// for each request, as a stream without a length, and does not limit concurrent work.
import { pipeline, type Readable } from 'node:stream';
import type { HttpContext } from '../http-context.ts';
import { acceptedCodings, type ContentCoding } from '../protocol/negotiation.ts';
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
 * Maximum bodies compressed on threads at once: four per thread of libuv. Beyond it bodies are sent plain. More than that wait
 * only if the processor is busy, and then compression would delay all other work.
 */
const MAX_RUNNING = 16;

/** Media types of text. Event streams are excluded: a compressor would hold back their events. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml)|x-ndjson))/;

interface EncodingRequest {
  readonly acceptEncoding: string | string[] | undefined;
  readonly body: Buffer | string;
  readonly encodedForms: EncodedForms | undefined;
  /** True: only forms that are ready are used. */
  readonly isOverloaded: boolean;
  readonly requestId: () => string;
}

export function isCompressible(mediaType = ''): boolean {
  return COMPRESSIBLE.test(mediaType);
}

export function varyByEncoding(others: string | undefined): string {
  return others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`;
}

/** A long body, compressed on libuv's threads as it is read; undefined if it is sent plain. */
export function encodeStream(
  body: Readable,
  acceptEncoding: EncodingRequest['acceptEncoding'],
): { readonly coding: ContentCoding; readonly body: Readable } | undefined {
  const { best } = acceptedCodings(acceptEncoding, SMALLEST_FIRST);
  const coding = CHEAPEST_FIRST.find((candidate) => best.includes(candidate));
  if (coding === undefined) return undefined;
  // An error in either stream ends both.
  return { coding, body: pipeline(body, createEncoder(coding), () => undefined) };
}

export class Compressor {
  readonly #logError: HttpContext['logError'];
  #running = 0;

  constructor({ logError }: Pick<HttpContext, 'logError'>) {
    this.#logError = logError;
  }

  /** The form to send; undefined if the body is sent plain, also because compression failed. */
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
    // An overloaded server compresses nothing, but forms that are ready cost no more than the plain body.
    const start = isOverloaded ? () => undefined : this.#compress;
    // A problem may have replaced the body, so the forms may belong to another.
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
