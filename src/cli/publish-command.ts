// `forecourt publish`: writes the stock of a data folder to an OpenSearch cluster, once or after every change.
import { clusterOptions, sharding } from '../cluster/cluster-settings.ts';
import type { Config } from '../config/config.ts';
import { pluralize } from '../format.ts';
import { describeError, type Output } from '../log/log.ts';
import { endSignal } from './command-context.ts';
import { withProgress } from './progress.ts';

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
  let lastMessage = '';
  const { publishContinuously } = await loadPublisher();
  await publishContinuously(data, clusterOptions(config), {
    ...sharding(config),
    signal: endSignal(),
    onError(error) {
      const message = describeError(error);
      // A repeated error is reported once.
      if (message !== lastMessage) output.warn(message);
      lastMessage = message;
    },
  });
}

export async function publishWithProgress(config: Config): Promise<void> {
  const { publishStock } = await loadPublisher();
  await withProgress('Publishing', (update) =>
    publishStock(config.data, clusterOptions(config), {
      ...sharding(config),
      onProgress: ({ written, expected }) => update(written, expected, pluralize(written, 'listing')),
    }),
  );
}
