// Aggregated metrics of several processes.
import { AggregatorRegistry, type Registry } from 'prom-client';
import { METRICS, type MetricName } from './metric-definitions.ts';

/** The values of all metrics at one time, as JSON. */
export type MetricValues = readonly MetricSeries[];

interface MetricSeries {
  readonly name: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    /** The series of a histogram: `…_bucket`, `…_sum` or `…_count`. */
    readonly metricName?: string;
  }[];
}

export async function metricValuesOf(registry: Registry): Promise<MetricValues> {
  return (await registry.getMetricsAsJSON()) as unknown as MetricValues;
}

/** The sum, maximum or minimum of each metric, as METRICS defines it. */
export function aggregateMetrics(all: readonly MetricValues[]): Promise<MetricValues> {
  return metricValuesOf(registryOf(all));
}

export function metricsText(values: MetricValues): Promise<string> {
  return registryOf([values]).metrics();
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

// prom-client returned these values; MetricValues only narrows their types.
function registryOf(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate(all as unknown as object[]);
}

/** The values of a process that has exited: its counters, but no gauges. */
export function withoutGauges(values: MetricValues): MetricValues {
  return values.filter(({ name }) => METRICS[name as MetricName].type !== 'gauge');
}
