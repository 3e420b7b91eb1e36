// One kept connection of a client, over a plain socket: it sends a request that was made before and reads no more of the
// answer than its status and length. A client that did more would be slower than the server it is to overload.
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Called when the answer is there, or with status 0 when the connection is lost. */
export type Answered = (status: number) => void;

export function requestBytes(port: number, target: string, accept = 'application/json'): Buffer {
  const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: ${accept}\r\n\r\n`;
  return Buffer.from(head, 'latin1');
}

export class Visitor {
  readonly #socket: Socket;
  #answered: Answered | undefined;
  #head: Buffer | undefined;
  /** Of the body under way; -1 before its head is complete. */
  #left = -1;
  #status = 0;
  isOpen = true;

  /** What is asked before the connection is made is sent when it is. */
  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isOpen = false;
      this.#finish(0);
    });
  }

  /** One at a time. */
  ask(request: Buffer, answered: Answered): void {
    this.#answered = answered;
    this.#left = -1;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
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
      // Without a length nobody knows where the next answer begins.
      if (length === undefined) return void this.#socket.destroy();
      this.#left = Number(length) - (bytes.length - end - HEAD_END.length);
    }
    if (this.#left === 0) this.#finish(this.#status);
  }

  #finish(status: number): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(status);
  }
}
