// The load generator: processes that send requests over the loopback address. In a closed loop each connection sends its
// next request after a response; in an open loop requests are sent at random times (Poisson) at a given rate, however
// slow responses are.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadConnection, requestBytes } from './load-connection.ts';
import { defineTask } from './process.ts';
import { count, DurationHistogram, sum } from './statistics.ts';

export interface LoadTask {
  readonly port: number;
  /** Request targets, `/api/v1/vehicles/?make=Ford`. */
  readonly targets: readonly string[];
  /** Of targets that POST requests are sent to, in their order. */
  readonly bodies?: readonly string[];
  /** Addresses of this machine that connections come from, in turn; default: 127.0.0.1. */
  readonly addresses?: readonly string[];
  /** Indices of targets in the order of the requests; default: each target once, in order. */
  readonly order?: readonly number[];
  /** Whether to start over after the last target. */
  readonly repeat?: boolean;
  /** The Accept header; default: JSON. */
  readonly accept?: string;
  /** The Accept-Encoding header; default: none. */
  readonly acceptEncoding?: string;
  /** The rate of an open loop; undefined: a closed loop. */
  readonly perSecond?: number;
  readonly seconds: number;
  /** At most, of all processes together. */
  readonly connections: number;
  /** Whether any response but 200 is an error. */
  readonly strict?: boolean;
}

/** A task with the index of the first request that is sent. */
type ProcessTask = LoadTask & { readonly first: number };

/** Durations as histograms in JSON. */
interface ProcessLoadStats {
  readonly seconds: number;
  /** Responses by status; 0: the connection was lost instead. */
  readonly statuses: readonly (readonly [status: number, count: number])[];
  /** From sending a request until the whole response was there: of responses with 200, and of all others. */
  readonly latencies: readonly number[];
  readonly rejectedLatencies: readonly number[];
  /** From when requests were due until they were sent: it shows a load generator that cannot keep up. */
  readonly sendDelays: readonly number[];
  /** Bodies with 200, in bytes. */
  readonly bytes: number;
  /** Requests that found no free connection. */
  readonly unsent: number;
  readonly unanswered: number;
  readonly cpuSeconds: number;
}

export type LoadStats = ReturnType<typeof sumLoadStats>;

const CONNECT_CONCURRENCY = 50;
/** How long responses in flight at the end are waited for. */
const DRAIN_TIMEOUT_MS = 5000;

let stopped = false;
const LOAD = defineTask(
  import.meta.url,
  (task: ProcessTask) => generate(task),
  () => (stopped = true),
);

export class LoadGenerator {
  readonly #processes;

  constructor(processes = 1) {
    this.#processes = Array.from({ length: processes }, () => LOAD.start());
  }

  async run(task: LoadTask): Promise<LoadStats> {
    const processes = this.#processes.length;
    const parts = this.#processes.map((process, number) =>
      process.run({
        ...task,
        first: Math.floor((number * task.targets.length) / processes),
        ...(task.perSecond !== undefined && { perSecond: task.perSecond / processes }),
        connections: Math.ceil(task.connections / processes),
      }),
    );
    return sumLoadStats(await Promise.all(parts));
  }

  /** Ends the current run early. */
  stop(): void {
    for (const process of this.#processes) process.send('stop');
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }
}

function sumLoadStats(parts: readonly ProcessLoadStats[]) {
  const statuses = new Map<number, number>();
  for (const part of parts) for (const [status, times] of part.statuses) count(statuses, status, times);
  const total = (of: (part: ProcessLoadStats) => number): number => sum(parts.map(of));
  return {
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    statuses,
    requests: sum([...statuses.values()]),
    latencies: new DurationHistogram(...parts.map(({ latencies }) => latencies)),
    rejectedLatencies: new DurationHistogram(...parts.map(({ rejectedLatencies }) => rejectedLatencies)),
    sendDelays: new DurationHistogram(...parts.map(({ sendDelays }) => sendDelays)),
    meanBytes: total(({ bytes }) => bytes) / (statuses.get(200) ?? 0),
    unsent: total(({ unsent }) => unsent),
    unanswered: total(({ unanswered }) => unanswered),
    cpuSeconds: total(({ cpuSeconds }) => cpuSeconds),
  };
}

