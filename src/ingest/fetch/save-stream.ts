// The bytes of a feed into a file, private to the user of the process.
import { createWriteStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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
