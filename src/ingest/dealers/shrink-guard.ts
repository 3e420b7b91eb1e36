// Blocks imports that would withdraw most of a dealer's stock: such a feed is more often broken than right. Recent small losses add up, and dealers that
// may sell most of their stock in a day are exempt. Listings not for sale count as missing: a status may be read wrongly.
import { Problem } from '../../problem.ts';
import type { DealerShrinkage } from '../../store/transaction.ts';
import { formatPosition, type ImportRun, type ReportedShrinkage } from '../run/import-report.ts';

const MIN_GUARDED_LISTINGS = 10;
const MAX_REPORTED = 20;

/** The dealers that would lose more than half of their present or recent stock, greatest loss first. */
export function findShrunkDealers(shrinkage: readonly DealerShrinkage[]): ReportedShrinkage[] {
  return shrinkage
    .filter(isShrunk)
    .sort((a, b) => b.missing - a.missing || (a.dealer < b.dealer ? -1 : 1))
    .map(({ dealer, before, missing, most }) => ({
      dealer,
      before,
      missing,
      ...(most > before && { most }),
    }));
}

function isShrunk({ before, most, missing, remaining }: DealerShrinkage): boolean {
  if (before >= MIN_GUARDED_LISTINGS && missing * 2 > before) return true;
  return most >= MIN_GUARDED_LISTINGS && missing > 0 && remaining * 2 < most;
}

/** Problem `import_blocked`: all feeds were read, and nothing was written. */
export class BlockedImport extends Problem {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super('import_blocked', blockedMessage(run));
    this.run = run;
  }
}

export function reportedShrinkage(shrunk: readonly ReportedShrinkage[]): ReportedShrinkage[] {
  return shrunk.slice(0, MAX_REPORTED);
}

function blockedMessage({ blocked = [], omitted, read, rejected, rejections }: ImportRun): string {
  const [first, ...others] = blocked;
  if (first === undefined) throw new Error('an import without losses must not be blocked');
  const { dealer, before, missing, most } = first;
  const more = others.length === 0 ? '' : `, and ${others.length} more dealers would lose as much`;
  const recent = most === undefined ? '' : ` (${most} within the last seven days)`;
  const sample = rejections[0]?.samples[0];
  const cause =
    sample === undefined
      ? ''
      : `${rejected} of ${read} records were rejected, the first: ${formatPosition(sample)}: ${sample.sentence}. `;
  return (
    `Import blocked: ${missing} of ${before} listings of ${dealer}${recent} are not in the feed${omitted > 0 ? ' or not for sale' : ''}${more}. ` +
    `${cause}Nothing was changed. If they are really gone, run it again with --force.`
  );
}
