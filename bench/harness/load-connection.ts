// One keep-alive connection of the load generator, over a plain socket. It sends prepared requests and reads only the
// status and length of responses: a client that did more would be slower than the server.
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

interface RequestOptions {
  readonly accept?: string | undefined;
  /** Undefined: the header is not sent. */
  readonly acceptEncoding?: string | undefined;
  /** JSON in ASCII, sent by POST. */
  readonly body?: string | undefined;
}

export function requestBytes(
  port: number,
  target: string,
  { accept = 'application/json', acceptEncoding, body }: RequestOptions = {},
): Buffer {
  const method = body === undefined ? 'GET' : 'POST';
  const lines = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Accept: ${accept}`];
  if (acceptEncoding !== undefined) lines.push(`Accept-Encoding: ${acceptEncoding}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, 'latin1');
}

/** Called with the whole response's status and the bytes of its body; with status 0 if the connection is lost. */
export type OnResponse = (status: number, bytes: number) => void;

export class LoadConnection {
  readonly #socket: Socket;
  #onResponse: OnResponse | undefined;
  #head: Buffer | undefined;
  #status = 0;
  #length = 0;
  /** Bytes of the body that are still to come; -1 before its head is complete. */
  #left = -1;
  isOpen = true;

  /** Requests before the connection is made are sent once it is. */
  constructor(port: number, localAddress = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isOpen = false;
      this.#finish(0, 0);
    });
  }

  /** One request at a time. */
  send(request: Buffer, onResponse: OnResponse): void {
    this.#onResponse = onResponse;
    this.#left = -1;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#left >= 0) {
      this.#left -= chunk.length;
    } else {
      const bytes = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) return void (this.#head = bytes);
      this.#head = undefined;
      const head = bytes.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      // Without a length the beginning of the next response is unknown.
      if (length === undefined) return void this.#socket.destroy();
      this.#length = Number(length);
      this.#left = this.#length - (bytes.length - end - HEAD_END.length);
    }
    if (this.#left === 0) this.#finish(this.#status, this.#length);
  }

  #finish(status: number, bytes: number): void {
    const onResponse = this.#onResponse;
    this.#onResponse = undefined;
    onResponse?.(status, bytes);
  }
}
