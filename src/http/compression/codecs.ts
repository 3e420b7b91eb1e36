// The content codings of this runtime, and how hard each is tried. zlib compresses on libuv's threads: the event loop of a server
// spends about 0.05 ms on a page of results, which synchronous calls would block for 0.13 to 0.5 ms.
//
// Measured on pages of 23 KB (Node 20.20; zstd on 22.23), bytes and CPU time on the thread:
//   gzip level 1: 4,400, 0.13 ms; 3: 4,160, 0.13 ms; 6: 3,800, 0.23 ms
//   br quality 3: 4,050, 0.22 ms; 4: 3,910, 0.28 ms; 5: 3,550, 0.37 ms; 9: 3,530, 0.48 ms; 11: 3,150, 33 ms
//   zstd level 1: 4,210, 0.08 ms; 3: 4,110, 0.12 ms; 6: 3,800, 0.33 ms
import * as zlib from 'node:zlib';
import type { ContentCoding } from '../negotiation.ts';

/** `fast` for bodies that change with the stock; `best` for those that do not: the smallest result, in up to 0.1 s. */
export type Effort = 'fast' | 'best';

type Done = (error: Error | null, result: Buffer) => void;
type Compress<Options> = (body: Buffer, options: Options, done: Done) => void;

/** zstd is in Node since 22.15 and 23.8, and not in the types of older versions. */
const { zstdCompress, constants } = zlib as typeof zlib & {
  readonly zstdCompress?: Compress<{ readonly params: Readonly<Record<number, number>> }>;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
};

const LEVELS: Readonly<Record<ContentCoding, Readonly<Record<Effort, number>>>> = {
  br: { fast: 5, best: 11 },
  gzip: { fast: 3, best: 9 },
  zstd: { fast: 1, best: 19 },
};

/** Of brotli: 64 KiB hold most pages. The default, 4 MiB, takes longer to clear. Quality 9 takes 9 ms with it. */
const FAST_WINDOW_BITS = 16;

/** By the CPU time of `fast`. */
export const CHEAPEST_FIRST: readonly ContentCoding[] = supported(['zstd', 'gzip', 'br']);

/** By the bytes of both efforts. */
export const SMALLEST_FIRST: readonly ContentCoding[] = supported(['br', 'zstd', 'gzip']);

function supported(codings: readonly ContentCoding[]): readonly ContentCoding[] {
  return zstdCompress === undefined ? codings.filter((coding) => coding !== 'zstd') : codings;
}

/** Compresses on another thread. */
export function compress(body: Buffer, coding: ContentCoding, effort: Effort): Promise<Buffer> {
  const level = LEVELS[coding][effort];
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error === null ? resolve(result) : reject(error));
    if (coding === 'gzip') zlib.gzip(body, { level }, done);
    else if (coding === 'br') zlib.brotliCompress(body, brotliOptions(body, level, effort), done);
    else zstdCompress?.(body, { params: { [constants.ZSTD_c_compressionLevel]: level } }, done);
  });
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
