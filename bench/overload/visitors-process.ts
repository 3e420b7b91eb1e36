// The process that visitors.ts starts: many visitors at once. Either each asks again as soon as it is answered, or requests
// are sent at their own times (Poisson), however long the answers to others take.
import { processTask } from '../harness/process.ts';
import { Durations } from './durations.ts';
import { requestBytes, Visitor } from './visitor.ts';
import type { VisitorsFigures, VisitorsTask } from './visitors.ts';

const TICK_MS = 1;
const CONNECTING_AT_ONCE = 50;
/** Answers that are still under way at the end are waited for so long. */
const LATEST_MS = 5000;

processTask(import.meta.url, (task: VisitorsTask) => new Visitors(task).run());

class Visitors {
  readonly #task: VisitorsTask;
  readonly #requests: readonly Buffer[];
  #next: number;
  readonly #idle: Visitor[] = [];
  readonly #all = new Set<Visitor>();
  readonly #statuses: Record<string, number> = {};
  readonly #answered = new Durations();
  readonly #refused = new Durations();
  readonly #delays = new Durations();
  #underWay = 0;
  #unsent = 0;

  constructor(task: VisitorsTask) {
    this.#task = task;
    this.#requests = task.targets.map((target) => requestBytes(task.port, target));
    this.#next = task.first;
  }

  async run(): Promise<VisitorsFigures> {
    if (this.#task.perSecond !== undefined) await this.#connect();
    const start = performance.now();
    const cpuBefore = process.cpuUsage();
    const end = start + this.#task.seconds * 1000;
    await (this.#task.perSecond === undefined ? this.#askAgain(end) : this.#askAtTimes(start, end));
    const seconds = (performance.now() - start) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    const latest = performance.now() + LATEST_MS;
    while (this.#underWay > 0 && performance.now() < latest) await tick();
    for (const visitor of this.#all) visitor.close();
    return {
      seconds,
      statuses: this.#statuses,
      answered: this.#answered.toJSON(),
      refused: this.#refused.toJSON(),
      delays: this.#delays.toJSON(),
      unsent: this.#unsent,
      unanswered: this.#underWay,
      connections: this.#all.size,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
    };
  }

  /** Nobody's connection is still to be made when the first request is due. */
  async #connect(): Promise<void> {
    const request = requestBytes(this.#task.port, '/healthz');
    let left = this.#task.connections;
    const connecting = async (): Promise<void> => {
      while (left-- > 0) {
        const visitor = new Visitor(this.#task.port);
        this.#all.add(visitor);
        await new Promise<number>((resolve) => visitor.ask(request, resolve));
        this.#idle.push(visitor);
      }
    };
    await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connecting));
  }

  async #askAgain(end: number): Promise<void> {
    await Promise.all(
      Array.from({ length: this.#task.connections }, async () => {
        while (performance.now() < end) {
          const visitor = this.#visitor();
          if (visitor === undefined) return;
          await new Promise<void>((resolve) => this.#send(visitor, resolve));
        }
      }),
    );
  }

  async #askAtTimes(start: number, end: number): Promise<void> {
    const perMs = (this.#task.perSecond ?? 0) / 1000;
    let due = start;
    for (let now = start; now < end; now = performance.now()) {
      while (due <= now) {
        const visitor = this.#visitor();
        this.#delays.add(performance.now() - due);
        if (visitor === undefined) this.#unsent += 1;
        else this.#send(visitor);
        due += -Math.log(1 - Math.random()) / perMs;
      }
      await tick();
    }
  }

  /** Undefined: all that there may be are waiting for an answer. */
  #visitor(): Visitor | undefined {
    for (let visitor = this.#idle.pop(); visitor !== undefined; visitor = this.#idle.pop()) {
      if (visitor.isOpen) return visitor;
      this.#all.delete(visitor);
    }
    if (this.#all.size >= this.#task.connections) return undefined;
    const visitor = new Visitor(this.#task.port);
    this.#all.add(visitor);
    return visitor;
  }

  #send(visitor: Visitor, done: () => void = () => undefined): void {
    const asked = performance.now();
    this.#underWay += 1;
    visitor.ask(this.#requests[this.#next++ % this.#requests.length], (status) => {
      const took = performance.now() - asked;
      this.#underWay -= 1;
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      (status === 200 ? this.#answered : this.#refused).add(took);
      if (status === 0) this.#all.delete(visitor);
      else this.#idle.push(visitor);
      done();
    });
  }
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
