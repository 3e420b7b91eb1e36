// The shrink guard blocks imports that would withdraw most of a dealer's stock: such a feed is more often broken than right.
// It compares with the largest stock of the last seven days, so that small losses add up. Small dealers are exempt, because
// they may sell most of their stock in a day. Listings that a feed says are not for sale count as missing: a status that is
// read wrongly must not empty a stock either.
import { Problem } from '../../problem.ts';
import type { DealerShrinkage } from '../../store/transaction.ts';
import { formatPosition, type ImportRun, type ReportedShrinkage } from '../run/import-report.ts';

/** Dealers with fewer listings are exempt. */
const MIN_GUARDED_LISTINGS = 10;
/** Maximum dealers in a report. */
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

/** The losses that go into a report. */
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
