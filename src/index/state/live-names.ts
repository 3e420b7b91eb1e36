// The makes and titles of a snapshot's live rows, which correct names in searches, and their words, which correct texts. They
// are read beside requests, after a start and before a snapshot replaces another: with a million listings, the first search of
// several makes would wait 0.4 seconds for them, and all others with it.
import { LazyValue, type Steps } from '../../engine/time-slices.ts';
import { maxEdits } from '../../engine/postings/edit-distance.ts';
import { hasBit } from '../../engine/postings/bitmap.ts';
import { WordFilter } from '../../engine/query/word-filter.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import type { Correction } from '../../query/search-query.ts';
import { StockNames } from '../../query/stock-names.ts';
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
    nameSounds: async () => valuesIn(snapshot).sounds,
  };
}

/** The makes and titles of live rows, and lookups that are built from them lazily. */
class LiveValues {
  readonly #makes: ReadonlySet<string>;
  readonly #titles: ReadonlySet<string>;
  #names: StockNames | undefined;
  #sounds: NameSounds | undefined;

  private constructor(makes: ReadonlySet<string>, titles: ReadonlySet<string>) {
    this.#makes = makes;
    this.#titles = titles;
  }

  static *read(snapshot: Snapshot): Steps<LiveValues> {
    return new LiveValues(yield* liveValues(snapshot, 'make'), yield* liveValues(snapshot, 'model'));
  }

  get names(): StockNames {
    return (this.#names ??= atOnce(StockNames.build(this.#makes, this.#titles)));
  }

  get sounds(): NameSounds {
    return (this.#sounds ??= atOnce(NameSounds.build(this.#makes, this.#titles)));
  }

  get isWarm(): boolean {
    return this.#names !== undefined && this.#sounds !== undefined;
  }

  *warm(): Steps<void> {
    this.#names ??= yield* StockNames.build(this.#makes, this.#titles);
    this.#sounds ??= yield* NameSounds.build(this.#makes, this.#titles);
  }

  /** `before` if its values are the same; else this object, with the lookups that `before` had built. */
  *after(before: LiveValues): Steps<LiveValues> {
    if (isEqual(this.#makes, before.#makes) && isEqual(this.#titles, before.#titles)) return before;
    if (before.#names !== undefined)
      this.#names ??= yield* StockNames.build(this.#makes, this.#titles, before.#names);
    if (before.#sounds !== undefined) this.#sounds ??= yield* NameSounds.build(this.#makes, this.#titles);
    return this;
  }
}

const valuesOf = new WeakMap<Snapshot, LiveValues>();

function valuesIn(snapshot: Snapshot): LiveValues {
  const values = valuesOf.get(snapshot) ?? atOnce(LiveValues.read(snapshot));
  valuesOf.set(snapshot, values);
  return values;
}

export function areNamesWarm(snapshot: Snapshot): boolean {
  return valuesOf.get(snapshot)?.isWarm === true;
}

/** Builds the lookups of a snapshot that is in use. */
export function* warmNames(snapshot: Snapshot): Steps<void> {
  const read = valuesOf.get(snapshot) ?? (yield* LiveValues.read(snapshot));
  // A search may have needed them meanwhile, and built lookups.
  const values = valuesOf.get(snapshot) ?? read;
  valuesOf.set(snapshot, values);
  yield* values.warm();
}

/** Builds for a snapshot the lookups that the snapshot it replaces has built. */
export function* warmSuccessor(snapshot: Snapshot, before: Snapshot): Steps<void> {
  const old = valuesOf.get(before);
  if (old !== undefined) valuesOf.set(snapshot, yield* (yield* LiveValues.read(snapshot)).after(old));
}

export function liveNames(snapshot: Snapshot): StockNames {
  return valuesIn(snapshot).names;
}

function atOnce<Value>(steps: Steps<Value>): Value {
  return new LazyValue(() => steps).value;
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
