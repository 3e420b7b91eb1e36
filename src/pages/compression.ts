// Bodies made small for the wire, as far as the client takes it.
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best that Accept-Encoding names. A coding with a weight of zero is not taken. */
export function bestEncoding(accepted: string | string[] | undefined): Encoding {
  const codings = new Set(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((coding) => !/;\s*q=0(?:\.0*)?\s*$/.test(coding))
      .map((coding) => coding.split(';')[0]?.trim()),
  );
  return codings.has('br') ? 'br' : codings.has('gzip') ? 'gzip' : 'identity';
}

/** For what is kept: as small as it gets. */
export function compressBest(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return gzipSync(body, { level: 9 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** For what is sent once: gzip at a low level takes a millisecond, and off this thread. */
export function compressFast(body: Buffer): Promise<Buffer> {
  return promisify(gzip)(body, { level: 3 });
}
