// A run of the fuzzer: a real server, clients that send random requests, and an oracle for every response.
import {
  anyText,
  commandLine,
  TEMPORARY_FOLDER,
  logProgress,
  option,
  optional,
  wholeFromOne,
  wholeNumber,
  type OptionsOf,
} from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { UNLIMITED_QUEUE, Server } from '../harness/server.ts';
import { count } from '../harness/statistics.ts';
import { memoryFailures, memoryLine, sampleUsage } from '../harness/usage.ts';
import type { OpenApi } from '../../test/api/response-validator.ts';
import { importFuzzStock } from './fuzz-stock.ts';
import { createOracle } from './oracle.ts';
import { sendRaw, RawConnection, RawHttpError, type RawResponse } from './raw-http.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { INTERPRET, MAP, replay, requestOf, SEARCH, SUMMARY } from './requests.ts';

export const FUZZ = commandLine(
  'fuzz',
  {
    requests: option('NUMBER', wholeNumber, 1_000_000, 'how many requests'),
    seconds: option('NUMBER', wholeNumber, Infinity, 'time limit, however many requests were sent', 'none'),
    seed: option('NUMBER', wholeNumber, 1, 'what the requests are drawn from'),
    only: optional(
      'NUMBERS',
      (list, flag) => list.split(',').map((number) => wholeNumber(number, flag)),
      'only send the requests with these numbers, in this order on one connection, and show them and their responses',
    ),
    listings: option('NUMBER', wholeNumber, 20_000, 'listings in the stock'),
    clients: option('NUMBER', wholeNumber, 24, 'concurrent requests'),
    slow: option(
      'SECONDS',
      wholeNumber,
      240,
      'time for the search for slow inputs after the requests; 0: none',
    ),
    slowListings: option('NUMBER', wholeFromOne, 100_000, 'listings in the stock of that search'),
    feed: optional('FILE', anyText, 'a feed to search on instead of a generated stock'),
    endpoints: option(
      'NAMES',
      (list) => list.split(','),
      [],
      'only search on the endpoints whose names begin so: interpret,mcp',
      'all',
    ),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Starts a real server on demo stock and sends it everything that a public address gets: valid and invalid parameters ' +
      'in every encoding, tricks with paths, headers and bodies, hostile text, and bytes that are no HTTP. Prints a report. ' +
      'Fails if a response had a status above 499 or does not match the OpenAPI document, if a search has other results in ' +
      'the end than at first, if the server ended, or if its memory grew. A 503 of an overloaded server is only counted. ' +
      'Then it searches for the slowest input of each endpoint: it changes the slowest so far again and again, and fails if one ' +
      'takes more than 5 ms of CPU time, or five times what is usual there if that is more. ' +
      "Memory and CPU time are read from Linux's /proc.",
    examples: [
      '--requests 50000 --slow 0 --seed 7',
      '--requests 0 --slow 900 --seed 7',
      '--requests 0 --slow 120 --endpoints interpret,suggestions --feed stock.csv',
      '--seed 7 --only 4711',
      '--seed 7 --only 12,15,4711',
    ],
  },
);

type FuzzOptions = Omit<OptionsOf<typeof FUZZ>, 'slow' | 'slowListings' | 'feed' | 'endpoints'>;

/** Longer than any timeout that the server has for a request. */
const TIMEOUT_MS = 20_000;
/** How long a server is waited for that may have more to send, after bytes that may be half a request. */
const QUIET_TIMEOUT_MS = 40;
const PROGRESS_INTERVAL = 50_000;
/** The first failures are enough to find their causes. */
const MAX_FAILURES = 100;
/** Of the requests that were sent before on the same connection. */
const MAX_EARLIER = 20;

/** Sent at the beginning and again at the end: the responses must be the same. */
const PROBES = [
  SEARCH,
  `${SEARCH}?make=Ford&model=Focus&sort=price_asc`,
  `${SEARCH}?fuel_type=Diesel&location=SW1A+1AA&distance=4&sort=distance`,
  `${SEARCH}?q=panoramic+roof&price_max=15000&sort=relevance&page=2`,
  `${SEARCH}?dealer=hostile-cars.example`,
  `${SUMMARY}?make=Volkswagen`,
  `${MAP}?make=Volkswagen&zoom=7`,
  `${INTERPRET}?text=cheap+diesel+estate+near+Leeds`,
];

type FuzzStats = Awaited<ReturnType<typeof fuzzServer>>;

export function fuzz(options: FuzzOptions): Promise<FuzzStats> {
  return withServer(options, async (server, adverts) => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi;
    return fuzzServer(options, server, document, adverts);
  });
}

/** Requests of the seed and their responses as text. */
export function fuzzOnly(options: FuzzOptions, numbers: readonly number[]): Promise<string> {
  return withServer(options, (server, adverts) => replay(options.seed, numbers, server.port, adverts));
}

