// The workers of a server: started one behind the other, started again when they die, replaced one by one without a gap.
// Node's own cluster shares the port: the primary accepts connections and hands each to the next worker that is free, so
// connections that wait belong to no worker and are not lost with one. The primary itself answers nobody. Where workers take
// connections from the system themselves, one of two had three fifths of the work and not a half; what the primary does
// for each connection took it 0.2 ms, and nothing for the requests that follow on it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { textOf } from '../cli/follow-aloud.ts';
import type { Output } from '../cli/output.ts';
import { serveCounter } from '../auth/ipc-counter.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import type { Report } from './calls.ts';
import { startMember, type Desk, type Member } from './member.ts';
import { watchWorkers } from './sight-of-workers.ts';

/** Before a worker that died is started again: twice as long after each early death. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** One that answered for so long died of something new. */
const LONG_LIFE_MS = 10_000;
/** A worker that drains has so long beyond its own limit. */
const PATIENCE_MS = 2000;

export interface CrewOptions {
  readonly size: number;
  readonly port: number;
  /** Requests under way have so long to end where a worker is told to. */
  readonly drainMs: number;
  readonly output: Output;
}

interface Place {
  member: Member;
  pauseMs: number;
}

export class Crew {
  readonly #options: CrewOptions;
  readonly #desk: Desk;
  readonly #places: Place[] = [];
  /** All that live, with those that come and go. */
  readonly #members = new Set<Member>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sight = watchWorkers(() => this.#answering());
  #report: Report | undefined;
  #isStopping = false;
  #isReplacing = false;

  private constructor(options: CrewOptions) {
    this.#options = options;
    const { watch } = this.#sight;
    this.#desk = {
      metrics: () => watch.metrics(),
      history: () => watch.history(),
      status: () => watch.status(),
      note: async (text) => options.output.warn(text),
      turn: async () => {
        await nextTurn();
        await nextTurn();
      },
    };
  }

  /** Fulfilled when the first worker answers; the others follow. Rejected where that one cannot. */
  static async start(options: CrewOptions): Promise<Crew> {
    serveCounter();
    const crew = new Crew(options);
    // What keeps it from answering would keep the others too, and would be said as often. And it builds the index if
    // there is none; the others read it.
    const first = crew.#recruit(true);
    crew.#report = await first.ready;
    crew.#fill({ member: first, pauseMs: FIRST_PAUSE_MS });
    while (crew.#places.length < options.size) {
      crew.#fill({ member: crew.#recruit(false), pauseMs: FIRST_PAUSE_MS });
    }
    void Promise.all(crew.#places.map(({ member }) => member.ready)).then(
      () => options.output.line(`All ${options.size} workers answer.`),
      // Said where it happened.
      () => undefined,
    );
    return crew;
  }

  /** Where it answers, and from how much; of its start. */
  get report(): Report {
    if (this.#report === undefined) throw new Error('a crew is there when its first worker is');
    return this.#report;
  }

  /** How all of them together are going. */
  get sight(): ServerStats {
    return this.#sight.watch;
  }

  /** A new worker for each, one after the other. Each old one goes when the new one answers. */
  async replaceAll(): Promise<void> {
    const { output } = this.#options;
    if (this.#isReplacing || this.#isStopping) return output.warn('Workers are being replaced already.');
    this.#isReplacing = true;
    try {
      for (const place of this.#places) {
        const successor = this.#recruit(false);
        await successor.ready;
        const { member } = place;
        place.member = successor;
        this.#watch(place);
        await this.#dismiss(member);
      }
      output.warn(`All ${this.#places.length} workers were replaced.`);
    } catch (error) {
      if (!this.#isStopping) output.warn(`The others were not replaced: ${textOf(error)}`);
    } finally {
      this.#isReplacing = false;
    }
  }

  /** Fulfilled when all are gone. Those that answer answer what is under way first. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#sight.watch.stop();
    await Promise.all([...this.#members].map((member) => this.#dismiss(member)));
  }

  #answering(): readonly Member[] {
    return [...this.#members].filter(({ isReady }) => isReady);
  }

  #recruit(listenFirst: boolean): Member {
    const member = startMember(this.#desk, { listenFirst, port: this.#options.port });
    this.#members.add(member);
    void member.gone.then(() => {
      this.#members.delete(member);
      this.#sight.forget(member);
    });
    return member;
  }

  #fill(place: Place): void {
    this.#places.push(place);
    this.#watch(place);
  }

  /** Sees to it that the place does not stay empty. */
  #watch(place: Place): void {
    const { member } = place;
    let readyAt = Infinity;
    void member.gone.then((how) => {
      // Those that were replaced go as they should.
      if (this.#isStopping || place.member !== member) return;
      if (performance.now() - readyAt > LONG_LIFE_MS) place.pauseMs = FIRST_PAUSE_MS;
      this.#options.output.warn(`A worker ended (${how}). It is started again in ${place.pauseMs / 1000} s.`);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (place.member !== member) return;
        place.member = this.#recruit(this.#answering().length === 0);
        this.#watch(place);
      }, place.pauseMs);
      this.#timers.add(timer);
      place.pauseMs = Math.min(place.pauseMs * 2, LONGEST_PAUSE_MS);
    });
    member.ready.then(
      () => (readyAt = performance.now()),
      (error: unknown) => {
        if (place.member === member && !this.#isStopping) this.#options.output.warn(textOf(error));
      },
    );
  }

  async #dismiss(member: Member): Promise<void> {
    // One that has never answered has nothing to end.
    if (!member.isReady) member.kill();
    else await member.calls.drain().catch(() => member.kill());
    const impatience = setTimeout(() => member.kill(), this.#options.drainMs + PATIENCE_MS);
    await member.gone;
    clearTimeout(impatience);
  }
}
