// A process of clients that send all kinds of requests and compare every response with the model. The parent reports
// each committed change: a response must show one of them, and none that was stale when it was requested.
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/demo/random.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { entityTag } from '../../src/http/protocol/negotiation.ts';
import { canonicalQuery } from '../../src/query/canonical-query.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { toSummaryResponse } from '../../src/api/summary-response.ts';
import { toSearchResponse } from '../../src/api/vehicle.ts';
import { ReferenceModel } from '../../test/support/reference-model.ts';
import { listingsOf } from '../../test/support/fixtures.ts';
import { defineTask } from '../harness/process.ts';
import { count } from '../harness/statistics.ts';
import { PHRASES, searchQuery } from './queries.ts';
import { StockPlan } from './stock-plan.ts';

interface ClientTask {
  readonly url: string;
  /** The version in `/readyz` after the first change. */
  readonly version: string;
  readonly listings: number;
  readonly staleMs: number;
  readonly seed: number;
}

interface ClientStats {
  /** Responses by kind of request. */
  readonly responses: readonly (readonly [kind: string, count: number])[];
  /** Requests that the server rejected because it was overloaded: no wrong responses. */
  readonly rejected: number;
  /** Requests whose connection broke, as that to a killed process does. */
  readonly broken: number;
  readonly failures: readonly string[];
}

const CONCURRENCY = 4;
const REQUEST_INTERVAL_MS = 20;
const MAX_FAILURES = 20;
/** Making a model takes a while, so the newest are cached. */
const CACHED_MODELS = 6;

/** When each change was reported as committed. */
const committedAt = new Map<number, number>();
let stopped = false;

/** Messages are the sequence numbers of committed changes, and `stop`. */
export const CLIENTS = defineTask(import.meta.url, runClients, (message) => {
  if (message === 'stop') stopped = true;
  else committedAt.set(Number(message), Date.now());
});

/** A request that was rejected. */
const REJECTED = Symbol();
/** What is wrong with a response; undefined: nothing. */
type Verdict = string | typeof REJECTED | undefined;

