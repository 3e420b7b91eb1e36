// How much of a phrase was understood.
import type { Interpretation } from './interpret.ts';
import type { Span } from './query-builder.ts';
import { tokenizePhrase } from './tokenized-phrase.ts';

/** Of the words that mean something, the share that is in the search, from 0 to 1 in hundredths. */
export function understoodShare({
  text,
  unsupported,
  ignoredWords,
}: Pick<Interpretation, 'text' | 'unsupported' | 'ignoredWords'>): number {
  const isIn = (spans: readonly Span[], at: number): boolean =>
    spans.some(({ start, end }) => start <= at && at < end);
  const words = tokenizePhrase(text).words.filter(({ start }) => !isIn(ignoredWords, start));
  const understood = words.filter(({ start }) => !isIn(unsupported, start));
  return words.length === 0 ? 0 : Math.round((understood.length / words.length) * 100) / 100;
}
