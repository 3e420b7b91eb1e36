// The process that load.ts starts. It speaks HTTP over plain sockets and reads no more of an answer than its status and
// length: a client that did more would be slower than the servers it is to measure.
import { connect, type Socket } from 'node:net';
import { answerParent } from '../child.ts';
import { percentilesOf } from '../percentiles.ts';
import type { LoadFigures, LoadTask } from './load.ts';

let stopped = false;

answerParent(run, () => (stopped = true));

async function run(task: LoadTask): Promise<LoadFigures> {
  stopped = false;
  const count = task.picks?.length ?? task.targets.length;
  const start = performance.now();
  const end = start + task.seconds * 1000;
  const times: number[] = [];
  let next = 0;
  let bytes = 0;
  const askOneByOne = async (): Promise<void> => {
    const connection = await Connection.open(task.port);
    try {
      while ((task.again === true || next < count) && !stopped && performance.now() < end) {
        const at = next++ % count;
        const asked = performance.now();
        const length = await connection.ask(task.targets[task.picks?.[at] ?? at]);
        times.push(performance.now() - asked);
        // Only now: other connections have added theirs during the wait.
        bytes += length;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: task.connections }, askOneByOne));
  if (times.length === 0) throw new Error('no request was answered in the time given');
  const seconds = (performance.now() - start) / 1000;
  return {
    requests: times.length,
    seconds,
    meanBytes: bytes / times.length,
    latencyMs: percentilesOf(times),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** A connection that is kept alive. One request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #target = '';
  #head: Buffer = Buffer.alloc(0);
  /** Of the body under way; undefined before its head is complete. */
  #length: number | undefined;
  #received = 0;
  #resolve: (bytes: number) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#host = `127.0.0.1:${port}`;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#reject(error));
    socket.on('close', () => this.#reject(new Error('the server closed a connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket, port);
  }

  /** Bytes of the answer's body. */
  ask(target: string): Promise<number> {
    this.#target = target;
    this.#length = undefined;
    this.#received = 0;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(
        `GET ${target} HTTP/1.1\r\nHost: ${this.#host}\r\nAccept: application/json\r\n\r\n`,
        'latin1',
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#length === undefined) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      const head = this.#head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
        const status = head.slice(0, head.indexOf('\r\n'));
        return this.#reject(new Error(`${this.#target} was answered with '${status}'`));
      }
      this.#length = Number(length);
      this.#received = this.#head.length - end - HEAD_END.length;
      this.#head = Buffer.alloc(0);
    } else {
      this.#received += chunk.length;
    }
    if (this.#received >= this.#length) this.#resolve(this.#length);
  }
}
