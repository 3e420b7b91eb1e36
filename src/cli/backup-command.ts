// `forecourt backup`: a copy of the data folder, taken while servers and imports go on.
import type { Config } from '../config/config.ts';
import { backup } from '../maintenance/backup.ts';
import type { Output } from './output.ts';
import { pluralize, formatCount } from './progress.ts';

export async function backupCommand(to: string, config: Config, output: Output): Promise<void> {
  const copy = await backup(config.data, to);
  if (config.json) return output.line(JSON.stringify(copy));
  const megabytes = (copy.bytes / 1e6).toFixed(1);
  output.line(
    `${pluralize(copy.listings, 'listing')} of ${config.data}, as of change ${formatCount(copy.sequence)}, are in ${copy.folder} (${megabytes} MB).`,
  );
  output.line(`It is a data folder: forecourt serve --data ${copy.folder}`);
}
