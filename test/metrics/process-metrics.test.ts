// The metrics of a process: exactly those of METRICS, with the values of their sources.
import { afterEach, expect, test } from 'vitest';
import { METRICS } from '../../src/metrics/metric-definitions.ts';
import { ProcessMetrics, type MetricSources } from '../../src/metrics/process-metrics.ts';
import { metricsText } from '../../src/metrics/aggregate-metrics.ts';
import type { PublicFeed } from '../../src/stock-status.ts';
import { feedStatus, stats } from './stats-fixture.ts';

const open: ProcessMetrics[] = [];
afterEach(() => open.splice(0).forEach((metrics) => metrics.stop()));

function metricsOf(sources: Partial<MetricSources>): {
  metrics: ProcessMetrics;
  lines: () => Promise<string[]>;
} {
  const metrics = new ProcessMetrics({ stock: () => stats, feeds: () => [], ...sources });
  open.push(metrics);
  return { metrics, lines: async () => (await metricsText(await metrics.read())).split('\n') };
}

test('has exactly the metrics of METRICS', async () => {
  const { lines } = metricsOf({});
  const named = (await lines()).flatMap((line) => /^# TYPE (\S+) (\S+)/.exec(line)?.slice(1).join(' ') ?? []);
  expect(named.sort()).toEqual(
    Object.entries(METRICS)
      .map(([name, { type }]) => `${name} ${type}`)
      .sort(),
  );
});

test('reports the stock', async () => {
  const lines = await metricsOf({}).lines();
  expect(lines).toEqual(
    expect.arrayContaining([
      'forecourt_ready 1',
      'forecourt_listings 46',
      'forecourt_index_segments 2',
      'forecourt_index_builds_total 1',
      'forecourt_index_bytes 12345',
      'forecourt_stock_sequence 7',
      'forecourt_stock_changed_timestamp_seconds 1700000000',
      'forecourt_index_lag_seconds 1.5',
      'forecourt_change_log_characters 1500000',
      'forecourt_change_log_floor_timestamp_seconds 1790000000',
      'forecourt_index_update_seconds 0.25',
    ]),
  );
});

test("reports the process by Prometheus' usual names", async () => {
  const lines = await metricsOf({}).lines();
  const valueOf = (name: string): number =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  expect(valueOf('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(valueOf('process_open_fds')).toBeGreaterThan(2);
  expect(valueOf('process_max_fds')).toBeGreaterThan(valueOf('process_open_fds'));
  expect(valueOf('process_start_time_seconds') * 1000).toBeLessThan(Date.now());
});

test('reads queue and dropped lines whenever the metrics are read', async () => {
  let dropped = 0;
  const { metrics, lines } = metricsOf({ droppedLines: () => dropped });
  expect(await lines()).toContain('forecourt_requests_queued 0');
  metrics.observe({ queue: () => ({ inFlight: 3, queued: 5, limit: 256 }) });
  dropped = 4;
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'forecourt_requests_in_flight 3',
      'forecourt_requests_queued 5',
      'forecourt_log_lines_dropped_total 4',
    ]),
  );
  expect(await lines()).toContain('forecourt_log_lines_dropped_total 4');
});

test('labels feeds with their names, whatever those are, and drops removed feeds', async () => {
  let feeds = [
    feedStatus('north'),
    feedStatus('so"uth\n\\', {
      lastRun: { outcome: 'blocked', startedAt: '2026-11-21T10:30:00.000Z', tookMs: 1 },
      lastSuccessAt: null,
      failures: 2,
    }),
  ];
  const { lines } = metricsOf({ feeds: () => feeds });
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'forecourt_feed_last_success_timestamp_seconds{feed="north"} 1795255200',
      'forecourt_feed_last_success_timestamp_seconds{feed="so\\"uth\\n\\\\"} 0',
      'forecourt_feed_last_run_timestamp_seconds{feed="so\\"uth\\n\\\\"} 1795257000',
      'forecourt_feed_failures{feed="so\\"uth\\n\\\\"} 2',
      'forecourt_feed_blocked{feed="so\\"uth\\n\\\\"} 1',
      'forecourt_feed_blocked{feed="north"} 0',
    ]),
  );
  feeds = [feedStatus('north')];
  expect((await lines()).filter((line) => line.includes('uth'))).toEqual([]);
});

test('counts each feed run once, from the start of the server on', async () => {
  const run = (startedAt: string, outcome: PublicFeed['lastRun']['outcome']) => ({
    outcome,
    startedAt,
    tookMs: 1,
  });
  const at = (runs: PublicFeed['recent']): PublicFeed =>
    feedStatus('north', { lastRun: runs[0], recent: runs });
  const first = run('2026-11-21T10:00:00.000Z', 'imported');
  const second = run('2026-11-21T10:10:00.000Z', 'failed');
  const third = run('2026-11-21T10:20:00.000Z', 'imported');
  let feeds: PublicFeed[] | undefined;
  const { lines } = metricsOf({ feeds: () => feeds });
  const runs = async (): Promise<string[]> =>
    (await lines()).filter((line) => line.startsWith('forecourt_feed_runs_total'));
  const none = ['imported', 'not_modified', 'blocked', 'failed'].map(
    (outcome) => `forecourt_feed_runs_total{outcome="${outcome}"} 0`,
  );
  expect(await runs()).toEqual(none);
  feeds = [at([first])];
  expect(await runs()).toEqual(none);
  feeds = [at([third, second, first]), feedStatus('new')];
  await runs();
  expect(await runs()).toEqual([
    'forecourt_feed_runs_total{outcome="imported"} 2',
    'forecourt_feed_runs_total{outcome="not_modified"} 0',
    'forecourt_feed_runs_total{outcome="blocked"} 0',
    'forecourt_feed_runs_total{outcome="failed"} 1',
  ]);
});
