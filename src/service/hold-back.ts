// Which runs are held back: a feed that has lost most of a dealer's stock is more often broken than true. Small dealers
// may sell most of what they have in a day, so the rule begins where a loss can't be chance.
import { Problem } from '../problem.ts';
import type { ImportRun } from './import-stock.ts';

/** What a dealer has, and would lose. */
export interface Loss {
  readonly dealer: string;
  readonly before: number;
  readonly missing: number;
}

/** Dealers with fewer listings may lose any number of them. */
const SMALLEST_HELD = 10;
/** Dealers that a report names. */
const NAMED = 20;

/** Those who would lose more than half of their stock, the greatest loss first. */
export function heavyLosses(losses: readonly Loss[]): Loss[] {
  return losses
    .filter(({ before, missing }) => before >= SMALLEST_HELD && missing * 2 > before)
    .sort((a, b) => b.missing - a.missing || (a.dealer < b.dealer ? -1 : 1));
}

/** The run was read whole, and nothing of it was written. `run_held`. */
export class HeldRun extends Problem {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super('run_held', heldSentence(run.held ?? []));
    this.run = run;
  }
}

/** The part of the losses that a report keeps. */
export function namedLosses(losses: readonly Loss[]): Loss[] {
  return losses.slice(0, NAMED);
}

function heldSentence([first, ...others]: readonly Loss[]): string {
  if (first === undefined) throw new Error('a run without losses is not held back');
  const more = others.length === 0 ? '' : `, and ${others.length} more dealers would lose as much`;
  return (
    `Held back: ${first.missing} of ${first.before} listings of ${first.dealer} are not in the feed${more}. ` +
    'Nothing was changed. If they are really gone, run it again with --force.'
  );
}
