// `forecourt backup`, `verify` and `postcodes import`: copying, checking and completing a data folder.
import { formatCount, pluralize } from '../format.ts';
import type { Config } from '../config/config.ts';
import { backup } from '../maintenance/backup.ts';
import { verifyFolder, type VerifyReport } from '../maintenance/verify.ts';
import { Problem } from '../problem.ts';
import { importPostcodes } from '../store/postcode-import.ts';
import { shellWord } from '../quoted-text.ts';
import { checkNamedFolder } from './path-problems.ts';
import { printResult } from './command-context.ts';
import { withProgress } from './progress.ts';
import type { Output } from '../log/log.ts';

export async function backupCommand(to: string, config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const copy = await backup(config.data, to);
  if (config.json) return output.line(JSON.stringify(copy));
  const megabytes = (copy.bytes / 1e6).toFixed(1);
  output.line(
    `Copied ${pluralize(copy.listings, 'listing')} of ${config.data}, as of change ${formatCount(copy.sequence)}, to ${copy.folder} (${megabytes} MB).`,
  );
  output.line(`Serve the copy with: forecourt serve --data ${shellWord(copy.folder)}`);
}

/** Prints the report. Throws a Problem `data_damaged` after it if anything is damaged. */
export async function verifyCommand(config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const report = await withProgress('Verifying', (update) =>
    verifyFolder(config.data, {
      searches: true,
      onProgress: (phase, done) => update(done, undefined, `${phase}: ${formatCount(done)}`),
    }),
  );
  printResult(report, () => verifyLines(report), config, output);
  if (report.findings.length === 0) return;
  throw new Problem('data_damaged', `The data folder '${config.data}' is damaged. ${recoveryAdvice(report)}`);
}

/** Makes positions exact to the unit postcode. Running servers load the new table. */
export async function importPostcodesCommand(
  files: readonly string[],
  config: Config,
  output: Output,
): Promise<void> {
  const { units, skipped } = await withProgress('Reading postcodes', (onProgress) =>
    importPostcodes(config.data, files, onProgress),
  );
  if (config.json) return output.line(JSON.stringify({ units, skipped }));
  output.line(`${pluralize(units, 'unit postcode')} imported.`);
  for (const [reason, count] of Object.entries(skipped)) {
    if (count > 0) output.line(`Skipped, ${reason.replaceAll('_', ' ')}: ${formatCount(count)}`);
  }
}

function verifyLines(report: VerifyReport): string[] {
  const { findings, dealers, sequence, writtenBy, entries, indexFile, searches, tokens } = report;
  const lines: string[] = [];
  if (sequence !== undefined) {
    const counts = [
      `${pluralize(entries['listings'] ?? 0, 'listing')} of ${pluralize(entries['dealers'] ?? 0, 'dealer')}`,
      pluralize(entries['adverts'] ?? 0, 'advert'),
      pluralize(entries['vehicles'] ?? 0, 'vehicle identifier'),
      `${pluralize(entries['log'] ?? 0, 'entry', 'entries')} of the change log`,
      pluralize(entries['reports'] ?? 0, 'import report'),
      pluralize(tokens ?? 0, 'token'),
    ];
    lines.push(`Read, as of change ${formatCount(sequence)}: ${counts.join(', ')}.`);
  }
  if (writtenBy !== undefined) lines.push(`Written last by Forecourt ${writtenBy}.`);
  if (searches > 0)
    lines.push(`${pluralize(searches, 'search', 'searches')} compared with a full scan of the stock.`);
  if (typeof indexFile === 'number') lines.push(`The index file is of change ${formatCount(indexFile)}.`);
  if (indexFile === 'absent') lines.push('There is no index file. A server will create it.');
  if (indexFile === 'other')
    lines.push('The index file belongs to another stock or version. A server will replace it.');
  if (findings.length === 0) return [...lines, 'No damage was found.'];
  lines.push('', `${pluralize(findings.length, 'finding')}:`, ...findings.map((finding) => `- ${finding}`));
  if (dealers.length > 0) lines.push('', `Dealers whose listings are damaged: ${dealers.join(', ')}.`);
  return [...lines, ''];
}

function recoveryAdvice({ findings, dealers }: VerifyReport): string {
  if (findings.every((finding) => finding.startsWith('index.seg is damaged'))) {
    return 'The stock itself is intact: remove index.seg.';
  }
  const first = dealers.length === 0 ? '' : `, first those of ${dealers.slice(0, 5).join(', ')}`;
  return (
    'Stop the server, keep a copy of the folder, and replace it with the newest backup that forecourt verify finds intact. ' +
    `Without a backup, move stock.mdb away and import the feeds again${first}.`
  );
}
