// The shrink guard: a feed that has lost most of a dealer's stock is more often broken than true, so its run is held back.
// It compares with the largest stock of the last seven days, so that several small losses add up. Small dealers may sell
// most of what they have in a day, so the rule begins where a loss can't be chance.
import { Problem } from '../problem.ts';
import type { DealerShrinkage } from '../store/transaction.ts';
import type { ImportRun } from './import.ts';

/** What a dealer has, and would lose. */
export interface ReportedShrinkage {
  readonly dealer: string;
  readonly before: number;
  readonly missing: number;
  /** The most listings within the last seven days, where that was more than `before`. */
  readonly most?: number;
}

/** Dealers with fewer listings may lose any number of them. */
const MIN_GUARDED_LISTINGS = 10;
/** Dealers that a report names. */
const MAX_REPORTED = 20;

/** The dealers that would lose more than half of what they have, or had within seven days, the greatest loss first. */
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

/** The run was read whole, and nothing of it was written. Problem `import_blocked`. */
export class BlockedImport extends Problem {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super('import_blocked', blockedMessage(run.blocked ?? []));
    this.run = run;
  }
}

/** The part of the losses that a report keeps. */
export function reportedShrinkage(shrunk: readonly ReportedShrinkage[]): ReportedShrinkage[] {
  return shrunk.slice(0, MAX_REPORTED);
}

function blockedMessage([first, ...others]: readonly ReportedShrinkage[]): string {
  if (first === undefined) throw new Error('a run without losses is not held back');
  const { dealer, before, missing, most } = first;
  const more = others.length === 0 ? '' : `, and ${others.length} more dealers would lose as much`;
  const recent = most === undefined ? '' : ` (${most} within the last seven days)`;
  return (
    `Import blocked: ${missing} of ${before} listings of ${dealer}${recent} are not in the feed${more}. ` +
    'Nothing was changed. If they are really gone, run it again with --force.'
  );
}
