// The client's side of HTTP/1.1, by hand and strict: what leaves is exactly the bytes that were made, and an answer that is
// not exactly as HTTP has it is a fault, not something to be repaired. Bytes are kept as one character each.
import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case, in the order that they came in. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The server answered with what is not HTTP, or not at all. */
export class WireFault extends Error {}

const EMPTY = Buffer.alloc(0);
const MOST_HEAD_BYTES = 64 * 1024;

/** Takes bytes apart into answers. */
export class AnswerReader {
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

  /** The next whole answer, if it is there. `isHead`: it answers a HEAD, so it has no body. */
  next(isHead: boolean): WireAnswer | undefined {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end === -1) {
        if (this.#bytes.length > MOST_HEAD_BYTES) throw new WireFault('the head of an answer has no end');
        return undefined;
      }
      const head = parseHead(this.#bytes.toString('latin1', 0, end));
      const start = end + 4;
      if (head.status >= 100 && head.status < 200) {
        // Word that the body may be sent; the answer follows.
        if (head.status !== 100) throw new WireFault(`status ${head.status} was not asked for`);
        this.#bytes = this.#bytes.subarray(start);
        continue;
      }
      const found = this.#body(head, start, isHead);
      if (found === undefined) return undefined;
      this.#bytes = this.#bytes.subarray(found.end);
      return { ...head, body: found.body };
    }
  }

  #body(
    { status, headers }: Omit<WireAnswer, 'body'>,
    start: number,
    isHead: boolean,
  ): { body: Buffer; end: number } | undefined {
    if (isHead || status === 204 || status === 304) return { body: EMPTY, end: start };
    if (valueOf(headers, 'transfer-encoding') === 'chunked') return this.#chunks(start);
    const length = valueOf(headers, 'content-length');
    if (length === undefined) {
      return this.#ended ? { body: this.#bytes.subarray(start), end: this.#bytes.length } : undefined;
    }
    if (!/^[0-9]{1,12}$/.test(length)) throw new WireFault(`a length of '${length}'`);
    const end = start + Number(length);
    return end > this.#bytes.length ? undefined : { body: this.#bytes.subarray(start, end), end };
  }

  #chunks(start: number): { body: Buffer; end: number } | undefined {
    const chunks: Buffer[] = [];
    for (let at = start; ;) {
      const lineEnd = this.#bytes.indexOf('\r\n', at);
      if (lineEnd === -1) return undefined;
      const size = this.#bytes.toString('latin1', at, lineEnd);
      if (!/^[0-9A-Fa-f]{1,8}$/.test(size)) throw new WireFault(`a chunk of '${size}' bytes`);
      const length = Number.parseInt(size, 16);
      const end = lineEnd + 2 + length;
      if (end + 2 > this.#bytes.length) return undefined;
      if (this.#bytes.toString('latin1', end, end + 2) !== '\r\n')
        throw new WireFault('a chunk without an end');
      if (length === 0) return { body: Buffer.concat(chunks), end: end + 2 };
      chunks.push(this.#bytes.subarray(lineEnd + 2, end));
      at = end + 2;
    }
  }
}

function parseHead(text: string): Omit<WireAnswer, 'body'> {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 ([0-9]{3}) [\x20-\x7e]*$/.exec(statusLine)?.[1];
  if (status === undefined)
    throw new WireFault(`an answer begins with ${JSON.stringify(statusLine.slice(0, 100))}`);
  const headers = lines.map((line): readonly [string, string] => {
    const [, name, value] = /^([A-Za-z0-9-]+):[ ]?([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new WireFault(`a header is ${JSON.stringify(line.slice(0, 200))}`);
    return [name.toLowerCase(), value];
  });
  return { status: Number(status), headers };
}

export function valueOf(headers: WireAnswer['headers'], name: string): string | undefined {
  return headers.find(([other]) => other === name)?.[1];
}

function saysClose(answer: WireAnswer | undefined): boolean {
  return answer !== undefined && valueOf(answer.headers, 'connection') === 'close';
}

/** A connection that is used again and again, one request at a time, and opened anew when the server closed it. */
export class Lane {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** The next request is sent on the connection that is there. */
  get isOpen(): boolean {
    // The server may have closed it since.
    return this.#socket?.writable === true;
  }

  /** The answers to so many requests in one packet; `heads` says which of them are HEAD. */
  async ask(bytes: string, heads: readonly boolean[], patienceMs: number): Promise<WireAnswer[]> {
    const socket = this.#socket?.writable === true ? this.#socket : await opened(this.#port);
    this.#socket = socket;
    const reader = new AnswerReader();
    const answers: WireAnswer[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new WireFault(`no answer within ${patienceMs} ms`)), patienceMs);
        const done = (fault?: Error): void => {
          clearTimeout(late);
          socket.off('data', onData).off('error', onError).off('close', onClose);
          if (fault === undefined) resolve();
          else reject(fault);
        };
        const take = (): void => {
          try {
            while (answers.length < heads.length) {
              const answer = reader.next(heads[answers.length] === true);
              if (answer === undefined) return;
              answers.push(answer);
            }
            // What a server could not read it cannot know for a HEAD: it sends the reason, and ends the connection.
            if (!reader.isEmpty && !(saysClose(answers.at(-1)) && heads.includes(true)))
              throw new WireFault('more answers than requests');
            done();
          } catch (fault) {
            done(fault as Error);
          }
        };
        const onData = (chunk: Buffer): void => {
          reader.push(chunk);
          take();
        };
        const onError = (error: Error): void => done(new WireFault(`the connection broke: ${error.message}`));
        const onClose = (): void => {
          reader.end();
          take();
          // After one that could not be read the rest has none.
          if (saysClose(answers.at(-1))) done();
          else if (answers.length < heads.length)
            done(new WireFault('the connection was closed without an answer'));
        };
        socket.on('data', onData).on('error', onError).on('close', onClose);
        socket.write(bytes, 'latin1');
      });
    } catch (fault) {
      this.close();
      throw fault;
    }
    if (answers.some(saysClose)) this.close();
    return answers;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/**
 * All that the server answers to bytes that may be anything, on a connection of their own: until it is silent for
 * `quietMs`, and then until it has closed. A connection that stays open after that is a fault.
 */
export async function exchange(
  port: number,
  bytes: string,
  quietMs: number,
  patienceMs: number,
): Promise<WireAnswer[]> {
  const socket = await opened(port);
  const reader = new AnswerReader();
  let reset = false;
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new WireFault(`the connection is still open after ${patienceMs} ms`));
    }, patienceMs);
    let quiet = setTimeout(() => socket.end(), quietMs);
    socket.on('data', (chunk) => {
      reader.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), quietMs);
    });
    // The server may close while we still write: what it said before counts.
    socket.on('error', () => (reset = true));
    socket.on('close', () => {
      clearTimeout(late);
      clearTimeout(quiet);
      resolve();
    });
    socket.write(bytes, 'latin1');
  });
  reader.end();
  const answers: WireAnswer[] = [];
  for (let answer = reader.next(false); answer !== undefined; answer = reader.next(false))
    answers.push(answer);
  if (!reader.isEmpty && !reset) throw new WireFault('an answer was cut short');
  return answers;
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    // Later ones are for whoever uses the connection then.
    socket.on('error', (error) => reject(new WireFault(`no connection: ${error.message}`)));
  });
}
