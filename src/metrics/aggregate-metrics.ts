// The metrics of several processes as one. A counter never goes back: what a process has counted that is gone stays in
// the sum, because Prometheus takes a smaller number for a restart and would count all of the rest again.
import { AggregatorRegistry, type Registry } from 'prom-client';
import { METRICS, type MetricName } from './metric-definitions.ts';

/** All metrics at one moment, as JSON data. */
export type MetricValues = readonly MetricSeries[];

interface MetricSeries {
  readonly name: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    /** Of a histogram: which of its three series it is. */
    readonly metricName?: string;
  }[];
}

/** The values of a registry. */
export async function valuesOf(registry: Registry): Promise<MetricValues> {
  return (await registry.getMetricsAsJSON()) as unknown as MetricValues;
}

/** Each metric added up, or its greatest or least value, as the table of metrics says. */
export function aggregateMetrics(all: readonly MetricValues[]): Promise<MetricValues> {
  return valuesOf(registryOf(all));
}

/** In Prometheus' text format. */
export function metricsText(values: MetricValues): Promise<string> {
  return registryOf([values]).metrics();
}

/** The media type of that. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

// What `valuesOf` gives is what the library gave, with types that say less.
function registryOf(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate(all as unknown as object[]);
}

/** What was last heard of each process. */
export class WorkerMetrics {
  readonly #last = new Map<number, MetricValues>();
  /** What processes have counted that are gone. One after the other, so that nothing is lost when two end at once. */
  #exited: Promise<MetricValues> = Promise.resolve([]);

  set(process: number, values: MetricValues): void {
    this.#last.set(process, values);
  }

  /** The process is gone: only what it has counted remains. */
  forget(process: number): void {
    const last = this.#last.get(process);
    if (last === undefined) return;
    this.#last.delete(process);
    const counted = last.filter(({ name }) => METRICS[name as MetricName].type !== 'gauge');
    this.#exited = this.#exited.then((exited) => aggregateMetrics([exited, counted]));
  }

  /** Of all processes, from the first to those of now. */
  async aggregate(): Promise<MetricValues> {
    return aggregateMetrics([await this.#exited, ...this.#last.values()]);
  }
}
