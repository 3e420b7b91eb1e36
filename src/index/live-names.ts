// The makes and titles that live rows of a snapshot have, by which the names of searches are corrected, and their words, by which
// those of texts are. Found for the first search of a snapshot that may need it: most find something with the names as they are.
import { oncePerObject } from '../memo.ts';
import { maxEdits } from '../engine/postings/edit-distance.ts';
import { hasBit } from '../engine/postings/bitmap.ts';
import { WordFilter } from '../engine/query/word-filter.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { Correction } from '../listing/search-query.ts';
import { StockNames } from '../listing/stock-names.ts';
import { findCorrectedWords, NameSounds, type StockWords } from './corrected-words.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';

/** What withCorrections asks for. */
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
    nameSounds: async () => soundsOf(snapshot),
  };
}

export const liveNames = oncePerObject(
  (snapshot: Snapshot) => new StockNames(liveValues(snapshot, 'make'), liveValues(snapshot, 'model')),
);
const soundsOf = oncePerObject(
  (snapshot: Snapshot) => new NameSounds(liveValues(snapshot, 'make'), liveValues(snapshot, 'model')),
);

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
