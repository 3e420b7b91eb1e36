// The patterns of assets/phrases/limits.tsv: limits that are not a plain price, mileage, year or engine size.
import { STOP_WORDS, type Meaning } from '../words/match.ts';
import { PHRASES, phrasesMeaning, readLists, rowsMeaning } from '../words/word-lists.ts';
import { AMOUNT_SLOTS } from './amount-slots.ts';
import { NO_LIMIT, RUNNING_COST } from './resolve-quantity.ts';

const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

export const ASIDE = rowsMeaning<Meaning>({ '': STOP_WORDS });

export const LIMIT_PATTERNS = readLists(
  'limits',
  {
    aside: ASIDE,
    unsupported: rowsMeaning<Meaning>({
      instalment: RUNNING_COST,
      'no limit': NO_LIMIT,
      'in time': { kind: 'unsupported', reason: IN_TIME, isDistance: true },
    }),
    'counted back': phrasesMeaning({ '': 0, 1: 1, 2: 2, 3: 3, 10: 10 }),
    decade: PHRASES,
    ceiling: PHRASES,
  },
  AMOUNT_SLOTS,
);
