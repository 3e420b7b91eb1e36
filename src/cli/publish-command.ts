// `forecourt publish`: writes the stock of a data folder to an OpenSearch cluster, once or after every change.
import type { Config } from '../config/config.ts';
import { clusterOptions, sharding } from '../cluster/cluster-settings.ts';
import { describeError } from '../log/log.ts';
import type { Output } from './output.ts';
import { pluralize } from '../api/format.ts';
import { startProgress } from './progress.ts';

export interface PublishFlags {
  readonly watch?: boolean;
}

// Loaded on demand: no other command needs the cluster's client.
const loadPublisher = () => import('../cluster/publish.ts');

export async function publishCommand(config: Config, flags: PublishFlags, output: Output): Promise<void> {
  await publishWithProgress(config);
  if (flags.watch !== true) return;
  const { opensearchIndex: name, data } = config;
  output.line(`The cluster's '${name}' shows ${data} and follows its changes. Stop with Ctrl+C.`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let lastMessage = '';
  const { publishContinuously } = await loadPublisher();
  await publishContinuously(data, clusterOptions(config), {
    ...sharding(config),
    signal: stop.signal,
    onError(error) {
      const message = describeError(error);
      // An error that repeats is reported once.
      if (message !== lastMessage) output.warn(message);
      lastMessage = message;
    },
  });
}

/** Publishes once, with a progress bar. */
export async function publishWithProgress(config: Config): Promise<void> {
  const { publishStock } = await loadPublisher();
  const progress = startProgress('Publishing');
  try {
    await publishStock(config.data, clusterOptions(config), {
      ...sharding(config),
      onProgress: ({ written, expected }) =>
        progress.update(written, expected, pluralize(written, 'listing')),
    });
  } finally {
    progress.stop();
  }
}
