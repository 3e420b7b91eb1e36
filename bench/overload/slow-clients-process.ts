// The process that slow-clients.ts starts: many connections that take a server's time and memory, and give it nothing to do.
// What the server closes is made anew.
import { connect, type Socket } from 'node:net';
import { processTask } from '../harness/process.ts';
import { requestBytes } from './visitor.ts';
import type { SlowFigures, SlowKind, SlowTask } from './slow-clients.ts';

/** Connections that are being made at a time: what listens has a queue for some hundreds. */
const AT_ONCE = 100;
/** Each connection sends something twice a second, but not all at the same moment. */
const LOOK_MS = 50;
const LOOKS_A_DRIP = 10;
/** Requests that are sent together: so many as fill what a server reads at once. */
const PILE = 600;
/** One more of those who read nothing, in one of so many looks. */
const SELDOM = 10;

const open = new Set<Socket>();
let closed = 0;

processTask(import.meta.url, async (task: SlowTask): Promise<SlowFigures> => {
  if (task.connections > 0) {
    await openAll(task);
    setInterval(() => {
      for (const socket of open) if (isDue()) drip(task.kind, socket);
      for (let missing = task.connections - open.size; missing > 0; missing--) if (isDue()) void make(task);
    }, LOOK_MS);
  }
  return { open: open.size, closed };
});

function isDue(): boolean {
  return Math.random() * LOOKS_A_DRIP < 1;
}

async function openAll(task: SlowTask): Promise<void> {
  let left = task.connections;
  const opener = async (): Promise<void> => {
    while (left-- > 0) await make(task);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
}

/** Fulfilled when it is there, or when the server did not want it. */
function make({ kind, port }: SlowTask): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (open.delete(socket)) closed += 1;
      resolve();
    });
    // What has come shows that the server closed a connection. A slow reader sees it when it sends again.
    if (kind === 'reads' || kind === 'piles') socket.pause();
    else socket.resume();
    socket.once('connect', () => {
      socket.write(FIRST[kind](port));
      if (kind === 'idle') socket.once('data', () => resolve());
      else resolve();
    });
  });
}

const FIRST: Readonly<Record<SlowKind, (port: number) => Buffer>> = {
  idle: (port) => requestBytes(port, '/healthz'),
  silent: () => Buffer.alloc(0),
  heads: () => Buffer.from('GET /api/v1/vehicles/ HTTP/1.1\r\nHost: slow.example\r\nX-'),
  bodies: (port) =>
    Buffer.from(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    ),
  reads: (port) => requestsOf(port, 8),
  piles: (port) => requestsOf(port, PILE),
};

function drip(kind: SlowKind, socket: Socket): void {
  if (kind === 'heads') socket.write('a');
  if (kind === 'bodies') socket.write(' ');
  // Whether a connection is closed is seen by who sends.
  if (kind === 'reads' && Math.random() * SELDOM < 1) socket.write(requestsOf(socket.remotePort ?? 0, 1));
  if (kind === 'piles') socket.write(requestsOf(socket.remotePort ?? 0, PILE));
}

function requestsOf(port: number, count: number): Buffer {
  const page = 1 + Math.floor(Math.random() * 1000);
  const request = requestBytes(port, `/api/v1/vehicles/?sort=price_asc&page=${page}`);
  return Buffer.concat(Array.from({ length: count }, () => request));
}
