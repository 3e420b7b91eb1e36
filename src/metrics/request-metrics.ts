// Requests, responses and problems, counted for every request. Labels have closed lists of values, so clients cannot create
// series. Counts are kept in plain arrays, which become metrics when they are read: this takes a tenth of the 2 µs per request
// that prom-client's counters took.
import type { Metric, Registry } from 'prom-client';
import { addCounter, DURATION_BUCKETS, METRICS } from './metric-definitions.ts';

/** Value of the label `route`. `none`: an unknown path, or not a valid request. */
export type RouteName =
  | 'search'
  | 'summary'
  | 'map'
  | 'lookup'
  | 'export'
  | 'changes'
  | 'feed'
  | 'interpret'
  | 'redirect'
  | 'mcp'
  | 'page'
  | 'page_state'
  | 'page_file'
  | 'picture'
  | 'docs'
  | 'description'
  | 'health'
  | 'operator'
  | 'preflight'
  | 'none';

/** Class of a query by what its cost depends on. `cached`: a response from the cache. `other`: not a search. */
export type QueryClass = 'unfiltered' | 'filtered' | 'text' | 'geo' | 'text_geo' | 'cached' | 'other';

interface ObservedRequest {
  readonly route: RouteName;
  readonly queryClass: QueryClass;
  readonly status: number;
  /** From the head of the request to the response. */
  readonly ms: number;
  readonly problem: string | undefined;
}

interface Durations {
  readonly route: RouteName;
  readonly queryClass: QueryClass;
  /** One count per bucket of DURATION_BUCKETS, and one for longer durations. */
  readonly counts: Float64Array;
  seconds: number;
}

const DURATIONS = 'forecourt_request_duration_seconds';
const HISTOGRAM = { ...METRICS[DURATIONS], name: DURATIONS };

export class RequestMetrics {
  readonly #durations = new Map<RouteName, Map<QueryClass, Durations>>();
  /** By class of status: index 4 counts all 4xx. */
  readonly #responses = new Map<RouteName, Float64Array>();
  readonly #problems = new Map<string, number>();

  constructor(registry: Registry) {
    addCounter(registry, 'forecourt_requests_total', (counter) => {
      for (const [route, classes] of this.#responses) {
        classes.forEach((count, i) => {
          if (count > 0) counter.inc({ route, status: `${i}xx` }, count);
        });
      }
    });
    addCounter(registry, 'forecourt_problems_total', (counter) => {
      for (const [code, count] of this.#problems) counter.inc({ code }, count);
    });
    // prom-client cannot set a histogram, but it accepts any object that is read like one.
    const histogram = { ...HISTOGRAM, get: async () => this.#histogram() };
    registry.registerMetric(histogram as unknown as Metric);
  }

  /** Counts one response. `problem` is one of a closed list of codes. */
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

  /** In the form of prom-client's histograms. */
  #histogram() {
    const all = [...this.#durations.values()].flatMap((classes) => [...classes.values()]);
    return { ...HISTOGRAM, values: all.flatMap(seriesOf) };
  }
}

/** The series of a histogram. Prometheus' buckets are cumulative. */
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
