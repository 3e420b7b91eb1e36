// Processes of deliberately slow clients: many connections that hold a server's time and memory without load. Closed
// connections are reopened.
import { connect, type Socket } from 'node:net';
import { requestBytes } from '../harness/load-connection.ts';
import { defineTask } from '../harness/process.ts';

/**
 * `idle` have sent one request and keep the connection, `silent` send none, `heads` and `bodies` send theirs a byte at a time,
 * `reads` send requests and do not read the responses, and `piles` send hundreds of requests at once and do not read either.
 */
export type SlowKind = 'idle' | 'silent' | 'heads' | 'bodies' | 'reads' | 'piles';

interface SlowClientTask {
  readonly kind: SlowKind;
  readonly port: number;
  /** To open, and to open again when they are lost; 0: only count. */
  readonly connections: number;
}

interface SlowClientStats {
  readonly open: number;
  /** By the server, so far. */
  readonly closed: number;
}

/** Connections that are opened at a time: the listen backlog takes some hundreds. */
const CONNECT_CONCURRENCY = 100;
/** Each connection sends something twice a second, but not all at the same moment. */
const TICK_MS = 50;
const TICKS_PER_DRIP = 10;
/** Pipelined requests: as many as fill one read of a server. */
const PIPELINED_REQUESTS = 600;
/** Clients that read nothing send one more request in one of so many drips. */
const DRIPS_PER_REQUEST = 10;

const open = new Set<Socket>();
let closed = 0;

const SLOW_CLIENTS = defineTask(import.meta.url, async (task: SlowClientTask): Promise<SlowClientStats> => {
  if (task.connections > 0) {
    await openAll(task);
    setInterval(() => {
      for (const socket of open) if (isDue()) drip(task.kind, socket);
      for (let missing = task.connections - open.size; missing > 0; missing--)
        if (isDue()) void openConnection(task);
    }, TICK_MS);
  }
  return { open: open.size, closed };
});

/** Resolves when all connections are open. */
export async function startSlowClients(task: SlowClientTask) {
  const child = SLOW_CLIENTS.start();
  await child.run(task);
  return { count: () => child.run({ ...task, connections: 0 }), close: () => child.close() };
}

function isDue(): boolean {
  return Math.random() * TICKS_PER_DRIP < 1;
}

async function openAll(task: SlowClientTask): Promise<void> {
  let remaining = task.connections;
  const opener = async (): Promise<void> => {
    while (remaining-- > 0) await openConnection(task);
  };
  await Promise.all(Array.from({ length: CONNECT_CONCURRENCY }, opener));
}

/** Resolves when it is open, or when the server closed it. */
function openConnection({ kind, port }: SlowClientTask): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (open.delete(socket)) closed += 1;
      resolve();
    });
    // Reading shows that the server closed a connection. A slow reader sees it when it sends again.
    if (kind === 'reads' || kind === 'piles') socket.pause();
    else socket.resume();
    socket.once('connect', () => {
      socket.write(FIRST_BYTES[kind](port));
      if (kind === 'idle') socket.once('data', () => resolve());
      else resolve();
    });
  });
}

const FIRST_BYTES: Readonly<Record<SlowKind, (port: number) => Buffer>> = {
  idle: (port) => requestBytes(port, '/healthz'),
  silent: () => Buffer.alloc(0),
  heads: () => Buffer.from('GET /api/v1/vehicles/ HTTP/1.1\r\nHost: slow.example\r\nX-'),
  bodies: (port) =>
    Buffer.from(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    ),
  reads: (port) => requestsOf(port, 8),
  piles: (port) => requestsOf(port, PIPELINED_REQUESTS),
};

function drip(kind: SlowKind, socket: Socket): void {
  if (kind === 'heads') socket.write('a');
  if (kind === 'bodies') socket.write(' ');
  // Sending shows whether a connection is closed.
  if (kind === 'reads' && Math.random() * DRIPS_PER_REQUEST < 1)
    socket.write(requestsOf(socket.remotePort ?? 0, 1));
  if (kind === 'piles') socket.write(requestsOf(socket.remotePort ?? 0, PIPELINED_REQUESTS));
}

function requestsOf(port: number, count: number): Buffer {
  const page = 1 + Math.floor(Math.random() * 1000);
  const request = requestBytes(port, `/api/v1/vehicles/?sort=price_asc&page=${page}`);
  return Buffer.concat(Array.from({ length: count }, () => request));
}
