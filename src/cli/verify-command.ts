// `forecourt verify`: reads everything in a data folder, and says in plain sentences what is damaged and what to do.
import type { Config } from '../config/config.ts';
import { Problem } from '../problem.ts';
import { verifyFolder, type VerifyReport } from '../maintenance/verify.ts';
import type { Output } from './output.ts';
import { pluralize, formatCount, startProgress } from './progress.ts';

export async function verifyCommand(config: Config, output: Output): Promise<void> {
  const report = await withProgress((onProgress) =>
    verifyFolder(config.data, { searches: true, onProgress }),
  );
  if (config.json) output.line(JSON.stringify(report));
  else for (const line of reportLines(report)) output.line(line);
  if (report.findings.length === 0) return;
  throw new Problem('data_damaged', `The data folder '${config.data}' is damaged. ${recoveryAdvice(report)}`);
}

async function withProgress<T>(
  work: (onProgress: (phase: string, done: number) => void) => Promise<T>,
): Promise<T> {
  const progress = startProgress('Verifying');
  try {
    return await work((phase, done) => progress.update(done, undefined, `${phase}: ${formatCount(done)}`));
  } finally {
    progress.stop();
  }
}

function reportLines({
  findings,
  dealers,
  sequence,
  entries,
  indexFile,
  searches,
  tokens,
}: VerifyReport): string[] {
  const lines: string[] = [];
  if (sequence !== undefined) {
    const {
      listings = 0,
      dealers: dealerCount = 0,
      adverts = 0,
      log = 0,
      vehicles = 0,
      reports = 0,
    } = entries;
    lines.push(
      `Read, as of change ${formatCount(sequence)}: ${pluralize(listings, 'listing')} of ${pluralize(dealerCount, 'dealer')}, ` +
        `${pluralize(adverts, 'advert')}, ${pluralize(vehicles, 'vehicle mark')}, ${pluralize(log, 'entry', 'entries')} of the change log, ` +
        `${pluralize(reports, 'import report')}, ${pluralize(tokens ?? 0, 'token')}.`,
    );
  }
  if (searches > 0)
    lines.push(`${pluralize(searches, 'search', 'searches')} compared with a plain scan of the stock.`);
  if (indexFile === 'absent') lines.push('There is no index file; a server makes it.');
  if (indexFile === 'other')
    lines.push('The index file is of another stock or version; a server replaces it.');
  if (findings.length === 0) return [...lines, 'No damage was found.'];
  lines.push('', `${pluralize(findings.length, 'finding')}:`, ...findings.map((finding) => `- ${finding}`));
  if (dealers.length > 0) lines.push('', `Dealers whose listings are damaged: ${dealers.join(', ')}.`);
  return [...lines, ''];
}

function recoveryAdvice({ findings, dealers }: VerifyReport): string {
  if (findings.every((finding) => finding.startsWith('index.seg is damaged'))) {
    return 'The stock itself is whole: remove index.seg.';
  }
  const first = dealers.length === 0 ? '' : `, first those of ${dealers.slice(0, 5).join(', ')}`;
  return (
    'Stop the server, keep a copy of the folder, and put the newest backup that forecourt verify finds whole in its place. ' +
    `Without a backup, move stock.mdb away and import the feeds again${first}.`
  );
}
