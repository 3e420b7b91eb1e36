// A server of the fixture that is watched: what it counts, what it logs, and sight of itself as a process of its own has.
import { afterEach } from 'vitest';
import type { HttpOptions } from '../../src/http/http-options.ts';
import type { RequestEntry } from '../../src/log/log.ts';
import { ProcessMetrics } from '../../src/metrics/process-metrics.ts';
import { startWatch, type Sight } from '../../src/metrics/sight.ts';
import { figures } from '../metrics/figures.ts';
import { serve, STATUS, type Running } from './fixture.ts';

interface Sighted extends Running {
  readonly sight: Sight;
  /** What was logged. */
  readonly entries: RequestEntry[];
  /** The lines of /metrics that are of a metric, in their order. */
  readonly linesOf: (metric: string) => Promise<string[]>;
}

const ending = new Set<() => void>();

afterEach(() => {
  for (const end of ending) end();
  ending.clear();
});

export async function serveSighted(options: Partial<HttpOptions> = {}): Promise<Sighted> {
  const metrics = new ProcessMetrics({ stock: () => figures, feeds: () => [] });
  const watch = startWatch({ read: () => metrics.read(), status: async () => STATUS });
  ending.add(() => {
    watch.stop();
    metrics.stop();
  });
  const entries: RequestEntry[] = [];
  const running = await serve({
    counts: metrics.requests,
    watchQueue: (queue) => metrics.watchQueue(queue),
    logRequest: (entry) => entries.push(entry),
    sight: watch,
    ...options,
  });
  return {
    ...running,
    sight: watch,
    entries,
    linesOf: async (metric) => {
      const lines = (await watch.metrics()).split('\n');
      return lines.filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
    },
  };
}
