// The state that a search sees: segments and their live rows. Snapshots are immutable: a change makes a new one, and
// running searches continue on theirs. Keys are unique among the live rows.
import {
  fullBitmap,
  clearBit,
  countBits,
  hasBit,
  emptyBitmap,
  bitmapToRows,
  type Bitmap,
} from '../postings/bitmap.ts';
import { Memo, oncePerObject } from '../../memo.ts';
import { type KeyColumn } from '../columns/key-column.ts';
import { rowsWithHash } from '../columns/row-hashes.ts';
import type { TextQuery, TextReader } from '../schema.ts';
import type { Segment } from './segment.ts';

export interface SegmentReader {
  readonly segment: Segment;
  /** Null while all rows are live. */
  readonly liveRows: Bitmap | null;
  /** Number of live rows. */
  readonly liveCount: number;
}

/** Half of the maximum of terms whose liveness is cached. */
const MAX_TERMS = 8192;
/** Half of the maximum of texts whose reading is cached: a search reads its text for its rows, its corrections and each facet. */
const MAX_TEXTS = 64;

export class Snapshot {
  static readonly empty = new Snapshot([]);

  readonly segments: readonly SegmentReader[];
  /** Number of live rows. */
  readonly liveCount: number;
  readonly #liveTerms = new Memo(MAX_TERMS, (term) => this.#findLive(term));
  readonly #textsOf = oncePerObject(
    (reader: TextReader) =>
      new Memo<TextQuery>(MAX_TEXTS, (text) => reader(text, (term) => this.isLive(term))),
  );

  private constructor(segments: readonly SegmentReader[]) {
    this.segments = segments;
    this.liveCount = segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  /** A snapshot of segments, oldest first. `liveRows` is null if all rows are live. */
  static fromSegments(
    parts: readonly { readonly segment: Segment; readonly liveRows: Bitmap | null }[],
  ): Snapshot {
    return new Snapshot(
      parts.map(({ segment, liveRows }) => ({
        segment,
        liveRows,
        liveCount: liveRows === null ? segment.size : countBits(liveRows),
      })),
    );
  }

  /** The snapshot without `deletedRows`, given by segment, and with the rows of `added`. Copies one bit per row. */
  withChange(added: Segment | null, deletedRows: readonly Uint32Array[]): Snapshot {
    const segments = this.segments
      .map((reader, i) => withDeleted(reader, deletedRows[i]))
      .filter(({ liveCount }) => liveCount > 0);
    if (added !== null && added.size > 0)
      segments.push({ segment: added, liveRows: null, liveCount: added.size });
    return new Snapshot(segments);
  }

  /**
   * The snapshot in which `merged`, made of the live rows of `sources`, replaces them. Rows deleted from `sources` since then are
   * deleted from `merged` too. O(deleted × log rows), and a few passes over one bit per row.
   */
  replaceMerged(sources: readonly SegmentReader[], merged: Segment): Snapshot {
    const current = new Map(this.segments.map((reader) => [reader.segment, reader]));
    let whole: SegmentReader = { segment: merged, liveRows: null, liveCount: merged.size };
    for (const source of sources) {
      const now = current.get(source.segment);
      // A source whose rows were all deleted is no longer in the snapshot.
      const deleted = deletedSince(
        source,
        now === undefined ? emptyBitmap(source.segment.size) : now.liveRows,
      );
      const keys = Array.from(deleted, (row) => source.segment.keys.keyAt(row));
      whole = withDeleted(whole, merged.keys.findRows(keys));
    }
    const segments = this.segments.filter(({ segment }) => !sources.some((one) => one.segment === segment));
    // Segments are oldest first, so the merged one takes the place of its oldest source.
    const at = this.segments.findIndex(({ segment }) => sources.some((one) => one.segment === segment));
    if (whole.liveCount > 0) segments.splice(at, 0, whole);
    return new Snapshot(segments);
  }

  /** Whether any live row has a term. */
  isLive(term: string): boolean {
    return this.#liveTerms.get(term);
  }

  /** The reading of a query's text. `reader` must depend on nothing but the text and the live terms. */
  readText(text: string, reader: TextReader): TextQuery {
    return this.#textsOf(reader).get(text);
  }

  /** Whether any live row has a word that begins with `prefix`. */
  isBeginning(prefix: string): boolean {
    return this.segments.some((reader) => {
      const [first, end] = reader.segment.text.findPrefix(prefix);
      for (let term = first; term < end; term++) if (hasLiveRow(reader, term)) return true;
      return false;
    });
  }

  #findLive(term: string): boolean {
    return this.segments.some((reader) => {
      const number = reader.segment.text.find(term);
      return number >= 0 && hasLiveRow(reader, number);
    });
  }

  /** The keys of the live rows whose address may be `address`. */
  rowsAt(address: string): { readonly segment: Segment; readonly row: number }[] {
    return this.segments.flatMap(({ segment, liveRows }) =>
      Array.from(rowsWithHash(segment.data.addresses, address))
        .filter((row) => liveRows === null || hasBit(liveRows, row))
        .map((row) => ({ segment, row })),
    );
  }
}

function hasLiveRow({ segment, liveRows }: SegmentReader, term: number): boolean {
  return liveRows === null || segment.text.unsortedPostings(term).some((row) => hasBit(liveRows, row));
}

/** For each segment, the rows that a change deletes, found by its keys. Some may already be deleted. O(keys × log rows). */
export function rowsDeletedBy(
  { added, deletedKeys }: { readonly added: KeyColumn | undefined; readonly deletedKeys: readonly string[] },
  keys: KeyColumn,
): Uint32Array {
  const deleted = keys.findRows(deletedKeys);
  if (added === undefined) return deleted;
  const replaced = keys.rowsSharedWith(added);
  const rows = new Uint32Array(deleted.length + replaced.length);
  rows.set(deleted);
  rows.set(replaced, deleted.length);
  return rows;
}

/** The rows that were live and are not in `liveRows`. */
function deletedSince(before: SegmentReader, liveRows: Bitmap | null): Uint32Array {
  if (liveRows === null || liveRows === before.liveRows) return new Uint32Array(0);
  const deleted = before.liveRows?.slice() ?? fullBitmap(before.segment.size);
  for (let i = 0; i < deleted.length; i++) deleted[i] &= ~liveRows[i];
  return bitmapToRows(deleted);
}

/** The segment without `rows`, some of which may already be deleted. */
function withDeleted(old: SegmentReader, rows: Uint32Array): SegmentReader {
  let liveRows: Bitmap | null = null;
  let { liveCount } = old;
  for (const row of rows) {
    if (liveRows === null ? old.liveRows !== null && !hasBit(old.liveRows, row) : !hasBit(liveRows, row))
      continue;
    liveRows ??= old.liveRows?.slice() ?? fullBitmap(old.segment.size);
    clearBit(liveRows, row);
    liveCount--;
  }
  return liveRows === null ? old : { segment: old.segment, liveRows, liveCount };
}
