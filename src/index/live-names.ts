// The makes and titles that live rows of a snapshot have, by which the names of searches are corrected. Found for the first
// search of a snapshot that may need it: most find something with the names as they are.
import { hasBit } from '../engine/postings/bitmap.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { StockNames } from '../listing/stock-names.ts';

const known = new WeakMap<Snapshot, StockNames>();

export function liveNames(snapshot: Snapshot): StockNames {
  let names = known.get(snapshot);
  if (names === undefined) {
    names = new StockNames(liveValues(snapshot, 'make'), liveValues(snapshot, 'model'));
    known.set(snapshot, names);
  }
  return names;
}

function liveValues({ segments }: Snapshot, field: string): Set<string> {
  const values = new Set<string>();
  for (const { segment, liveRows } of segments) {
    const column = segment.values(field);
    for (let ordinal = 1; ordinal < column.distinct; ordinal++) {
      const isLive = liveRows === null || column.postings(ordinal).some((row) => hasBit(liveRows, row));
      if (isLive) values.add(column.valueOf(ordinal));
    }
  }
  return values;
}
