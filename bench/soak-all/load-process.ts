// A process that asks a server all kinds of things and holds every answer to the model. Its parent tells it which changes have been
// committed; an answer must be that of one of them, and not of one that was long past when it was asked.
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../src/demo/random.ts';
import { entityTag } from '../../src/http/etag.ts';
import { canonicalQuery } from '../../src/listing/canonical-query.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import { toSummaryResponse } from '../../src/listing/summary-json.ts';
import { toSearchResponse } from '../../src/listing/vehicle.ts';
import { answerParent } from '../child.ts';
import { Models } from './models.ts';
import { phrase, searchQuery } from './questions.ts';
import { REFUSED_AS } from './refused.ts';
import { StockPlan } from './stock-plan.ts';

export interface LoadTask {
  readonly address: string;
  /** As `/readyz` says it, after the first change. */
  readonly version: string;
  readonly listings: number;
  readonly staleMs: number;
  readonly seed: number;
}

export interface LoadFigures {
  /** From each kind of request to how many were answered. */
  readonly answered: Readonly<Record<string, number>>;
  /** Requests whose connection broke, as that to a killed process does. */
  readonly broken: number;
  readonly faults: readonly string[];
}

const AT_A_TIME = 4;
const PAUSE_MS = 20;
const KEPT_FAULTS = 20;

/** When each change was told to be committed. */
const committedAt = new Map<number, number>();
let isStopped = false;

answerParent<LoadTask, LoadFigures>(
  (task) => new Load(task).run(),
  (word) => {
    if (word === 'stop') isStopped = true;
    else committedAt.set(Number(word), Date.now());
  },
);

/** What a server says that has no processor to itself: no wrong answer, and counted apart. */
const REFUSED = 'refused';

function refusalOr(target: string, status: number, body: string): string {
  return status === 503 && body.includes('overloaded')
    ? REFUSED
    : `${target}: status ${status}, ${body.slice(0, 150)}`;
}

class Load {
  readonly #task: LoadTask;
  readonly #plan: StockPlan;
  readonly #models: Models;
  readonly #random: Random;
  readonly #answered: Record<string, number> = {};
  readonly #phrases = new Map<string, string>();
  readonly #faults: string[] = [];
  #broken = 0;

  constructor(task: LoadTask) {
    this.#task = task;
    this.#plan = new StockPlan(task.listings);
    this.#models = new Models(this.#plan);
    this.#random = new Random(task.seed);
    committedAt.set(1, Date.now());
  }

