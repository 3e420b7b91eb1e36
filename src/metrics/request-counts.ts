// What was asked and how it was answered, counted as it happens. The labels are closed lists, so that a client can never
// make a new one. Called for every request: what it finds by a pair of labels is made once and kept.
import type { Counter, Histogram, Registry } from 'prom-client';
import { addCounter, addHistogram } from './metric-table.ts';

/** What is asked under an address. `none`: nothing is there, or what came was no request. */
export type RouteName =
  | 'search'
  | 'summary'
  | 'interpret'
  | 'redirect'
  | 'mcp'
  | 'page'
  | 'page_file'
  | 'picture'
  | 'docs'
  | 'description'
  | 'health'
  | 'operator'
  | 'preflight'
  | 'none';

/** What kind of question it was, by what makes it dear. `kept`: the answer was there already. `other`: it was no search. */
export type Shape = 'plain' | 'filtered' | 'text' | 'near' | 'text_near' | 'kept' | 'other';

interface Answered {
  readonly route: RouteName;
  readonly shape: Shape;
  readonly status: number;
  /** From the head of the request to its answer. */
  readonly ms: number;
  /** What was wrong, if anything was. */
  readonly problem: string | undefined;
}

export class RequestCounts {
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #problems: Counter;
  readonly #observers = new Map<RouteName, Map<Shape, Histogram.Internal<string>>>();
  readonly #counters = new Map<RouteName, Counter.Internal[]>();

  constructor(registry: Registry) {
    this.#requests = addCounter(registry, 'forecourt_requests_total');
    this.#durations = addHistogram(registry, 'forecourt_request_duration_seconds');
    this.#problems = addCounter(registry, 'forecourt_problems_total');
  }

  /** Counts one answer. `problem` is one of a closed list of codes. */
  answered({ route, shape, status, ms, problem }: Answered): void {
    this.#observer(route, shape).observe(ms / 1000);
    this.#counter(route, Math.floor(status / 100)).inc();
    if (problem !== undefined) this.#problems.inc({ code: problem });
  }

  #observer(route: RouteName, shape: Shape): Histogram.Internal<string> {
    let shapes = this.#observers.get(route);
    if (shapes === undefined) this.#observers.set(route, (shapes = new Map()));
    let observer = shapes.get(shape);
    if (observer === undefined) shapes.set(shape, (observer = this.#durations.labels({ route, shape })));
    return observer;
  }

  #counter(route: RouteName, statusClass: number): Counter.Internal {
    let classes = this.#counters.get(route);
    if (classes === undefined) this.#counters.set(route, (classes = []));
    return (classes[statusClass] ??= this.#requests.labels({ route, status: `${statusClass}xx` }));
  }
}
