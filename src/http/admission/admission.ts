// Admission: all requests but probes wait in one queue, in which clients take turns; a client is an IP address, as rate limits
// count them. Searches beyond the queue's length are shed with 503. All others are never shed; the number of connections bounds
// them, because each has one request in flight. Requests join after their body was read, so slow senders do not delay others. In
// a flood, paused-sockets.ts stops reading the sockets of shed requests; with few shed requests all are read, because a proxy
// shares them among clients.
import type { IncomingMessage, Server } from 'node:http';
import { clientNetwork } from '../../auth/client-network.ts';
import { Problem } from '../../problem.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { peerOf } from '../protocol/client-ip.ts';
import type { HttpContext } from '../http-context.ts';
import type { Lane } from './fair-queue.ts';
import { PausedSockets } from '../connections/paused-sockets.ts';
import { Turns } from './turns.ts';

const DEFAULT_MAX_QUEUE = 256;

/** Shared, because capturing a stack is most of an Error's cost. */
const OVERLOADED = new Problem(
  'overloaded',
  'The service is overloaded: too many requests are waiting. Try again in a second.',
);

interface WaitingRequest {
  /** Called when the request's turn comes. The request must end `turns` once its response is ready to be sent. */
  start(isOverloaded: boolean, turns: Turns): void;
  /** Called with the Problem to respond with, instead of `start`. */
  reject(problem: Problem): void;
  /** True once the client has disconnected, or has its response. */
  isGone(): boolean;
}

/** The queue of one server: a function that calls `start` or `reject`, unless the client has disconnected by then. */
export function createAdmission(
  server: Server,
  {
    maxQueue = DEFAULT_MAX_QUEUE,
    ipOf,
    isDraining,
    onStats,
  }: Pick<HttpContext, 'maxQueue' | 'ipOf' | 'isDraining' | 'onStats'>,
): Admission {
  const queue = new AdmissionQueue({ maxQueue });
  const paused = new PausedSockets(() => isDraining?.() === true);
  const alone = new Map<string, Promise<void>>();
  server.on('connection', () => queue.onConnection());
  onStats?.({ queue: () => ({ inFlight: queue.inFlight, queued: queue.queued, limit: maxQueue }) });
  return (lane, request, waiting) => {
    if (lane === 'search' && paused.consumeStale(request.socket)) return waiting.reject(OVERLOADED);
    const client = clientNetwork(ipOf(request));
    const turns = new Turns(queue, client, alone);
    queue.enqueue(client, lane, {
      start: (isOverloaded) => waiting.start(isOverloaded, turns),
      reject() {
        // A trusted proxy's connection is not paused, because it carries other clients' requests.
        if (ipOf(request) === peerOf(request)) paused.pauseInFlood(request);
        waiting.reject(OVERLOADED);
      },
      isGone: () => waiting.isGone(),
    });
  };
}

export type Admission = (lane: Lane, request: IncomingMessage, waiting: WaitingRequest) => void;
