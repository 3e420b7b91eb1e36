// Metrics of requests in Prometheus' format.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { RequestMetrics } from '../../src/metrics/request-metrics.ts';

function countedRequests(): { counts: RequestMetrics; text: () => Promise<string[]> } {
  const registry = new Registry();
  return {
    counts: new RequestMetrics(registry),
    text: async () =>
      (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== ''),
  };
}

const SEARCH = {
  route: 'search',
  queryClass: 'unfiltered',
  status: 200,
  ms: 0.3,
  problem: undefined,
} as const;

test('a request is counted by route and class of status, and timed by route and query class', async () => {
  const { counts, text } = countedRequests();
  counts.observe(SEARCH);
  counts.observe({ ...SEARCH, ms: 2 });
  counts.observe({ ...SEARCH, status: 304, queryClass: 'text_geo', ms: 20_000 });
  const lines = await text();
  expect(lines).toContain('forecourt_requests_total{route="search",status="2xx"} 2');
  expect(lines).toContain('forecourt_requests_total{route="search",status="3xx"} 1');
  const ofPlain = (le: string): string =>
    `forecourt_request_duration_seconds_bucket{le="${le}",route="search",query_class="unfiltered"}`;
  expect(lines).toContain(`${ofPlain('0.00025')} 0`);
  expect(lines).toContain(`${ofPlain('0.0005')} 1`);
  expect(lines).toContain(`${ofPlain('0.0025')} 2`);
  expect(lines).toContain(`${ofPlain('+Inf')} 2`);
  expect(lines).toContain(
    'forecourt_request_duration_seconds_bucket{le="10",route="search",query_class="text_geo"} 0',
  );
  expect(lines).toContain(
    'forecourt_request_duration_seconds_count{route="search",query_class="text_geo"} 1',
  );
});

test('a problem is also counted by its code', async () => {
  const { counts, text } = countedRequests();
  counts.observe({ ...SEARCH, status: 400, problem: 'invalid_parameters' });
  counts.observe({ ...SEARCH, status: 503, problem: 'overloaded' });
  counts.observe({ ...SEARCH, status: 503, problem: 'overloaded' });
  const lines = await text();
  expect(lines).toContain('forecourt_problems_total{code="invalid_parameters"} 1');
  expect(lines).toContain('forecourt_problems_total{code="overloaded"} 2');
  expect(lines).toContain('forecourt_requests_total{route="search",status="5xx"} 2');
});
