// A strict HTTP/1.1 client: it sends exact bytes, and any deviation in a response is an error. Strings hold one
// character per byte.
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** Names in lower case, in the order that they came in. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A response that is no HTTP, or no response. */
export class RawHttpError extends Error {}

const EMPTY = Buffer.alloc(0);
const MAX_HEAD_BYTES = 64 * 1024;

/** Parses bytes into responses. */
export class ResponseReader {
  #bytes: Buffer = EMPTY;
  #ended = false;

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  /** The next whole response, if it is there. `isHead`: its request is a HEAD, so it has no body. */
  next(isHead: boolean): RawResponse | undefined {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end === -1) {
        if (this.#bytes.length > MAX_HEAD_BYTES) throw new RawHttpError('the head of a response has no end');
        return undefined;
      }
      const head = parseHead(this.#bytes.toString('latin1', 0, end));
      const start = end + 4;
      if (head.status >= 100 && head.status < 200) {
        // Permission to send the body; the response follows.
        if (head.status !== 100) throw new RawHttpError(`status ${head.status} was not asked for`);
        this.#bytes = this.#bytes.subarray(start);
        continue;
      }
      const parsedBody = this.#body(head, start, isHead);
      if (parsedBody === undefined) return undefined;
      this.#bytes = this.#bytes.subarray(parsedBody.end);
      return { ...head, body: parsedBody.body };
    }
  }

  #body(
    { status, headers }: Omit<RawResponse, 'body'>,
    start: number,
    isHead: boolean,
  ): { body: Buffer; end: number } | undefined {
    if (isHead || status === 204 || status === 304) return { body: EMPTY, end: start };
    if (headerValue(headers, 'transfer-encoding') === 'chunked') return this.#chunks(start);
    const length = headerValue(headers, 'content-length');
    if (length === undefined) {
      return this.#ended ? { body: this.#bytes.subarray(start), end: this.#bytes.length } : undefined;
    }
    if (!/^[0-9]{1,12}$/.test(length)) throw new RawHttpError(`a length of '${length}'`);
    const end = start + Number(length);
    return end > this.#bytes.length ? undefined : { body: this.#bytes.subarray(start, end), end };
  }

  #chunks(start: number): { body: Buffer; end: number } | undefined {
    const chunks: Buffer[] = [];
    for (let at = start; ;) {
      const lineEnd = this.#bytes.indexOf('\r\n', at);
      if (lineEnd === -1) return undefined;
      const size = this.#bytes.toString('latin1', at, lineEnd);
      if (!/^[0-9A-Fa-f]{1,8}$/.test(size)) throw new RawHttpError(`a chunk of '${size}' bytes`);
      const length = Number.parseInt(size, 16);
      const end = lineEnd + 2 + length;
      if (end + 2 > this.#bytes.length) return undefined;
      if (this.#bytes.toString('latin1', end, end + 2) !== '\r\n')
        throw new RawHttpError('a chunk without an end');
      if (length === 0) return { body: Buffer.concat(chunks), end: end + 2 };
      chunks.push(this.#bytes.subarray(lineEnd + 2, end));
      at = end + 2;
    }
  }
}

function parseHead(text: string): Omit<RawResponse, 'body'> {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 ([0-9]{3}) [\x20-\x7e]*$/.exec(statusLine)?.[1];
  if (status === undefined)
    throw new RawHttpError(`a response begins with ${JSON.stringify(statusLine.slice(0, 100))}`);
  const headers = lines.map((line): readonly [string, string] => {
    const [, name, value] = /^([A-Za-z0-9-]+):[ ]?([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new RawHttpError(`a header is ${JSON.stringify(line.slice(0, 200))}`);
    return [name.toLowerCase(), value];
  });
  return { status: Number(status), headers };
}

export function headerValue(headers: RawResponse['headers'], name: string): string | undefined {
  return headers.find(([other]) => other === name)?.[1];
}

/** A kept-alive connection for one packet at a time, opened again after the server closed it. */
export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Whether the next request is sent on the connection of the last one. */
  get isOpen(): boolean {
    // The server may have closed it since.
    return this.#socket?.writable === true;
  }

  /** The responses to the requests of one packet; `heads` says which of them are HEAD. */
  async send(bytes: string, heads: readonly boolean[], timeoutMs: number): Promise<RawResponse[]> {
    const socket = this.#socket?.writable === true ? this.#socket : await openSocket(this.#port);
    this.#socket = socket;
    const reader = new ResponseReader();
    const responses: RawResponse[] = [];
    /** Whether all responses are there. */
    const read = (): boolean => {
      while (responses.length < heads.length) {
        const response = reader.next(heads[responses.length] === true);
        if (response === undefined) return false;
        responses.push(response);
      }
      // A server cannot know an unreadable request for a HEAD: it sends the reason, and closes the connection.
      if (!reader.isEmpty && !(closes(responses.at(-1)) && heads.includes(true)))
        throw new RawHttpError('more responses than requests');
      return true;
    };
    const done = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        const settle = (isDone: () => boolean): void => {
          try {
            if (isDone()) resolve();
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        const onTimeout = (): void => reject(new RawHttpError(`no response within ${timeoutMs} ms`));
        const timer = setTimeout(onTimeout, timeoutMs);
        const onData = (chunk: Buffer): void => {
          reader.push(chunk);
          settle(read);
        };
        const onError = (error: Error): void =>
          reject(new RawHttpError(`connection error: ${error.message}`));
        const onClose = (): void => {
          reader.end();
          settle(() => {
            // After an unreadable request the rest gets no response.
            if (read() || closes(responses.at(-1))) return true;
            throw new RawHttpError('the connection was closed without a response');
          });
        };
        socket.on('data', onData).on('error', onError).on('close', onClose);
        done.signal.onabort = () => {
          clearTimeout(timer);
          socket.off('data', onData).off('error', onError).off('close', onClose);
        };
        socket.write(bytes, 'latin1');
      });
    } catch (error) {
      this.close();
      throw error;
    } finally {
      done.abort();
    }
    if (responses.some(closes)) this.close();
    return responses;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

function closes(response: RawResponse | undefined): boolean {
  return response !== undefined && headerValue(response.headers, 'connection') === 'close';
}

/**
 * All responses to any bytes, on a connection of their own: until the server is silent for `quietMs`, and then until it has
 * closed the connection. One that stays open after that is an error.
 */
export async function sendRaw(
  port: number,
  bytes: string,
  quietMs: number,
  timeoutMs: number,
): Promise<RawResponse[]> {
  const socket = await openSocket(port);
  const reader = new ResponseReader();
  let reset = false;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new RawHttpError(`the connection is still open after ${timeoutMs} ms`));
    }, timeoutMs);
    const quiet = setTimeout(() => socket.end(), quietMs);
    socket.on('data', (chunk) => {
      reader.push(chunk);
      quiet.refresh();
    });
    // The server may close while we still write: what it sent before counts.
    socket.on('error', () => (reset = true));
    socket.on('close', () => {
      clearTimeout(timer);
      clearTimeout(quiet);
      resolve();
    });
    socket.write(bytes, 'latin1');
  });
  reader.end();
  const responses: RawResponse[] = [];
  for (let next = reader.next(false); next !== undefined; next = reader.next(false)) responses.push(next);
  if (!reader.isEmpty && !reset) throw new RawHttpError('a response was cut short');
  return responses;
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    // Later errors are for the user of the connection.
    socket.on('error', (error) => reject(new RawHttpError(`no connection: ${error.message}`)));
  });
}