async function runClients({ url, version, listings, staleMs, seed }: ClientTask): Promise<ClientStats> {
  const gazetteer = loadGazetteer();
  const plan = new StockPlan(listings);
  const random = new Random(seed);
  const models = new Map<number, Promise<ReferenceModel>>();
  const phrases = new Map<string, string>();
  committedAt.set(1, Date.now());

  /** The model of the stock after a change. */
  const modelAt = (sequence: number): Promise<ReferenceModel> => {
    const make = async () => new ReferenceModel(await listingsOf(plan.stockAt(sequence)), gazetteer);
    const model = models.get(sequence) ?? make();
    models.set(sequence, model);
    for (const other of [...models.keys()].sort((a, b) => b - a).slice(CACHED_MODELS)) models.delete(other);
    return model;
  };
  /** The changes that a response may be of that was requested at `requestedAt` and is here now, newest first. */
  const possibleChanges = (requestedAt: number): number[] => {
    const committed = [...committedAt].sort(([a], [b]) => a - b);
    const oldest = committed.filter(([, at]) => at <= requestedAt - staleMs).at(-1)?.[0] ?? 1;
    const newest = committed.at(-1)?.[0] ?? 1;
    // The server may know of one that is not reported yet.
    return Array.from({ length: newest + 2 - oldest }, (_, at) => newest + 1 - at);
  };
  const unexpected = (target: string, status: number, body: string): Verdict =>
    status === 503 && body.includes('overloaded')
      ? REJECTED
      : `${target}: status ${status}, ${body.slice(0, 150)}`;
  const randomQuery = (text: string) => parseQuery([...new URLSearchParams(text)], gazetteer).query;

  /** Compares a tagged response with the expected one after the change that its tag is of. */
  const checkTagged = async (
    target: string,
    name: string,
    expected: (model: ReferenceModel) => Promise<unknown>,
  ): Promise<Verdict> => {
    const requestedAt = Date.now();
    const response = await fetch(url + target);
    const body = await response.text();
    if (response.status !== 200) return unexpected(target, response.status, body);
    const tag = response.headers.get('etag');
    const possible = possibleChanges(requestedAt);
    const versionAt = (sequence: number): string => version.replace(/-1-([^-]*-[^-]*)$/, `-${sequence}-$1`);
    // Without a tag it was made while the stock changed, and may be of either.
    const tagged = possible.filter(
      (sequence) => tag === null || entityTag(versionAt(sequence), name, url) === tag,
    );
    if (tagged.length === 0) return `${target}: of no change from ${possible.at(-1)} to ${possible[0]}`;
    for (const sequence of tagged) {
      if (body === JSON.stringify(await expected(await modelAt(sequence)))) return undefined;
    }
    return `${target}: not what the model has after change ${tagged.join(' or ')}`;
  };

  const search = (): Promise<Verdict> => {
    const text = searchQuery(random);
    const query = randomQuery(text);
    return checkTagged(`/api/v1/vehicles/?${text}`, canonicalQuery(query), async (model) =>
      toSearchResponse(query, await model.search(query), url),
    );
  };
  const summary = (): Promise<Verdict> => {
    const text = searchQuery(random).replace(/(?:^|&)page=\d+/, '');
    const query = randomQuery(text);
    const name = `summary ${canonicalQuery({ ...query, page: 1 })}`;
    return checkTagged(`/api/v1/vehicles/summary/?${text}`, name, async (model) =>
      toSummaryResponse(await model.summarize(query), url),
    );
  };
  const interpret = async (): Promise<Verdict> => {
    const target = `/api/v1/interpret/?text=${encodeURIComponent(random.pick(PHRASES))}`;
    const response = await fetch(url + target);
    const body = await response.text();
    if (response.status !== 200) return unexpected(target, response.status, body);
    const first = phrases.get(target) ?? body;
    phrases.set(target, first);
    return body === first ? undefined : `${target}: another response than at first`;
  };
  const redirect = async (): Promise<Verdict> => {
    const advert = plan.advert(random.whole(0, listings - 1));
    const requestedAt = Date.now();
    const target = `/cars/redirect/?api_target=${encodeURIComponent(advert.url)}`;
    const response = await fetch(url + target, { redirect: 'manual' });
    const { status, headers } = response;
    const body = await response.text();
    if (status === 503) return unexpected(target, status, body);
    const listed = possibleChanges(requestedAt).map((sequence) => advert.isListedAt(sequence));
    const isRight =
      status === 302
        ? listed.includes(true) && headers.get('location') === advert.url
        : // One that was never listed yet is unknown.
          [404, 410].includes(status) && listed.includes(false);
    return isRight ? undefined : `${target}: status ${status}`;
  };
  const mcp = async (): Promise<Verdict> => {
    const text = searchQuery(random);
    const query = randomQuery(text);
    const call = { name: 'search_vehicles', arguments: Object.fromEntries(new URLSearchParams(text)) };
    const requestedAt = Date.now();
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const body = await response.text();
    const [, total] = /"total_vehicles":\s*(\d+)/.exec(body) ?? [];
    if (response.status !== 200 || total === undefined)
      return unexpected(`mcp ${text}`, response.status, body);
    for (const sequence of possibleChanges(requestedAt)) {
      if ((await (await modelAt(sequence)).search(query)).total === Number(total)) return undefined;
    }
    return `mcp ${text}: ${total} vehicles`;
  };

  const requests = { search, summary, interpret, redirect, mcp };
  const kinds = Object.keys(requests) as (keyof typeof requests)[];
  const mix = [...Array.from({ length: 5 }, () => 'search' as const), ...kinds];
  const responses = new Map<string, number>();
  const failures: string[] = [];
  let [rejected, broken] = [0, 0];
  const client = async (): Promise<void> => {
    for (; !stopped; await sleep(REQUEST_INTERVAL_MS)) {
      const kind = random.pick(mix);
      try {
        const verdict = await requests[kind]();
        if (verdict === REJECTED) rejected += 1;
        else {
          count(responses, kind);
          if (verdict !== undefined && failures.length < MAX_FAILURES) failures.push(`${kind}: ${verdict}`);
        }
      } catch (error) {
        // `fetch` throws it if a connection breaks.
        if (!(error instanceof TypeError)) throw error;
        broken += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return { responses: [...responses], rejected, broken, failures };
}
