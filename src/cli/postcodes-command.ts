// `forecourt postcodes import`: published files of unit postcodes into a data folder, which makes positions exact to
// the unit. Running servers notice.
import { importPostcodes } from '../store/postcode-import.ts';
import type { Config } from '../config/config.ts';
import type { Output } from './output.ts';
import { pluralize, formatCount, startProgress } from './progress.ts';

export async function importPostcodesCommand(
  files: readonly string[],
  config: Config,
  output: Output,
): Promise<void> {
  const progress = startProgress('Reading postcodes');
  try {
    const { units, skipped } = await importPostcodes(config.data, files, (read, total) =>
      progress.update(read, total),
    );
    progress.stop();
    if (config.json) return output.line(JSON.stringify({ units, skipped }));
    output.line(`${pluralize(units, 'unit postcode')} imported.`);
    for (const [reason, count] of Object.entries(skipped)) {
      if (count > 0) output.line(`Left out, ${reason.replaceAll('_', ' ')}: ${formatCount(count)}`);
    }
  } finally {
    progress.stop();
  }
}
