// Compression of responses: one hook for all routes. Bodies that are sent again have encoded forms (encoded-forms.ts), which are
// sent in the same tick. All others are compressed while the request is still in flight, on another thread unless that is cheap.
//
// Written here instead of taken from @fastify/compress: that one has no ready bytes, so it compresses a cached response again for
// each request, as a stream without a length; it bounds nothing under load.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { acceptedCodings, type ContentCoding } from '../negotiation.ts';
import { CHEAPEST_FIRST, compress, compressIfCheap, SMALLEST_FIRST, type Effort } from './codecs.ts';
import type { EncodedForm, EncodedForms } from './encoded-forms.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Those of the response's body, if it is sent again. */
    encodedForms: EncodedForms | undefined;
  }
}

/** Smaller bodies fit into a packet or two, with their headers. */
const MIN_BYTES = 1024;

/**
 * Maximum bodies being compressed on threads at once, four for each of libuv's; beyond it bodies are sent plain. More wait only if the
 * processor is busy, and then compression would delay everything else.
 */
const MAX_RUNNING = 16;

/** Text. Event streams are not: a compressor would hold back their events. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|yaml))/;

/** Must be called before any hook `onSend` that reads the bytes sent, and after those that replace bodies. */
export function addCompression(
  app: FastifyInstance,
  { isCompressed = true, logError }: Pick<HttpContext, 'isCompressed' | 'logError'>,
): void {
  app.decorateRequest('encodedForms', undefined);
  if (!isCompressed) return;
  let running = 0;

  function start(body: Buffer, coding: ContentCoding, effort: Effort): Buffer | Promise<Buffer> | undefined {
    const result = compressIfCheap(body, coding, effort);
    if (result !== undefined) return result;
    if (running >= MAX_RUNNING) return undefined;
    running += 1;
    return compress(body, coding, effort).finally(() => (running -= 1));
  }

  /** Undefined: the body is sent plain. */
  function encode(request: FastifyRequest, body: Buffer | string): MaybeForm | Promise<MaybeForm> {
    const { best, refusesIdentity } = acceptedCodings(request.headers['accept-encoding'], SMALLEST_FIRST);
    if (best.length === 0 || (Buffer.byteLength(body) < MIN_BYTES && !refusesIdentity)) return undefined;
    // An overloaded server compresses nothing, but what it has compressed costs no more than the plain body.
    const startUnlessOverloaded = request.isOverloaded ? () => undefined : start;
    const { encodedForms } = request;
    // A problem may have replaced the body.
    if (encodedForms?.plain === body) return encodedForms.use(best, startUnlessOverloaded);
    const coding = CHEAPEST_FIRST.find((candidate) => best.includes(candidate));
    if (coding === undefined) return undefined;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const compressing = startUnlessOverloaded(bytes, coding, 'fast');
    if (compressing instanceof Promise)
      return compressing.then((compressed) => ({ coding, body: compressed }));
    return compressing && { coding, body: compressing };
  }

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string' || !COMPRESSIBLE.test(type)) return done(null, payload);
    varyByEncoding(reply);
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBody || reply.hasHeader('content-encoding')) return done(null, payload);
    const send = (form: MaybeForm): void => {
      if (form !== undefined) void reply.header('content-encoding', form.coding);
      done(null, form?.body ?? payload);
    };
    const form = encode(request, payload);
    if (!(form instanceof Promise)) return send(form);
    form.then(send, (error: unknown) => {
      logError(error, request.id);
      send(undefined);
    });
  });
}

type MaybeForm = EncodedForm | undefined;

function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  void reply.header('vary', others === undefined ? 'Accept-Encoding' : `${String(others)}, Accept-Encoding`);
}
