// One run of the fuzzer: a real server on a stock of its own, clients that send what was drawn, and a judge for every
// answer. Gives back figures and faults; prints nothing but progress.
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../built-tree.ts';
import { temporaryFolder } from '../cleanup.ts';
import { Server } from '../parts/server.ts';
import { growthOf, residentMegabytes } from '../soak/resident-memory.ts';
import type { OpenApi } from '../../test/http/openapi/answer-validator.ts';
import { importFuzzStock } from './fuzz-stock.ts';
import { Judge } from './judge.ts';
import type { FuzzOptions } from './options.ts';
import { INTERPRET, requestOf, SEARCH, SUMMARY } from './requests.ts';
import type { Sent } from './sent.ts';
import { showSome } from './show-some.ts';
import { exchange, Lane, WireFault, type WireAnswer } from './wire.ts';

/** Longer than any limit that the server has for a request. */
const PATIENCE_MS = 20_000;
/** So long a server that has more to say is waited for, where bytes may be half a request. */
const QUIET_MS = 40;
const SAMPLE_MS = 1000;
const NOTE_EVERY = 50_000;
/** The first faults are enough to find their causes. */
const KEPT_FAULTS = 100;
/** Of what a connection was used for before. */
const KEPT_EARLIER = 20;

/** Asked at the beginning and again at the end: the server must still be right. */
const QUESTIONS = [
  SEARCH,
  `${SEARCH}?make=Ford&model=Focus&sort=price_asc`,
  `${SEARCH}?fuel_type=Diesel&location=SW1A+1AA&distance=4&sort=distance`,
  `${SEARCH}?q=panoramic+roof&price_max=15000&sort=relevance&page=2`,
  `${SEARCH}?dealer=hostile-cars.example`,
  `${SUMMARY}?make=Volkswagen`,
  `${INTERPRET}?text=cheap+diesel+estate+near+Leeds`,
];

export interface FuzzFault {
  /** Which request of the seed. */
  readonly number: number;
  readonly kind: string;
  readonly sentence: string;
  /** Those that were sent on the same connection before it, the last of them at the end. */
  readonly earlier: readonly number[];
}

export interface FuzzFigures {
  readonly requests: number;
  readonly seconds: number;
  /** From each kind of request to how many were sent. */
  readonly kinds: ReadonlyMap<string, number>;
  /** From each status to how many answers had it. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Megabytes of the server, once a second. */
  readonly memory: readonly number[];
  readonly faults: readonly FuzzFault[];
  /** All of them; the first are in `faults`. */
  readonly faultCount: number;
}

export function fuzz(options: FuzzOptions, note: (text: string) => void): Promise<FuzzFigures> {
  return withServer(options, async (server, adverts) => {
    const document = (await (await fetch(`${server.address}/openapi.json`)).json()) as OpenApi;
    return new Fuzz(options, server, new Judge(document, adverts), adverts, note).run();
  });
}

/** Requests of a seed and their answers, for people. */
export function fuzzOnly(options: FuzzOptions, numbers: readonly number[]): Promise<string> {
  return withServer(options, (server, adverts) => showSome(options, numbers, server.port, adverts));
}

