// Reads the body of a request, up to a maximum size.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../exchange.ts';

export class BodyError extends Error {
  readonly status: 400 | 413 | 415;

  constructor(status: BodyError['status']) {
    super(`the body cannot be read: ${status}`);
    this.status = status;
  }
}

const BODILESS = ['GET', 'HEAD', 'TRACE'];

/** Reads the body into the exchange. Rejects with a BodyError. */
export async function readBody(exchange: Exchange, maxBytes: number): Promise<void> {
  const { request, headers } = exchange;
  const type = request.headers['content-type'];
  if (BODILESS.includes(request.method ?? '')) return;
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw new BodyError(415);
  try {
    exchange.body = await bodyOf(request, maxBytes);
  } catch (error) {
    // The client may send more.
    headers['connection'] = 'close';
    exchange.isBodyUnread = true;
    throw error;
  }
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (status: BodyError['status']) => (): void => {
      // The rest is dropped, so that the client can read the response.
      request.removeAllListeners('data').resume();
      reject(new BodyError(status));
    };
    if (Number(request.headers['content-length']) > maxBytes) return fail(413)();
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return fail(413)();
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', fail(400));
  });
}

/** Maximum time and bytes for which the body of a refused request is still read. */
const DRAIN_MS = 1000;
const MAX_DRAINED_BYTES = 4 * 2 ** 20;

/**
 * Sends the response to a request whose body may still be arriving. The response ends once the body has, or at the limits.
 * Closing a connection while the other side sends would reset it, and proxies then respond with 502 in place of the response.
 */
export function respondWhileReceiving(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | string,
): void {
  if (request.readableEnded || request.destroyed) return void response.end(body);
  response.write(body);
  let drained = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.once('close', end).on('data', ({ length }: Buffer) => {
    if ((drained += length) > MAX_DRAINED_BYTES) end();
  });
}
