// GET /metrics: how the service is going, for Prometheus.
import type { FastifyInstance } from 'fastify';
import type { Sight } from '../metrics/sight.ts';
import { METRICS_TYPE } from '../metrics/sum-metrics.ts';
import { METRICS_PATH } from './http-options.ts';

export function addMetricsRoute(app: FastifyInstance, sight: Sight): void {
  app.get(METRICS_PATH, async (_request, reply) =>
    reply
      .header('content-type', METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await sight.metrics()),
  );
}
