// Aggregated metrics of several processes.
import { expect, test } from 'vitest';
import {
  metricsText,
  aggregateMetrics,
  withoutGauges,
  type MetricValues,
} from '../../src/metrics/aggregate-metrics.ts';
import { WorkerSum } from '../../src/metrics/worker-sum.ts';
import { ProcessMetrics } from '../../src/metrics/process-metrics.ts';
import { stats } from './stats-fixture.ts';

/** What a worker tells that has answered so many searches and shows this sequence, as it arrives at the primary. */
async function valuesOfWorker(searches: number, sequence: number): Promise<MetricValues> {
  const metrics = new ProcessMetrics({ stock: () => ({ ...stats, sequence }), feeds: () => undefined });
  for (let i = 0; i < searches; i++) {
    metrics.requests.observe({
      route: 'search',
      queryClass: 'geo',
      status: 200,
      ms: 0.3,
      problem: undefined,
    });
  }
  const values = await metrics.read();
  metrics.stop();
  return JSON.parse(JSON.stringify(values)) as MetricValues;
}

async function linesOf(values: MetricValues): Promise<string[]> {
  return (await metricsText(values)).split('\n');
}

const ANSWERED = 'forecourt_requests_total{route="search",status="2xx"}';
const WITHIN = 'forecourt_request_duration_seconds_bucket{le="0.0005",route="search",query_class="geo"}';

test('counters and durations are summed, and the sequence is the minimum', async () => {
  const lines = await linesOf(
    await aggregateMetrics([await valuesOfWorker(3, 7), await valuesOfWorker(4, 9)]),
  );
  expect(lines).toContain(`${ANSWERED} 7`);
  expect(lines).toContain(`${WITHIN} 7`);
  expect(lines).toContain('forecourt_processes 2');
  expect(lines).toContain('forecourt_stock_sequence 7');
  expect(lines).toContain('# TYPE forecourt_request_duration_seconds histogram');
});

test('the counters of an exited process stay, its gauges do not', async () => {
  const workers = new WorkerSum(aggregateMetrics, withoutGauges);
  const linesWith = async (id: number, searches: number, sequence: number): Promise<string[]> =>
    linesOf(await workers.read([{ id }], () => valuesOfWorker(searches, sequence)));
  await linesWith(1, 3, 7);
  await linesWith(2, 4, 9);
  expect(await linesWith(1, 5, 9)).toContain(`${ANSWERED} 9`);
  workers.forget(1);
  workers.forget(1);
  const lines = await linesWith(3, 1, 9);
  expect(lines).toContain(`${ANSWERED} 10`);
  expect(lines).toContain(`${WITHIN} 10`);
  expect(lines).toContain('forecourt_processes 2');
  workers.forget(2);
  workers.forget(3);
  expect(await linesOf(await workers.read([], () => valuesOfWorker(1, 1)))).toContain(`${ANSWERED} 10`);
});

test('a worker that does not respond keeps its last counters', async () => {
  const workers = new WorkerSum(aggregateMetrics, withoutGauges);
  await workers.read([{ id: 1 }], () => valuesOfWorker(3, 7));
  const values = await workers.read([{ id: 1 }], () => Promise.reject(new Error('stuck')));
  expect(await linesOf(values)).toContain(`${ANSWERED} 3`);
});

test('without workers there are no metrics', async () => {
  const workers = new WorkerSum(aggregateMetrics, withoutGauges);
  expect(await workers.read([], () => valuesOfWorker(1, 1))).toEqual([]);
  expect(await metricsText([])).toBe('\n');
});
