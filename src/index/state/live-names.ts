// The makes and titles of a snapshot's live rows, which correct names in searches, and their words, which correct texts. They
// are read beside requests, after a start and before a snapshot replaces another: with a million listings, the first search of
// a name that no table has would wait 0.4 seconds for them, and all others with it.
import { LazyValue, type Steps } from '../../engine/time-slices.ts';
import { maxEdits } from '../../engine/postings/edit-distance.ts';
import { hasBit } from '../../engine/postings/bitmap.ts';
import { WordFilter } from '../../engine/query/word-filter.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import type { Correction } from '../../query/search-query.ts';
import { StockNames } from '../../stock/stock-names.ts';
import { findCorrectedWords, NameSounds, type StockWords } from '../shared/corrected-words.ts';
import { LISTING_SCHEMA } from '../shared/listing-schema.ts';

/** The sources that `withCorrections` needs. */
export function correctorsOf(snapshot: Snapshot) {
  return {
    names: () => liveNames(snapshot),
    correctWords: (q: string): Promise<readonly Correction[]> =>
      findCorrectedWords(q, snapshot.readText(q, LISTING_SCHEMA.readText), wordsIn(snapshot)),
  };
}

function wordsIn(snapshot: Snapshot): StockWords {
  const { segments } = snapshot;
  const count = (
    termsIn: (text: (typeof segments)[number]['segment']['text']) => readonly number[],
  ): number =>
    segments.reduce((sum, { segment: { text }, liveRows }) => {
      const terms = termsIn(text).filter((term) => term >= 0);
      return (
        sum +
        new WordFilter(
          text,
          terms.map((term) => ({ term })),
        ).count(liveRows)
      );
    }, 0);
  return {
    hasBeginning: async (beginning) =>
      count((text) => {
        const [first, end] = text.findPrefix(beginning);
        return Array.from({ length: end - first }, (_, i) => first + i);
      }) > 0,
    findSimilar: async (word) => {
      const words = segments.flatMap(({ segment: { text } }) =>
        text.findFuzzy(word, maxEdits(word)).map((term) => text.word(term)),
      );
      return [...new Set(words)];
    },
    countEach: async (terms) => terms.map((term) => count((text) => [text.find(term)])),
    nameSounds: async () => namesIn(snapshot).sounds.value,
  };
}

/** The lookups of a snapshot's names. A search that needs one while it is built has the rest built at once. */
class LiveNames {
  readonly values: LazyValue<NameValues>;
  readonly names: LazyValue<StockNames>;
  readonly sounds: LazyValue<NameSounds>;

  /** Titles that are also in `before` are not read again. */
  constructor(snapshot: Snapshot, before?: StockNames) {
    const values = new LazyValue(() => readValues(snapshot));
    this.values = values;
    this.names = new LazyValue(function* () {
      yield* values.warm();
      return yield* StockNames.build(values.value.makes, values.value.titles, before);
    });
    this.sounds = new LazyValue(function* () {
      yield* values.warm();
      return yield* NameSounds.build(values.value.makes, values.value.titles);
    });
  }
}

/** The makes and titles of live rows. */
interface NameValues {
  readonly makes: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
}

function* readValues(snapshot: Snapshot): Steps<NameValues> {
  return { makes: yield* liveValues(snapshot, 'make'), titles: yield* liveValues(snapshot, 'model') };
}

const namesOf = new WeakMap<Snapshot, LiveNames>();

function namesIn(snapshot: Snapshot): LiveNames {
  const names = namesOf.get(snapshot) ?? new LiveNames(snapshot);
  namesOf.set(snapshot, names);
  return names;
}

export function areNamesWarm(snapshot: Snapshot): boolean {
  const names = namesOf.get(snapshot);
  return names?.names.isMade === true && names.sounds.isMade;
}

/** Builds the lookups of a snapshot that is in use. */
export function* warmNames(snapshot: Snapshot): Steps<void> {
  const { names, sounds } = namesIn(snapshot);
  yield* names.warm();
  yield* sounds.warm();
}

/** Builds for a snapshot the lookups that the snapshot it replaces has built. Snapshots of the same names share them. */
export function* warmSuccessor(snapshot: Snapshot, before: Snapshot): Steps<void> {
  const old = namesOf.get(before);
  if (old === undefined) return;
  const next = new LiveNames(snapshot, old.names.isMade ? old.names.value : undefined);
  yield* old.values.warm();
  yield* next.values.warm();
  const isSame =
    isEqual(next.values.value.makes, old.values.value.makes) &&
    isEqual(next.values.value.titles, old.values.value.titles);
  namesOf.set(snapshot, isSame ? old : next);
  if (isSame) return;
  if (old.names.isMade) yield* next.names.warm();
  if (old.sounds.isMade) yield* next.sounds.warm();
}

export function liveNames(snapshot: Snapshot): StockNames {
  return namesIn(snapshot).names.value;
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const value of a) if (!b.has(value)) return false;
  return true;
}

/** Values between two yields. */
const STEP_VALUES = 512;

function* liveValues({ segments }: Snapshot, field: string): Steps<ReadonlySet<string>> {
  const values = new Set<string>();
  for (const { segment, liveRows } of segments) {
    const column = segment.values(field);
    for (let ordinal = 1; ordinal < column.distinct; ordinal++) {
      if (ordinal % STEP_VALUES === 0) yield;
      const isLive = liveRows === null || column.postings(ordinal).some((row) => hasBit(liveRows, row));
      if (isLive) values.add(column.valueOf(ordinal));
    }
  }
  return values;
}
