// From format 6-1u1db1y to 7-1u1db1y: a table of listings as they were before each change. What was before the upgrade is not
// known, so the past starts with it.
//
//   meta   key: name, here `sequence` and `past`   value: a number, and JSON with floor and characters
import { TABLES_OF_5_AND_6 } from './add-change-times.ts';
import type { Entries, FormatStep } from './format-step.ts';

export const addPastListings: FormatStep = {
  from: '6-1u1db1y',
  to: '7-1u1db1y',
  summary: 'what each listing was before it changed, from now on',
  tables: TABLES_OF_5_AND_6,
  changes: () => ({ meta: withFloor }),
};

function* withFloor(meta: Entries): Entries {
  for (const entry of meta) {
    yield entry;
    if (entry.key === 'sequence')
      yield { key: 'past', value: JSON.stringify({ floor: Number(entry.value), characters: 0 }) };
  }
}
