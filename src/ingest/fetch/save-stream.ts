// Saves a feed's bytes to a file that only the process's user can read.
import { createWriteStream } from 'node:fs';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from './time-limit.ts';

/** Mode of files with feeds' content. */
export const PRIVATE_FILE = 0o600;
/** Mode of their folders. */
export const PRIVATE_FOLDER = 0o700;

/** Pipes a stream through stages into a file. Settles after the file is closed, so that callers can remove it. */
export async function saveStream(
  [source, ...stages]: readonly [Readable, ...Transform[]],
  into: string,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(into, { mode: PRIVATE_FILE });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline([source, ...stages, file], { signal });
  } finally {
    // A failed pipeline does not wait for a pending open, which would create the file after its removal.
    file.destroy();
    await closed;
  }
}

/** A pass-through stream that fails with a FetchError beyond `maxBytes`. */
export function limitedStream(
  maxBytes: number,
  onBytes: (bytes: number, chunk: Uint8Array) => void = () => undefined,
): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(tooLarge(maxBytes));
      onBytes(bytes, chunk);
      done(null, chunk);
    },
  });
}
