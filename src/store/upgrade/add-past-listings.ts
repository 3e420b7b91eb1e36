// From format 6-1u1db1y to 7-1u1db1y: a table of listings as they were before each change. What was before the upgrade is not
// known, so the past starts with it.
//
//   meta   key: name, here `sequence` and `past`   value: a number, and JSON with floor and characters
import type { Entries, FormatStep } from './format-step.ts';

export const addPastListings: FormatStep = {
  from: '6-1u1db1y',
  to: '7-1u1db1y',
  summary: 'what each listing was before it changed, from now on',
  tables: [
    { name: 'meta', keyEncoding: 'ordered-binary', buckets: 'one' },
    { name: 'listings', keyEncoding: 'ordered-binary', buckets: 'by dealer' },
    { name: 'dealers', keyEncoding: 'ordered-binary', buckets: 'one' },
    { name: 'adverts', keyEncoding: 'binary', buckets: 'by hash' },
    { name: 'vehicles', keyEncoding: 'binary', buckets: 'one' },
    { name: 'identifiers', keyEncoding: 'ordered-binary', buckets: 'one' },
    { name: 'owners', keyEncoding: 'ordered-binary', buckets: 'one' },
    { name: 'histories', keyEncoding: 'ordered-binary', buckets: 'one' },
    { name: 'log', keyEncoding: 'ordered-binary', buckets: 'by sequence' },
    { name: 'reports', keyEncoding: 'ordered-binary', buckets: 'one' },
  ],
  changes: () => ({ meta: withFloor }),
};

function* withFloor(meta: Entries): Entries {
  for (const entry of meta) {
    yield entry;
    if (entry.key === 'sequence')
      yield { key: 'past', value: JSON.stringify({ floor: Number(entry.value), characters: 0 }) };
  }
}
