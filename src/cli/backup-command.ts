// `forecourt backup`: a copy of the data folder, taken while servers and imports go on.
import type { Config } from '../config/config.ts';
import { backup } from '../store/backup.ts';
import type { Output } from './output.ts';
import { counted, grouped } from './progress.ts';

export async function backupCommand(to: string, config: Config, output: Output): Promise<void> {
  const made = await backup(config.data, to);
  if (config.json) return output.line(JSON.stringify(made));
  const megabytes = (made.bytes / 1e6).toFixed(1);
  output.line(
    `${counted(made.listings, 'listing')} of ${config.data}, as of change ${grouped(made.sequence)}, are in ${made.folder} (${megabytes} MB).`,
  );
  output.line(`It is a data folder: forecourt serve --data ${made.folder}`);
}
