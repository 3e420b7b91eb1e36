// What was asked and how it was answered, counted as it happens. The labels are closed lists, so that a client can never
// make a new one. It is called for every request: it counts in arrays of its own, and the metrics are made of them when they
// are read. That takes a tenth of the two microseconds that the library's own counters took.
import type { Metric, Registry } from 'prom-client';
import { addCounter, DURATION_BUCKETS, METRICS } from './metric-definitions.ts';

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
export type QueryClass = 'unfiltered' | 'filtered' | 'text' | 'geo' | 'text_geo' | 'cached' | 'other';

interface ObservedRequest {
  readonly route: RouteName;
  readonly queryClass: QueryClass;
  readonly status: number;
  /** From the head of the request to its answer. */
  readonly ms: number;
  /** What was wrong, if anything was. */
  readonly problem: string | undefined;
}

/** Durations of one route and shape. */
interface Durations {
  readonly route: RouteName;
  readonly queryClass: QueryClass;
  /** Parallel to DURATION_BUCKETS, with one more for what took longer. */
  readonly counts: Float64Array;
  seconds: number;
}

const DURATIONS = 'forecourt_request_duration_seconds';

export class RequestMetrics {
  readonly #durations = new Map<RouteName, Map<QueryClass, Durations>>();
  /** By class of status: answers with 404 are in the fourth. */
  readonly #responses = new Map<RouteName, Float64Array>();
  readonly #problems = new Map<string, number>();

  constructor(registry: Registry) {
    addCounter(registry, 'forecourt_requests_total', (counter) => {
      counter.reset();
      for (const [route, classes] of this.#responses) {
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
    const { type, help, aggregator } = METRICS[DURATIONS];
    const histogram = {
      name: DURATIONS,
      type,
      help,
      aggregator: aggregator,
      get: async () => this.#histogram(),
    };
    registry.registerMetric(histogram as unknown as Metric);
  }

  /** Counts one answer. `problem` is one of a closed list of codes. */
  observe({ route, queryClass, status, ms, problem }: ObservedRequest): void {
    const durations = this.#durationsOf(route, queryClass);
    const seconds = ms / 1000;
    durations.seconds += seconds;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && seconds > DURATION_BUCKETS[bucket]) bucket += 1;
    durations.counts[bucket] += 1;
    this.#responsesOf(route)[Math.floor(status / 100)] += 1;
    if (problem !== undefined) this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
  }

  #durationsOf(route: RouteName, queryClass: QueryClass): Durations {
    let classes = this.#durations.get(route);
    if (classes === undefined) this.#durations.set(route, (classes = new Map<QueryClass, Durations>()));
    let durations = classes.get(queryClass);
    if (durations === undefined) {
      durations = { route, queryClass, counts: new Float64Array(DURATION_BUCKETS.length + 1), seconds: 0 };
      classes.set(queryClass, durations);
    }
    return durations;
  }

  #responsesOf(route: RouteName): Float64Array {
    let classes = this.#responses.get(route);
    if (classes === undefined) this.#responses.set(route, (classes = new Float64Array(6)));
    return classes;
  }

  /** As the library gives its own. */
  #histogram() {
    const all = [...this.#durations.values()].flatMap((classes) => [...classes.values()]);
    return {
      ...METRICS[DURATIONS],
      name: DURATIONS,
      aggregator: METRICS[DURATIONS].aggregator,
      values: all.flatMap(seriesOf),
    };
  }
}

/** A bucket of Prometheus holds all shorter durations too. */
function seriesOf({ route, queryClass, counts, seconds }: Durations) {
  let cumulative = 0;
  const buckets = Array.from(counts, (count, i) => {
    cumulative += count;
    const labels = { le: DURATION_BUCKETS[i] ?? '+Inf', route, query_class: queryClass };
    return { value: cumulative, labels, metricName: `${DURATIONS}_bucket` };
  });
  const labels = { route, query_class: queryClass };
  return [
    ...buckets,
    { value: seconds, labels, metricName: `${DURATIONS}_sum` },
    { value: cumulative, labels, metricName: `${DURATIONS}_count` },
  ];
}
