// The bytes of a feed into a file, private to the user of the process.
import { createWriteStream } from 'node:fs';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from './time-limit.ts';

/** The mode of files that hold what a feed sent. */
export const PRIVATE_FILE = 0o600;
/** The mode of the folders of such files. */
export const PRIVATE_FOLDER = 0o700;

/** Fulfilled or rejected once the file is closed, so that its removal is final. Rejects as the streams do. */
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
    // A pipeline that fails does not wait for a file that is being opened: it would be created after its removal.
    file.destroy();
    await closed;
  }
}

/** Passes bytes on up to a limit. */
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
