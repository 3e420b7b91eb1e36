// GET /metrics: metrics in the format of Prometheus.
import type { FastifyInstance } from 'fastify';
import type { ServerStats } from '../../metrics/server-stats.ts';
import { METRICS_TYPE } from '../../metrics/aggregate-metrics.ts';
import { METRICS_PATH } from '../../api/paths.ts';

export function addMetricsRoute(app: FastifyInstance, stats: ServerStats): void {
  const config = { name: 'operator', permission: 'operate', cost: 'low' } as const;
  app.get(METRICS_PATH, { config }, async (_request, reply) =>
    reply
      .header('content-type', METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await stats.metrics()),
  );
}