function withServer<Result>(
  { folder, listings, seed }: FuzzOptions,
  work: (server: Server, adverts: readonly string[]) => Promise<Result>,
): Promise<Result> {
  return withFolder(folder, async (path) => {
    const adverts = await importFuzzStock(path, listings, seed);
    const server = await Server.start(`${path}/data`, { environment: UNLIMITED_QUEUE });
    try {
      return await work(server, adverts);
    } finally {
      await server.stop();
    }
  });
}

async function fuzzServer(
  { requests, seconds: limit, seed, clients }: FuzzOptions,
  server: Server,
  document: OpenApi,
  adverts: readonly string[],
) {
  const oracle = createOracle(document, adverts);
  /** Requests by kind, and responses by status. */
  const kinds = new Map<string, number>();
  const statuses = new Map<number, number>();
  /** The first of them, each with the number of its request in the seed. */
  const failures: string[] = [];
  let [sent, failed] = [0, 0];
  let stopped = false;

  const fail = (failure: string): void => {
    failed += 1;
    if (failed > MAX_FAILURES) return;
    failures.push(failure);
    logProgress(failure);
  };
  const check = async (response: RawResponse, expected: Parameters<typeof oracle>[1]): Promise<string[]> => {
    count(statuses, response.status);
    return oracle(response, expected);
  };
  /** Sends a request; returns the failures of its responses. */
  const send = async (request: FuzzRequest, connection: RawConnection): Promise<string[]> => {
    if ('expected' in request) {
      const heads = request.expected.map(({ method }) => method === 'HEAD');
      const responses = await connection.send(request.bytes, heads, TIMEOUT_MS);
      return (
        await Promise.all(responses.map((response, at) => check(response, request.expected[at])))
      ).flat();
    }
    const responses = await sendRaw(server.port, request.bytes, QUIET_TIMEOUT_MS, TIMEOUT_MS);
    const tooMany = responses.length > request.maxResponses;
    const checked = await Promise.all(responses.map((response) => check(response, undefined)));
    return [
      ...(tooMany ? [`${responses.length} responses to ${request.maxResponses} requests`] : []),
      ...checked.flat(),
    ];
  };
  const client = async (end: number): Promise<void> => {
    const connection = new RawConnection(server.port);
    /** The requests that were sent on the connection. */
    let earlier: readonly number[] = [];
    while (sent < requests && performance.now() < end && !stopped) {
      const number = sent++;
      if (number % PROGRESS_INTERVAL === PROGRESS_INTERVAL - 1)
        logProgress(`${number + 1} requests, ${failed} failures, ${usage.memory.at(-1) ?? 0} MB`);
      const request = requestOf(seed, number, adverts);
      const isPersistent = 'expected' in request;
      if (!connection.isOpen) earlier = [];
      const after = isPersistent && earlier.length > 0 ? ` (on a connection after ${earlier.join(',')})` : '';
      count(kinds, request.kind.split(':')[0] ?? '');
      const messages = await send(request, connection).catch((error: unknown) => {
        if (!(error instanceof RawHttpError)) throw error;
        // The server is gone: every further request would fail.
        if (error.message.startsWith('no connection')) stopped = true;
        return [error.message];
      });
      for (const message of messages) fail(`${number}, ${request.kind}: ${message}${after}`);
      if (isPersistent) earlier = [...earlier.slice(1 - MAX_EARLIER), number];
    }
    connection.close();
  };
  const probe = async (): Promise<string[]> => {
    const responses: string[] = [];
    for (const target of PROBES) {
      const response = await fetch(server.url + target);
      responses.push(`${response.status} ${response.headers.get('etag')} ${await response.text()}`);
    }
    return responses;
  };

  const before = await probe();
  const usage = sampleUsage(server.pid);
  const begin = performance.now();
  await Promise.all(Array.from({ length: clients }, () => client(begin + limit * 1000)));
  const seconds = (performance.now() - begin) / 1000;
  await usage.stop();
  const after = await probe().catch((error: unknown) =>
    fail(`the server no longer responds: ${String(error)}`),
  );
  PROBES.forEach((target, at) => {
    if (after !== undefined && after[at] !== before[at]) fail(`${target}: another response than at first`);
  });
  memoryFailures(usage.memory).forEach(fail);
  if (failed > MAX_FAILURES) failures.push(`${failed - MAX_FAILURES} more`);
  return { requests: sent, seconds, kinds, statuses, memory: usage.memory, failures };
}

export function reportLines({ requests, seconds, kinds, statuses, memory }: FuzzStats): string[] {
  const listed = (counts: ReadonlyMap<string | number, number>): string =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  return [
    `${requests} requests in ${seconds.toFixed(0)} s: ${Math.round(requests / seconds)} a second.`,
    `Kinds: ${listed(kinds)}.`,
    `Statuses: ${listed(statuses)}.`,
    memoryLine(memory),
  ];
}
