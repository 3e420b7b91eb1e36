// What was asked and how it was answered, counted as it happens. The labels are closed lists, so that a client can never
// make a new one. It is called for every request: it counts in arrays of its own, and the metrics are made of them when they
// are read. That takes a tenth of the two microseconds that the library's own counters took.
import type { Metric, Registry } from 'prom-client';
import { addCounter, DURATION_BUCKETS, METRICS } from './metric-table.ts';

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

/** Durations of one route and shape. */
interface Durations {
  readonly route: RouteName;
  readonly shape: Shape;
  /** Parallel to DURATION_BUCKETS, with one more for what took longer. */
  readonly counts: Float64Array;
  seconds: number;
}

const DURATIONS = 'forecourt_request_duration_seconds';

export class RequestCounts {
  readonly #durations = new Map<RouteName, Map<Shape, Durations>>();
  /** By class of status: answers with 404 are in the fourth. */
  readonly #answers = new Map<RouteName, Float64Array>();
  readonly #problems = new Map<string, number>();

  constructor(registry: Registry) {
    addCounter(registry, 'forecourt_requests_total', (counter) => {
      counter.reset();
      for (const [route, classes] of this.#answers) {
        classes.forEach((count, i) => {
          if (count > 0) counter.inc({ route, status: `${i}xx` }, count);
        });
      }
    });
    addCounter(registry, 'forecourt_problems_total', (counter) => {
      counter.reset();
      for (const [code, count] of this.#problems) counter.inc({ code }, count);
    });
    // The library has no way to set a histogram, but takes anything that can be read like one.
    const { type, help, across } = METRICS[DURATIONS];
    const histogram = { name: DURATIONS, type, help, aggregator: across, get: async () => this.#histogram() };
    registry.registerMetric(histogram as unknown as Metric);
  }

  /** Counts one answer. `problem` is one of a closed list of codes. */
  answered({ route, shape, status, ms, problem }: Answered): void {
    const durations = this.#durationsOf(route, shape);
    const seconds = ms / 1000;
    durations.seconds += seconds;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && seconds > DURATION_BUCKETS[bucket]) bucket += 1;
    durations.counts[bucket] += 1;
    this.#answersOf(route)[Math.floor(status / 100)] += 1;
    if (problem !== undefined) this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
  }

  #durationsOf(route: RouteName, shape: Shape): Durations {
    let shapes = this.#durations.get(route);
    if (shapes === undefined) this.#durations.set(route, (shapes = new Map<Shape, Durations>()));
    let durations = shapes.get(shape);
    if (durations === undefined) {
      durations = { route, shape, counts: new Float64Array(DURATION_BUCKETS.length + 1), seconds: 0 };
      shapes.set(shape, durations);
    }
    return durations;
  }

  #answersOf(route: RouteName): Float64Array {
    let classes = this.#answers.get(route);
    if (classes === undefined) this.#answers.set(route, (classes = new Float64Array(6)));
    return classes;
  }

  /** As the library gives its own. */
  #histogram() {
    const all = [...this.#durations.values()].flatMap((shapes) => [...shapes.values()]);
    return {
      ...METRICS[DURATIONS],
      name: DURATIONS,
      aggregator: METRICS[DURATIONS].across,
      values: all.flatMap(seriesOf),
    };
  }
}

/** A bucket of Prometheus holds all shorter durations too. */
function seriesOf({ route, shape, counts, seconds }: Durations) {
  let upTo = 0;
  const buckets = Array.from(counts, (count, i) => {
    upTo += count;
    const labels = { le: DURATION_BUCKETS[i] ?? '+Inf', route, shape };
    return { value: upTo, labels, metricName: `${DURATIONS}_bucket` };
  });
  const labels = { route, shape };
  return [
    ...buckets,
    { value: seconds, labels, metricName: `${DURATIONS}_sum` },
    { value: upTo, labels, metricName: `${DURATIONS}_count` },
  ];
}
