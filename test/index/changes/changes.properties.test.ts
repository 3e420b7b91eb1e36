// The answer at any earlier state and the changes since make the answer of now, for random searches over random histories. What is no
// longer known is refused, never a gap.
import { rmSync } from 'node:fs';
import { it, vi } from 'vitest';
import { indexPath } from '../../../src/store/paths.ts';
import type { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { holdInHistories } from '../random-histories.ts';

/** More random histories: `npm run test:changes`. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 15);

/** Opens folders with an operator's terms, which no text of the histories has. */
async function openerWithTerms(): Promise<typeof openEmbeddedBackend> {
  vi.resetModules();
  const { addTerms } = await import('../../../src/vehicle/trade-terms.ts');
  addTerms({
    source: 'own.tsv',
    text: 'group\tname\tspellings\tnarrower\ntrim\tBrooklands\tBrooklands pack',
  });
  const backend = await import('../../../src/search/search-backend.ts');
  // Other files of this worker must not get these modules, with their terms.
  vi.resetModules();
  return backend.openEmbeddedBackend;
}

it(
  'turns the matches of any earlier state into those of now, with at most one entry for each',
  async () => {
    const withTerms = await openerWithTerms();
    await holdInHistories(
      () => {
        const folder = new DataFolder();
        return {
          folder,
          open: ({ rebuilds, hasOwnTerms }) => {
            if (rebuilds) rmSync(indexPath(folder.path), { force: true });
            return folder.open(hasOwnTerms ? withTerms : undefined);
          },
          catchUp: (search) => search.catchUp(),
          remove: () => folder.remove(),
        };
      },
      { runs: HISTORIES, searches: 10, atLeast: 20, startsEmpty: true },
    );
  },
  120_000 + 3000 * HISTORIES,
);
