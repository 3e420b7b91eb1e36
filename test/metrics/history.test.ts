// The samples of the last hour.
import { expect, test } from 'vitest';
import { History } from '../../src/metrics/history.ts';
import type { MetricValues } from '../../src/metrics/aggregate-metrics.ts';

interface ReportedSample {
  readonly requests: number;
  readonly problems?: Readonly<Record<string, number>>;
  /** Searches within a millisecond, and slower ones. */
  readonly quick?: number;
  readonly slow?: number;
}

function values({ requests, problems = {}, quick = 0, slow = 0 }: ReportedSample): MetricValues {
  const bucket = (route: string, le: number | string, value: number) => ({
    value,
    labels: { route, query_class: 'unfiltered', le },
    metricName: 'forecourt_request_duration_seconds_bucket',
  });
  return [
    {
      name: 'forecourt_requests_total',
      values: [{ value: requests, labels: { route: 'search', status: '2xx' } }],
    },
    {
      name: 'forecourt_problems_total',
      values: Object.entries(problems).map(([code, value]) => ({ value, labels: { code } })),
    },
    {
      name: 'forecourt_request_duration_seconds',
      values: [
        bucket('search', 0.0005, 0),
        bucket('search', 0.001, quick),
        bucket('search', '+Inf', quick + slow),
        bucket('page_file', 0.001, 1000),
        {
          value: 9,
          labels: { route: 'search', query_class: 'unfiltered' },
          metricName: 'forecourt_request_duration_seconds_sum',
        },
      ],
    },
    {
      name: 'forecourt_event_loop_delay_seconds',
      values: [
        { value: 0.001, labels: { quantile: '0.5' } },
        { value: 0.25, labels: { quantile: '1' } },
      ],
    },
    { name: 'process_resident_memory_bytes', values: [{ value: 5e8, labels: {} }] },
    { name: 'forecourt_processes', values: [{ value: 2, labels: {} }] },
  ];
}

test('a sample has the increase since the previous one', () => {
  const history = new History();
  history.add(values({ requests: 100, quick: 90, slow: 2 }), 10_000);
  expect(history.samples).toEqual([]);
  const problems = { invalid_parameters: 4, overloaded: 2, too_many_requests: 1, internal_error: 1 };
  history.add(values({ requests: 130, problems, quick: 95, slow: 3 }), 15_000);
  const [sample] = history.samples;
  expect(sample).toMatchObject({
    at: 15_000,
    seconds: 5,
    requests: 30,
    clientErrors: 4,
    shed: 3,
    serverErrors: 1,
    loopDelay: 0.25,
    memoryBytes: 5e8,
    processes: 2,
  });
});

test('samples of an hour are stored', () => {
  const history = new History();
  for (let i = 0; i <= 800; i++) history.add(values({ requests: i }), i * 5000);
  expect(history.samples).toHaveLength(720);
  expect(history.samples[0].at).toBe(81 * 5000);
  expect(history.samples.every(({ requests }) => requests === 1)).toBe(true);
});

test('a decreased counter is an increase of 0, not negative', () => {
  const history = new History();
  history.add(values({ requests: 100, quick: 9 }), 10_000);
  history.add(values({ requests: 40, quick: 2 }), 15_000);
  expect(history.samples[0].requests).toBe(0);
  expect(Math.min(...history.samples[0].durations)).toBe(0);
});
