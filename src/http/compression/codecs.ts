// The content codings of this runtime, their levels, and the thread that each runs on.
//
// Measured on pages of 23 KB (Node 20.20; zstd on 22.23), bytes and CPU time:
//   gzip level 1: 4,400, 0.13 ms; 3: 4,160, 0.13 ms; 6: 3,800, 0.23 ms
//   br quality 3: 4,050, 0.17 ms; 4: 3,910, 0.27 ms; 5: 3,550, 0.37 ms; 9: 3,530, 0.48 ms; 11: 3,150, 33 ms
//   zstd level 1: 4,210, 0.08 ms; 3: 4,110, 0.12 ms; 6: 3,800, 0.33 ms
// A thread of libuv costs 0.07 to 0.15 ms more: streams, and waking it up. For gzip that is as much as it saves. A server on two
// cores, asked distinct queries by 16 connections: a response takes 1.4 times the CPU time of a plain one with gzip in the same
// tick and 1.8 times on a thread, its p99 is 1.7 and 3.3 times that of a plain one, and the event loop does not lag more.
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { ContentCoding } from '../protocol/negotiation.ts';

/** `fast` for bodies that change with the stock; `best` for those that do not: the smallest result, in up to 0.1 s. */
export type Effort = 'fast' | 'best';

type Done = (error: Error | null, result: Buffer) => void;
interface ZstdOptions {
  readonly params: Readonly<Record<number, number>>;
}

/** Node has zstd since 22.15 and 23.8; the types of older versions lack it. */
const { zstdCompress, zstdCompressSync, createZstdCompress, constants } = zlib as typeof zlib & {
  readonly zstdCompress?: (body: Buffer, options: ZstdOptions, done: Done) => void;
  readonly zstdCompressSync?: (body: Buffer, options: ZstdOptions) => Buffer;
  readonly createZstdCompress?: (options: ZstdOptions) => Transform;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
};

const LEVELS: Readonly<Record<ContentCoding, Readonly<Record<Effort, number>>>> = {
  br: { fast: 5, best: 11 },
  gzip: { fast: 3, best: 9 },
  zstd: { fast: 1, best: 19 },
};

/** Brotli's window: 64 KiB hold most pages. The default of 4 MiB takes longer to clear: quality 9 then takes 9 ms. */
const FAST_WINDOW_BITS = 16;

/** Three pages of results. */
const MAX_CHEAP_BYTES = 64 * 1024;

/** The least CPU time of `fast` first. */
export const CHEAPEST_FIRST: readonly ContentCoding[] = supported(['zstd', 'gzip', 'br']);

/** The best compression ratio first, at both efforts. */
export const SMALLEST_FIRST: readonly ContentCoding[] = supported(['br', 'zstd', 'gzip']);

function supported(codings: readonly ContentCoding[]): readonly ContentCoding[] {
  return zstdCompress === undefined ? codings.filter((coding) => coding !== 'zstd') : codings;
}

/** The compressed body, if compressing takes at most 0.4 ms; undefined otherwise. */
export function compressIfCheap(body: Buffer, coding: ContentCoding, effort: Effort): Buffer | undefined {
  if (effort !== 'fast' || body.length > MAX_CHEAP_BYTES || coding === 'br') return undefined;
  const level = LEVELS[coding].fast;
  return coding === 'gzip' ? zlib.gzipSync(body, { level }) : zstdCompressSync?.(body, zstdOptions(level));
}

export function compress(body: Buffer, coding: ContentCoding, effort: Effort): Promise<Buffer> {
  const level = LEVELS[coding][effort];
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error === null ? resolve(result) : reject(error));
    if (coding === 'gzip') zlib.gzip(body, { level }, done);
    else if (coding === 'br') zlib.brotliCompress(body, brotliOptions(body, level, effort), done);
    else zstdCompress?.(body, zstdOptions(level), done);
  });
}

/** An encoder of long bodies, with the effort `fast`. */
export function createEncoder(coding: ContentCoding): Transform {
  const { fast } = LEVELS[coding];
  if (coding === 'gzip') return zlib.createGzip({ level: fast });
  if (coding === 'zstd' && createZstdCompress !== undefined) return createZstdCompress(zstdOptions(fast));
  return zlib.createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: fast } });
}

function zstdOptions(level: number): ZstdOptions {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

function brotliOptions(body: Buffer, quality: number, effort: Effort): zlib.BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
      ...(effort === 'fast' && { [BROTLI_PARAM_LGWIN]: FAST_WINDOW_BITS }),
    },
  };
}
