// The metrics of several processes as one.
import { expect, test } from 'vitest';
import { HeardMetrics, metricsText, sumMetrics, type MetricValues } from '../../src/metrics/sum-metrics.ts';
import { ProcessMetrics } from '../../src/metrics/process-metrics.ts';
import { figures } from './figures.ts';

/** What a worker tells that has answered so many searches and shows this sequence, as it arrives at the primary. */
async function told(searches: number, sequence: number): Promise<MetricValues> {
  const metrics = new ProcessMetrics({ stock: () => ({ ...figures, sequence }), feeds: () => undefined });
  for (let i = 0; i < searches; i++) {
    metrics.requests.answered({ route: 'search', shape: 'near', status: 200, ms: 0.3, problem: undefined });
  }
  const values = await metrics.read();
  metrics.stop();
  return JSON.parse(JSON.stringify(values)) as MetricValues;
}

async function linesOf(values: MetricValues): Promise<string[]> {
  return (await metricsText(values)).split('\n');
}

const ANSWERED = 'forecourt_requests_total{route="search",status="2xx"}';
const WITHIN = 'forecourt_request_duration_seconds_bucket{le="0.0005",route="search",shape="near"}';

test('counts and durations are added up, and of the sequence the least counts', async () => {
  const lines = await linesOf(await sumMetrics([await told(3, 7), await told(4, 9)]));
  expect(lines).toContain(`${ANSWERED} 7`);
  expect(lines).toContain(`${WITHIN} 7`);
  expect(lines).toContain('forecourt_processes 2');
  expect(lines).toContain('forecourt_stock_sequence 7');
  expect(lines).toContain('# TYPE forecourt_request_duration_seconds histogram');
});

test('what a process has counted stays when it is gone, and the rest of it goes', async () => {
  const heard = new HeardMetrics();
  heard.hear(1, await told(3, 7));
  heard.hear(2, await told(4, 9));
  heard.hear(1, await told(5, 9));
  expect(await linesOf(await heard.sum())).toContain(`${ANSWERED} 9`);
  heard.forget(1);
  heard.forget(1);
  heard.hear(3, await told(1, 9));
  const lines = await linesOf(await heard.sum());
  expect(lines).toContain(`${ANSWERED} 10`);
  expect(lines).toContain(`${WITHIN} 10`);
  expect(lines).toContain('forecourt_processes 2');
  heard.forget(2);
  heard.forget(3);
  expect(await linesOf(await heard.sum())).toContain(`${ANSWERED} 10`);
});

test('nothing was heard: nothing is told', async () => {
  expect(await new HeardMetrics().sum()).toEqual([]);
  expect(await metricsText([])).toBe('\n');
});
