// The life of a worker: one of several processes that answer on one port. It begins and ends as the primary says. Signals
// that a terminal or a service manager sends to all processes of a server are the primary's to obey.
import closeWithGrace from 'close-with-grace';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { textOf } from '../cli/follow-aloud.ts';
import { processOutput, type Output } from '../cli/output.ts';
import type { Config } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { Problem } from '../problem.ts';
import { startAnswering, type Answering, type Insight } from './answering.ts';
import { PRIMARY_CALLS, type PrimaryOfWorkers, type WorkerCalls } from './calls.ts';
import { openChannel } from './channel.ts';

const PRIMARYS_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Never comes back. `drainMs`: requests under way have so long to end. */
export async function work(config: Config, worker: Worker, drainMs: number): Promise<never> {
  for (const signal of PRIMARYS_SIGNALS) process.on(signal, () => undefined);
  let answering: Answering | undefined;
  let insight: Insight | undefined;
  const primary = openChannel<PrimaryOfWorkers, WorkerCalls>(worker, PRIMARY_CALLS, {
    metrics: async () => (await insight?.metrics()) ?? [],
    status: async () => insight?.status(),
    drain: async () => void ending.close(),
  });
  const output: Output = {
    line: (text) => void primary.note(text).catch(() => undefined),
    warn: (text) => void primary.note(text).catch(() => undefined),
  };
  const ending = closeWithGrace(
    { delay: drainMs, logger: false, skip: [...PRIMARYS_SIGNALS] },
    async ({ err }) => {
      if (err !== undefined) {
        const log = openLog(config.log, processOutput);
        log.error(err);
        log.flush();
      }
      await answering?.stop();
      await leave(worker);
    },
  );
  try {
    const { listenFirst, port } = await primary.begin();
    const introduce = (own: Insight): void => void (insight = own);
    const turn = (): Promise<void> => primary.turn().catch(() => undefined);
    const surroundings = { output, primary, listenFirst, introduce, turn };
    answering = await startAnswering({ ...config, port }, surroundings);
    await primary.ready({ address: answering.address, size: answering.size });
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined;
    await primary.failed({ code, text: textOf(error) }).catch(() => undefined);
    process.exit(1);
  }
  return new Promise(() => undefined);
}

/** Connections that the primary has sent here meanwhile go back to it, and only then may the process end. */
async function leave(worker: Worker): Promise<void> {
  if (!worker.isConnected()) return;
  const gone = once(worker, 'disconnect');
  worker.disconnect();
  await gone;
}