async function generate(task: ProcessTask): Promise<ProcessLoadStats> {
  stopped = false;
  const {
    port,
    targets,
    bodies = [],
    addresses = ['127.0.0.1'],
    order,
    accept,
    acceptEncoding,
    connections,
    perSecond,
    strict = false,
    repeat = false,
  } = task;
  const requests = targets.map((target, at) =>
    requestBytes(port, target, { accept, acceptEncoding, body: bodies[at] }),
  );
  const length = order?.length ?? targets.length;
  const last = repeat ? Infinity : task.first + length;
  const all = new Set<LoadConnection>();
  const free: LoadConnection[] = [];
  const statuses = new Map<number, number>();
  const [latencies, rejectedLatencies, sendDelays] = [
    new DurationHistogram(),
    new DurationHistogram(),
    new DurationHistogram(),
  ];
  let next = task.first;
  let connected = 0;
  let [bytes, inFlight, unsent] = [0, 0, 0];
  let failure: string | undefined;

  const connectFromNext = (): LoadConnection => {
    const connection = new LoadConnection(port, addresses[connected++ % addresses.length]);
    all.add(connection);
    return connection;
  };
  /** Undefined if all connections are in use. */
  const freeConnection = (): LoadConnection | undefined => {
    for (let connection = free.pop(); connection !== undefined; connection = free.pop()) {
      if (connection.isOpen) return connection;
      all.delete(connection);
    }
    return all.size >= connections ? undefined : connectFromNext();
  };
  const send = (connection: LoadConnection, done: () => void = () => undefined): void => {
    const at = next++ % length;
    const index = order?.[at] ?? at;
    const sentAt = performance.now();
    inFlight += 1;
    connection.send(requests[index], (status, bodyBytes) => {
      const took = performance.now() - sentAt;
      inFlight -= 1;
      count(statuses, status);
      (status === 200 ? latencies : rejectedLatencies).add(took);
      if (status === 200) bytes += bodyBytes;
      else if (strict)
        failure ??= status === 0 ? 'the server closed a connection' : `${targets[index]}: status ${status}`;
      if (status === 0) all.delete(connection);
      else free.push(connection);
      done();
    });
  };
  const closedLoop = async (end: number): Promise<void> => {
    const loop = async (): Promise<void> => {
      while (next < last && !stopped && failure === undefined && performance.now() < end) {
        const connection = freeConnection();
        if (connection === undefined) return;
        await new Promise<void>((resolve) => send(connection, resolve));
      }
    };
    await Promise.all(Array.from({ length: connections }, loop));
  };
  /** Connections are made before the first request is due. */
  const connectAll = async (): Promise<void> => {
    const request = requestBytes(port, '/healthz');
    let remaining = connections;
    const connecting = async (): Promise<void> => {
      while (remaining-- > 0) {
        const connection = connectFromNext();
        await new Promise<void>((resolve) => connection.send(request, () => resolve()));
        free.push(connection);
      }
    };
    await Promise.all(Array.from({ length: CONNECT_CONCURRENCY }, connecting));
  };
  const openLoop = async (start: number, end: number, perMs: number): Promise<void> => {
    let due = start;
    for (let now = start; now < end && !stopped; now = performance.now()) {
      while (due <= now) {
        const connection = freeConnection();
        sendDelays.add(performance.now() - due);
        if (connection === undefined) unsent += 1;
        else send(connection);
        due += -Math.log(1 - Math.random()) / perMs;
      }
      await sleep(1);
    }
  };

  if (perSecond !== undefined) await connectAll();
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const end = start + task.seconds * 1000;
  await (perSecond === undefined ? closedLoop(end) : openLoop(start, end, perSecond / 1000));
  const seconds = (performance.now() - start) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const drainUntil = performance.now() + DRAIN_TIMEOUT_MS;
  while (inFlight > 0 && performance.now() < drainUntil) await sleep(1);
  for (const connection of all) connection.close();
  if (failure !== undefined) throw new Error(failure);
  if (strict && !statuses.has(200)) throw new Error('no request was answered in the time given');
  return {
    seconds,
    statuses: [...statuses],
    latencies: latencies.toJSON(),
    rejectedLatencies: rejectedLatencies.toJSON(),
    sendDelays: sendDelays.toJSON(),
    bytes,
    unsent,
    unanswered: inFlight,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
}
