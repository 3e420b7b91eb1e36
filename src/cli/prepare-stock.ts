// Prepares a data folder before a server opens it: upgrades it and, for `--demo`, adds stock if it has none.
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { withProgress } from './progress.ts';
import { upgradeFirst } from './upgrade-command.ts';

export async function prepareStock({ data, demo, index }: Config, log: Log): Promise<void> {
  // With a cluster there is no local stock to open.
  if (index !== 'opensearch') await upgradeFirst(data, (text) => log.line(text));
  if (!demo) return;
  const { DEMO_LISTINGS, seedDemo } = await import('../demo/seed.ts');
  await withProgress('Filling the data folder with demo stock', (update) =>
    seedDemo(data, (done) => update(done, DEMO_LISTINGS)),
  );
}