  async run(): Promise<LoadFigures> {
    await Promise.all(Array.from({ length: AT_A_TIME }, () => this.#client()));
    return { answered: this.#answered, broken: this.#broken, faults: this.#faults };
  }

  async #client(): Promise<void> {
    const kinds = [
      ...Array.from({ length: 6 }, () => ['search', () => this.#search()] as const),
      ['summary', () => this.#summary()] as const,
      ['interpret', () => this.#interpret()] as const,
      ['redirect', () => this.#redirect()] as const,
      ['mcp', () => this.#mcp()] as const,
    ];
    for (; !isStopped; await pause(PAUSE_MS)) {
      const [kind, ask] = this.#random.pick(kinds);
      try {
        const fault = await ask();
        const counted = fault === REFUSED ? REFUSED_AS : kind;
        this.#answered[counted] = (this.#answered[counted] ?? 0) + 1;
        if (fault === REFUSED) continue;
        if (fault !== undefined && this.#faults.length < KEPT_FAULTS) this.#faults.push(`${kind}: ${fault}`);
      } catch (error) {
        // What fetch throws where a connection breaks.
        if (!(error instanceof TypeError)) throw error;
        this.#broken += 1;
      }
    }
  }

  /** The changes that an answer may be of that is asked for at `askedAt` and is here now. */
  #possible(askedAt: number): number[] {
    const told = [...committedAt].sort(([a], [b]) => a - b);
    const oldest = told.filter(([, at]) => at <= askedAt - this.#task.staleMs).at(-1)?.[0] ?? 1;
    const newest = told.at(-1)?.[0] ?? 1;
    // The server may know of one that we have not been told of.
    return Array.from({ length: newest + 2 - oldest }, (_, at) => newest + 1 - at);
  }

  #versionAt(sequence: number): string {
    return this.#task.version.replace(/-1-([^-]*)$/, `-${sequence}-$1`);
  }

  async #search(): Promise<string | undefined> {
    const text = searchQuery(this.#random);
    const { query } = parseQuery([...new URLSearchParams(text)], this.#models.gazetteer);
    return this.#read(`/api/v1/vehicles/?${text}`, canonicalQuery(query), async (sequence) => {
      const result = await (await this.#models.at(sequence)).search(query);
      return toSearchResponse(query, result, this.#task.address);
    });
  }

  async #summary(): Promise<string | undefined> {
    const text = searchQuery(this.#random).replace(/(?:^|&)page=\d+/, '');
    const { query } = parseQuery([...new URLSearchParams(text)], this.#models.gazetteer);
    const name = `summary ${canonicalQuery({ ...query, page: 1 })}`;
    return this.#read(`/api/v1/vehicles/summary/?${text}`, name, async (sequence) => {
      const summary = await (await this.#models.at(sequence)).summarize(query);
      return toSummaryResponse(summary, this.#task.address);
    });
  }

  /** Holds a tagged answer to what it must be after the change that its tag is of. */
  async #read(
    target: string,
    name: string,
    expected: (sequence: number) => Promise<unknown>,
  ): Promise<string | undefined> {
    const askedAt = Date.now();
    const response = await fetch(this.#task.address + target);
    const body = await response.text();
    if (response.status !== 200) return refusalOr(target, response.status, body);
    const tag = response.headers.get('etag');
    const possible = this.#possible(askedAt);
    // Without a tag it was made while the stock changed, and may be of either.
    const those =
      tag === null
        ? possible
        : possible.filter(
            (sequence) => entityTag(this.#versionAt(sequence), name, this.#task.address) === tag,
          );
    if (those.length === 0) return `${target}: of no change from ${possible.at(-1)} to ${possible[0]}`;
    for (const sequence of those) if (body === JSON.stringify(await expected(sequence))) return undefined;
    return `${target}: not what the model has after change ${those.join(' or ')}`;
  }

  async #interpret(): Promise<string | undefined> {
    const target = `/api/v1/interpret/?text=${encodeURIComponent(phrase(this.#random))}`;
    const response = await fetch(this.#task.address + target);
    const body = await response.text();
    if (response.status !== 200) return refusalOr(target, response.status, body);
    const first = this.#phrases.get(target) ?? body;
    this.#phrases.set(target, first);
    return body === first ? undefined : `${target}: another answer than at first`;
  }

  async #redirect(): Promise<string | undefined> {
    const advert = this.#plan.advert(this.#random.whole(0, this.#task.listings - 1));
    const askedAt = Date.now();
    const target = `/cars/redirect/?api_target=${encodeURIComponent(advert.address)}`;
    const response = await fetch(this.#task.address + target, { redirect: 'manual' });
    const { status, headers } = response;
    const body = await response.text();
    if (status === 503) return refusalOr(target, status, body);
    const listed = this.#possible(askedAt).map((sequence) => advert.isListedAt(sequence));
    // One that was never listed yet is not known.
    const isRight =
      status === 302
        ? listed.includes(true) && headers.get('location') === advert.address
        : listed.includes(false);
    return isRight && [302, 404, 410].includes(status) ? undefined : `${target}: status ${status}`;
  }

  async #mcp(): Promise<string | undefined> {
    const text = searchQuery(this.#random);
    const pairs = [...new URLSearchParams(text)];
    const { query } = parseQuery(pairs, this.#models.gazetteer);
    const askedAt = Date.now();
    const response = await fetch(`${this.#task.address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_vehicles', arguments: Object.fromEntries(pairs) },
      }),
    });
    const body = await response.text();
    const [, total] = /"total_vehicles":\s*(\d+)/.exec(body) ?? [];
    if (response.status !== 200 || total === undefined)
      return refusalOr(`mcp ${text}`, response.status, body);
    for (const sequence of this.#possible(askedAt)) {
      if ((await (await this.#models.at(sequence)).search(query)).total === Number(total)) return undefined;
    }
    return `mcp ${text}: ${total} vehicles`;
  }
}
