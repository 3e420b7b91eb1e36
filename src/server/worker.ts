// A worker process: one of several that serve one port. The primary decides when it starts and drains; it alone handles signals
// that a terminal or service manager sends to all processes of the server.
import closeWithGrace from 'close-with-grace';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { NO_EMPTY_SEARCHES } from '../metrics/empty-searches.ts';
import { openLog, describeError, processOutput, type Output } from '../log/log.ts';
import { BUILD } from '../package-files.ts';
import { Problem } from '../problem.ts';
import { startHttpInstance, type HttpInstance, type ProcessStats } from './http-instance.ts';
import { openIpcChannel } from './ipc.ts';
import {
  IPC_PROTOCOL,
  PRIMARY_METHOD_NAMES,
  PRIMARY_PROTOCOL,
  type PrimaryMethods,
  type WorkerMethods,
} from './server-methods.ts';

const PRIMARY_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Signals of faults, such as a read behind the end of a truncated stock. A JavaScript handler would never run: the process would
 * repeat the faulty instruction for ever and ignore SIGTERM, instead of ending and being restarted.
 */
export const FAULT_SIGNALS = ['SIGBUS', 'SIGSEGV', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGABRT'] as const;

/** Never returns: the process exits when it has drained. `drainMs` is the timeout for in-flight requests. */
export async function runWorker(config: Config, worker: Worker, drainMs: number): Promise<never> {
  refuseOtherProtocol(config);
  for (const signal of PRIMARY_SIGNALS) process.on(signal, () => undefined);
  let instance: HttpInstance | undefined;
  let processStats: ProcessStats | undefined;
  const primary = openIpcChannel<PrimaryMethods, WorkerMethods>(worker, PRIMARY_METHOD_NAMES, {
    metrics: async () => (await processStats?.metrics()) ?? [],
    emptySearches: async () => processStats?.emptySearches() ?? NO_EMPTY_SEARCHES,
    status: async () => processStats?.status(),
    drain: async () => void shutdown.close(),
  });
  const output: Output = {
    line: (text) => void primary.warn(text).catch(() => undefined),
    warn: (text) => void primary.warn(text).catch(() => undefined),
  };
  const shutdown = closeWithGrace(
    { delay: drainMs, logger: false, skip: [...PRIMARY_SIGNALS, ...FAULT_SIGNALS] },
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
    instance = await startHttpInstance(
      { ...config, port },
      {
        output,
        stats: primary,
        counter: primary,
        listenFirst,
        onStats: (stats) => (processStats = stats),
        // A primary of an earlier program has already begun the log.
        onListen: () => primary.listening().catch(() => undefined),
        flushAccepts: () => primary.flushAccepts().catch(() => undefined),
      },
    );
    await primary.ready({ url: instance.url, size: instance.size, version: BUILD });
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined;
    await primary.failed({ code, message: describeError(error) }).catch(() => undefined);
    process.exit(1);
  }
  return new Promise(() => undefined);
}

/** Ends this process, before it opens anything, if the primary may have unknown methods. */
function refuseOtherProtocol(config: Config): void {
  const protocol = Number(process.env[PRIMARY_PROTOCOL] ?? IPC_PROTOCOL);
  if (protocol === IPC_PROTOCOL) return;
  const log = openLog(config.log, processOutput);
  log.warn(`Forecourt ${BUILD} cannot take over from the running program without a gap. Restart the server.`);
  log.flush();
  process.exit(1);
}

/** Returns connections that the primary has just passed on. The process must not exit before. */
async function disconnect(worker: Worker): Promise<void> {
  if (!worker.isConnected()) return;
  const disconnected = once(worker, 'disconnect');
  worker.disconnect();
  await disconnected;
}
