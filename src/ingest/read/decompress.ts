// The first stage: where a feed's bytes come from, and gzip undone. Bytes are asked for as they are used, so a slow
// reader slows the source. What they spell is not known here.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unreadable } from './feed-record.ts';

/** A file's path, or a stream of bytes. */
export type FeedInput = string | Readable;

export interface FeedProgress {
  /** As stored: of a compressed feed, the compressed bytes. */
  readonly bytesRead: number;
  /** Undefined for a stream. */
  readonly bytesTotal: number | undefined;
}

/** Large enough that the way to the disk and back is spread over many pieces. */
const READ_BYTES = 128 * 1024;
/** A piece's text fits where V8 keeps what is soon forgotten: twice as much costs a microsecond a listing. */
const PIECE_BYTES = 64 * 1024;

/**
 * Called with the length of every piece of the uncompressed feed, and with 0 now and then. What it throws ends the
 * reading: no more than such a piece, and the one record that it may complete, is read between two calls.
 */
export type Checkpoint = (uncompressedBytes: number) => void;

/** The feed's bytes, uncompressed, in pieces of at most 64 KiB. Throws a Problem `feed_unreadable`. */
export async function* decompressFeed(
  input: FeedInput,
  feed: string,
  onProgress: (progress: FeedProgress) => void,
  checkpoint: Checkpoint = () => undefined,
): AsyncGenerator<Buffer> {
  try {
    const raw = rawBytes(input, (progress) => {
      // Compressed bytes may come to nothing at all.
      checkpoint(0);
      onProgress(progress);
    });
    const { head, all } = await peek(raw);
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    for await (const chunk of isGzip ? gunzip(all) : all) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        checkpoint(piece.length);
        yield piece;
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw unreadable(feed, messageFor(error), error);
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
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : bufferOf(chunk);
    bytesRead += bytes.length;
    onProgress({ bytesRead, bytesTotal });
    yield bytes;
  }
}

/** The first two bytes, and all chunks from the first one on. */
async function peek(chunks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, all: startingWith(head, chunks) };
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* gunzip(compressed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const output = createGunzip({ chunkSize: PIECE_BYTES });
  // A fault of the input also ends the output, where the loop below meets it.
  pipeline(Readable.from(compressed, { objectMode: false }), output, () => undefined);
  yield* output as AsyncIterable<Buffer>;
}

function bufferOf(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

interface SystemError extends Error {
  readonly code: string;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function messageFor(error: SystemError): string {
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file.';
    case 'EISDIR':
      return 'this is a folder, not a file.';
    case 'EACCES':
    case 'EPERM':
      return 'the file may not be read: permission denied.';
    case 'Z_BUF_ERROR':
      return 'the gzip data ends too early. The feed was cut off: fetch it again.';
    case 'Z_DATA_ERROR':
      return 'the gzip data is damaged. Fetch the feed again.';
    default:
      return `reading failed (${error.code}).`;
  }
}