async function withServer<Result>(
  options: FuzzOptions,
  work: (server: Server, adverts: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder(options.folder);
  const adverts = await importFuzzStock(folder.path, options.listings, options.seed);
  const server = await Server.start({ root: PROJECT }, `${folder.path}/data`);
  try {
    return await work(server, adverts);
  } finally {
    await server.stop();
    folder.remove();
  }
}

export function faultLine({ number, kind, sentence, earlier }: FuzzFault): string {
  const after = earlier.length === 0 ? '' : ` (on a connection after ${earlier.join(',')})`;
  return `${number}, ${kind}: ${sentence}${after}`;
}

class Fuzz {
  readonly #options: FuzzOptions;
  readonly #server: Server;
  readonly #judge: Judge;
  readonly #adverts: readonly string[];
  readonly #note: (text: string) => void;
  readonly #kinds = new Map<string, number>();
  readonly #statuses = new Map<number, number>();
  readonly #memory: number[] = [];
  readonly #faults: FuzzFault[] = [];
  #faultCount = 0;
  #sent = 0;
  #stopped = false;

  constructor(
    options: FuzzOptions,
    server: Server,
    judge: Judge,
    adverts: readonly string[],
    note: (text: string) => void,
  ) {
    this.#options = options;
    this.#server = server;
    this.#judge = judge;
    this.#adverts = adverts;
    this.#note = note;
  }

  async run(): Promise<FuzzFigures> {
    const before = await this.#known();
    const begin = performance.now();
    const end = begin + this.#options.seconds * 1000;
    const sampling = this.#sample();
    await Promise.all(Array.from({ length: this.#options.clients }, () => this.#client(end)));
    const seconds = (performance.now() - begin) / 1000;
    this.#stopped = true;
    await sampling;
    await this.#compare(before);
    const growth = growthOf(this.#memory);
    if (growth?.isMore === true) this.#fault('memory', `it grew from ${growth.from} to ${growth.to} MB`);
    return {
      requests: this.#sent,
      seconds,
      kinds: this.#kinds,
      statuses: this.#statuses,
      memory: this.#memory,
      faults: this.#faults,
      faultCount: this.#faultCount,
    };
  }

  async #client(end: number): Promise<void> {
    const lane = new Lane(this.#server.port);
    // What was sent on the lane's connection.
    let earlier: readonly number[] = [];
    try {
      while (this.#sent < this.#options.requests && performance.now() < end && !this.#stopped) {
        const number = this.#sent++;
        if (number % NOTE_EVERY === NOTE_EVERY - 1)
          this.#note(`${number + 1} requests, ${this.#faultCount} faults, ${this.#memory.at(-1) ?? 0} MB`);
        const sent = requestOf(this.#options.seed, number, this.#adverts);
        if (!lane.isOpen) earlier = [];
        await this.#one(sent, number, lane, earlier);
        if ('asks' in sent) earlier = [...earlier.slice(1 - KEPT_EARLIER), number];
      }
    } finally {
      lane.close();
    }
  }

  async #one(sent: Sent, number: number, lane: Lane, earlier: readonly number[]): Promise<void> {
    const kind = sent.kind.split(':')[0] ?? '';
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    try {
      for (const sentence of await this.#exchange(sent, lane))
        this.#fault(sent.kind, sentence, number, earlier);
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
      this.#fault(sent.kind, error.message, number, 'asks' in sent ? earlier : []);
      // Nobody is there any more: every further request would be a fault.
      if (error.message.startsWith('no connection')) this.#stopped = true;
    }
  }

  async #exchange(sent: Sent, lane: Lane): Promise<string[]> {
    if ('asks' in sent) {
      const answers = await lane.ask(sent.bytes, sent.asks.map(({ method }) => method === 'HEAD'), PATIENCE_MS); // prettier-ignore
      const faults: string[] = [];
      for (const [at, answer] of answers.entries()) {
        this.#count(answer);
        faults.push(...(await this.#judge.faultsOf(answer, sent.asks[at])));
      }
      return faults;
    }
    const answers = await exchange(this.#server.port, sent.bytes, QUIET_MS, PATIENCE_MS);
    const faults = answers.length > sent.most ? [`${answers.length} answers to ${sent.most} requests`] : [];
    for (const answer of answers) {
      this.#count(answer);
      faults.push(...(await this.#judge.faultsOf(answer, undefined)));
    }
    return faults;
  }

  #count({ status }: WireAnswer): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  #fault(kind: string, sentence: string, number = -1, earlier: readonly number[] = []): void {
    this.#faultCount += 1;
    if (this.#faults.length >= KEPT_FAULTS) return;
    const fault = { number, kind, sentence, earlier };
    this.#faults.push(fault);
    this.#note(faultLine(fault));
  }

  /** The answers to the questions, body and tag. */
  async #known(): Promise<string[]> {
    const answers: string[] = [];
    for (const question of QUESTIONS) {
      const response = await fetch(this.#server.address + question);
      answers.push(`${response.status} ${response.headers.get('etag')} ${await response.text()}`);
    }
    return answers;
  }

  async #compare(before: readonly string[]): Promise<void> {
    try {
      const after = await this.#known();
      for (const [at, question] of QUESTIONS.entries())
        if (after[at] !== before[at]) this.#fault('end', `${question} is answered differently than at first`);
    } catch (error) {
      this.#fault('end', `the server no longer answers: ${String(error)}`);
    }
  }

  async #sample(): Promise<void> {
    while (!this.#stopped) {
      this.#memory.push(residentMegabytes(this.#server.pid));
      await pause(SAMPLE_MS);
    }
  }
}
