// Copies a feed from a file, and saves feeds so that only the process's user can read them. A file that changes meanwhile is rejected.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pathFault } from '../../files/path-fault.ts';
import { FetchError, tooLarge, withTimeout, type FetchLimits } from './fetch-error.ts';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface FileRequest {
  readonly path: string;
  readonly fileVersion?: string | undefined;
  readonly limits: FetchLimits;
  /** Destination file; may be left incomplete on errors. */
  readonly into: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}

/** Copies the file unless it has the version `fileVersion`; returns its version. Throws a FetchError, or the reason of `signal`. */
export function fetchFile(request: FileRequest): Promise<'not_modified' | { readonly fileVersion: string }> {
  const { path, limits, into, onProgress } = request;
  return withTimeout(request.signal, limits.timeoutMs, async ({ signal }) => {
    try {
      const { fileVersion, bytes } = await statFile(path);
      if (fileVersion === request.fileVersion) return 'not_modified';
      if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
      const counted = limitedStream(limits.maxBytes, (read) => onProgress?.(read, bytes));
      await saveStream([createReadStream(path), counted], into, signal);
      if ((await statFile(path)).fileVersion !== fileVersion)
        throw new FetchError('the file changed while it was read');
      return { fileVersion };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw fileError(error, path);
    }
  });
}

async function statFile(path: string): Promise<{ fileVersion: string; bytes: number }> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new FetchError('its path is not a file');
  return { fileVersion: `${stats.mtimeNs}.${stats.size}.${stats.ino}`, bytes: Number(stats.size) };
}

/** A FetchError for errors of the source file. Errors of the destination are the data folder's, and returned as they are. */
function fileError(error: unknown, path: string): unknown {
  const { code, path: at } = error as NodeJS.ErrnoException;
  if (at !== path) return error;
  if (code === 'ENOENT') return new FetchError('there is no such file', undefined, error);
  const fault = pathFault(error);
  return fault === undefined ? error : new FetchError(`the file cannot be read: ${fault}`, undefined, error);
}

/** Mode of files with feeds' content. */
export const PRIVATE_FILE = 0o600;
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
