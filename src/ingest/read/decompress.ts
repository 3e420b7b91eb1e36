// Reads bytes, decompresses gzip, turns workbooks into XML. Bytes are pulled, so a slow consumer slows the source.
import { Problem } from '../../problem.ts';
import { pathErrorCode, pathFault } from '../../files/path-fault.ts';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BINARY_HEAD_BYTES, isWorkbook } from './no-feed.ts';
import { unreadable } from './feed-record.ts';
import { workbookAsXml } from './tables/workbook.ts';

export type FeedInput = string | Readable;

export interface FeedProgress {
  /** Source bytes: compressed ones for a compressed feed. */
  readonly bytesRead: number;
  readonly bytesTotal: number | undefined;
}

/** Read size: large enough to amortize each read over several chunks. */
const READ_BYTES = 128 * 1024;
/** Chunk size. A chunk's text fits V8's young generation; twice as much costs a microsecond a listing. */
const PIECE_BYTES = 64 * 1024;

/** Called with the length of every uncompressed chunk, and 0 for every compressed one. Reading ends if it throws. */
export type Checkpoint = (uncompressedBytes: number) => void;

/** The uncompressed bytes of a feed, in chunks of at most 64 KiB. Throws a Problem `feed_unreadable`. */
export async function* decompressFeed(
  input: FeedInput,
  feed: string,
  onProgress: (progress: FeedProgress) => void,
  checkpoint: Checkpoint = () => undefined,
): AsyncGenerator<Buffer> {
  try {
    const raw = rawBytes(input, (progress) => {
      // Compressed bytes may decompress to nothing.
      checkpoint(0);
      onProgress(progress);
    });
    const { head, all } = await peek(raw);
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    const unpacked = isGzip ? gunzip(all) : isWorkbook(head) ? workbookAsXml(all, feed) : all;
    for await (const chunk of unpacked) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        checkpoint(piece.length);
        yield piece;
      }
    }
  } catch (error) {
    const code = error instanceof Problem ? undefined : pathErrorCode(error);
    if (code === undefined) throw error;
    const fault = pathFault(error);
    const message = fault === undefined ? `reading failed (${code}).` : `the file cannot be read: ${fault}.`;
    throw unreadable(feed, MESSAGES.get(code) ?? message, error);
  }
}

async function* rawBytes(
  input: FeedInput,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<Buffer> {
  const isPath = typeof input === 'string';
  const bytesTotal = isPath ? (await stat(input)).size : undefined;
  const stream = isPath ? createReadStream(input, { highWaterMark: READ_BYTES }) : input;
  let bytesRead = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    bytesRead += bytes.length;
    onProgress({ bytesRead, bytesTotal });
    yield bytes;
  }
}

/** The first bytes, and all. */
async function peek(chunks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < BINARY_HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  return { head, all: all() };
}

async function* gunzip(compressed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const output = createGunzip({ chunkSize: PIECE_BYTES });
  // An error of the input also destroys the output, where the loop below throws it.
  pipeline(Readable.from(compressed, { objectMode: false }), output, () => undefined);
  yield* output as AsyncIterable<Buffer>;
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file.'],
  ['EISDIR', 'this is a directory, not a file.'],
  ['Z_BUF_ERROR', 'the gzip data ends too early. The feed is truncated: fetch it again.'],
  ['Z_DATA_ERROR', 'the gzip data is damaged. Fetch the feed again.'],
]);
