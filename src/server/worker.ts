// The life of a worker: one of several processes that answer on one port. It begins and ends as the primary says. Signals
// that a terminal or a service manager sends to all processes of a server are the primary's to obey.
import closeWithGrace from 'close-with-grace';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { describeError } from '../log/describe-error.ts';
import { processOutput, type Output } from '../cli/output.ts';
import type { Config } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { Problem } from '../problem.ts';
import { startHttpInstance, type HttpInstance, type ProcessStats } from './http-instance.ts';
import { PRIMARY_METHOD_NAMES, type PrimaryMethods, type WorkerMethods } from './ipc-methods.ts';
import { openIpcChannel } from './ipc.ts';

const PRIMARY_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Never comes back. `drainMs`: requests under way have so long to end. */
export async function runWorker(config: Config, worker: Worker, drainMs: number): Promise<never> {
  for (const signal of PRIMARY_SIGNALS) process.on(signal, () => undefined);
  let instance: HttpInstance | undefined;
  let processStats: ProcessStats | undefined;
  const primary = openIpcChannel<PrimaryMethods, WorkerMethods>(worker, PRIMARY_METHOD_NAMES, {
    metrics: async () => (await processStats?.metrics()) ?? [],
    status: async () => processStats?.status(),
    drain: async () => void shutdown.close(),
  });
  const output: Output = {
    line: (text) => void primary.warn(text).catch(() => undefined),
    warn: (text) => void primary.warn(text).catch(() => undefined),
  };
  const shutdown = closeWithGrace(
    { delay: drainMs, logger: false, skip: [...PRIMARY_SIGNALS] },
    async ({ err }) => {
      if (err !== undefined) {
        const log = openLog(config.log, processOutput);
        log.error(err);
        log.flush();
      }
      await instance?.stop();
      await disconnect(worker);
    },
  );
  try {
    const { listenFirst, port } = await primary.startOptions();
    const onStats = (stats: ProcessStats): void => void (processStats = stats);
    const flushAccepts = (): Promise<void> => primary.flushAccepts().catch(() => undefined);
    const context = { output, primary, listenFirst, onStats, flushAccepts };
    instance = await startHttpInstance({ ...config, port }, context);
    await primary.ready({ url: instance.url, size: instance.size });
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined;
    await primary.failed({ code, message: describeError(error) }).catch(() => undefined);
    process.exit(1);
  }
  return new Promise(() => undefined);
}

/** Connections that the primary has sent here meanwhile go back to it, and only then may the process end. */
async function disconnect(worker: Worker): Promise<void> {
  if (!worker.isConnected()) return;
  const disconnected = once(worker, 'disconnect');
  worker.disconnect();
  await disconnected;
}
