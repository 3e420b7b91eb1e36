// GET /metrics: how the service is going, for Prometheus.
import type { FastifyInstance } from 'fastify';
import type { ServerStats } from '../../metrics/server-stats.ts';
import { METRICS_TYPE } from '../../metrics/aggregate-metrics.ts';
import { METRICS_PATH } from '../../api/paths.ts';

export function addMetricsRoute(app: FastifyInstance, stats: ServerStats): void {
  app.get(METRICS_PATH, async (_request, reply) =>
    reply
      .header('content-type', METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await stats.metrics()),
  );
}
