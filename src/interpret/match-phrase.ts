// Splits a text into matches, from left to right: the longest match at each word wins, and among equals the matcher listed
// first. Matchers read a bounded number of words, so the time is linear in the text.
import type { Match, MatchContext, Matcher } from './match.ts';
import { matchFuel, matchTransmission } from './fuel-and-transmission.ts';
import { matchBadge, matchFuzzyMakeOrModel, matchMakeOrModel } from './make-and-model.ts';
import { matchLocation } from './location.ts';
import { matchStopWords, matchNegation, matchUnsupported, matchFreeText } from './stop-words.ts';
import { matchQuantity } from './quantity.ts';
import { matchSort } from './sort.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const EXACT: readonly Matcher[] = [
  matchMakeOrModel,
  matchBadge,
  matchLocation,
  matchQuantity,
  matchFuel,
  matchTransmission,
  matchSort,
  matchUnsupported,
  matchNegation,
  matchStopWords,
];

export function matchPhrase(phrase: TokenizedPhrase, context: MatchContext): Match[] {
  const matches: Match[] = [];
  let at = 0;
  while (at < phrase.words.length) {
    const match = matchAt(phrase, at, context, matches.at(-1));
    matches.push(match);
    at = match.to;
  }
  return matches;
}

function matchAt(
  phrase: TokenizedPhrase,
  at: number,
  context: MatchContext,
  previous: Match | undefined,
): Match {
  let longest: ReturnType<Matcher>;
  for (const matcher of EXACT) {
    const found = matcher(phrase, at, context, previous);
    if (found !== undefined && found.length > (longest?.length ?? 0)) longest = found;
  }
  // A misspelt name of two words beats the exact name of its first word: `C3 Picaso`.
  if (longest === undefined || (longest.length === 1 && longest.meaning.kind === 'model')) {
    const fuzzy = matchFuzzyMakeOrModel(phrase, at, context, previous);
    if (fuzzy !== undefined && fuzzy.length > (longest?.length ?? 0)) longest = fuzzy;
  }
  longest ??= matchFreeText(phrase, at, context, previous);
  if (longest === undefined || longest.length < 1) throw new Error(`no matcher takes word ${at}`);
  return { from: at, to: at + longest.length, meaning: longest.meaning };
}
