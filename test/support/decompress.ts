// The body of a response that has a content coding.
import * as zlib from 'node:zlib';

/** In Node since 22.15. */
const { zstdDecompressSync } = zlib as typeof zlib & {
  readonly zstdDecompressSync?: (body: Buffer) => Buffer;
};

/** Throws for codings that this runtime cannot have sent, and for bodies that are not in their coding. */
export function decompress(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined) return body;
  if (coding === 'gzip') return zlib.gunzipSync(body);
  if (coding === 'br') return zlib.brotliDecompressSync(body);
  if (coding === 'zstd' && zstdDecompressSync !== undefined) return zstdDecompressSync(body);
  throw new Error(`no response may have the coding ${coding}`);
}
