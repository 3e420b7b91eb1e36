// The port of its own that operators may have: it belongs to the process that there is only one of, and shows all of them.
import type { Config } from '../config/config.ts';
import { buildOperatorServer } from '../http/operator-server.ts';
import type { Log } from '../log/log.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import { listen } from './listen.ts';

/** Listens, and says where; what comes back ends it. Nothing is done where no such port was asked for. */
export async function startOperatorServer(
  config: Config,
  stats: ServerStats,
  baseUrl: string,
  log: Log,
): Promise<() => Promise<void>> {
  const { operatorPort: port, operatorHost: host } = config;
  if (port === undefined) return async () => undefined;
  const app = buildOperatorServer({
    stats: stats,
    host,
    baseUrl: () => config.baseUrl ?? baseUrl,
    logError: (error, requestId) => log.error(error, requestId),
  });
  const url = await listen(app, { host, port, flags: ['--operator-host', '--operator-port'] });
  log.line(`Operators see how it goes on ${url}/dashboard/.`);
  return () => app.close();
}
