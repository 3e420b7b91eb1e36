// `forecourt publish`: the stock of a data folder into an OpenSearch cluster, once or after every change.
import type { Config } from '../config/config.ts';
import { clusterOptions, sharding } from '../cluster/cluster-settings.ts';
import { publishContinuously, publishStock } from '../cluster/publish.ts';
import { errorMessage } from './poll-with-warnings.ts';
import type { Output } from './output.ts';
import { pluralize, startProgress } from './progress.ts';

export interface PublishFlags {
  readonly follow?: boolean;
}

export async function publishCommand(config: Config, flags: PublishFlags, output: Output): Promise<void> {
  await publishWithProgress(config);
  if (flags.follow !== true) return;
  const { opensearchIndex: name, data } = config;
  output.line(`The cluster's '${name}' shows ${data}, and follows it. Stop it with Ctrl+C.`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let lastMessage = '';
  await publishContinuously(data, clusterOptions(config), {
    ...sharding(config),
    signal: stop.signal,
    onError(error) {
      // The same once more is no news.
      if (errorMessage(error) !== lastMessage) output.warn((lastMessage = errorMessage(error)));
    },
  });
}

/** Publishes with a bar on the way. */
export async function publishWithProgress(config: Config): Promise<void> {
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
