// Interprets a phrase as a search, by tables and rules: the same text always gives the same search. Every word is accounted
// for: it sets a parameter, is searched for in `q`, or is listed as unsupported or ignored.
import { type ParameterName, getParameter } from '../listing/parameters.ts';
import type { TextPiece } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import { parseQuery } from '../listing/parse-query.ts';
import { trimWhiteSpace } from '../listing/white-space.ts';
import { hasInvalidCharacter } from '../listing/parse-value.ts';
import { invalidParameters, quoted, type ParameterIssue, type Problem } from '../problem.ts';
import { fillSearch } from './build-query.ts';
import { findDealers } from './dealers.ts';
import type { MatchContext, Match, Matcher } from './match.ts';
import { QueryBuilder, type Span, type Understood, type Unsupported } from './query-builder.ts';
import { withNegations } from './negation.ts';
import { rememberedContext } from './remembered-context.ts';
import { tokenizePhrase, type TokenizedPhrase } from './tokenized-phrase.ts';
import { matchClass } from './fuel-and-transmission.ts';
import { matchBadge, matchFuzzyMakeOrModel, matchMakeOrModel } from './make-and-model.ts';
import { matchLocation } from './location.ts';
import { matchTravelTime } from './travel-time.ts';
import { matchExclusion } from './exclusions.ts';
import { matchOtherLimit } from './other-limits.ts';
import { matchRecentYears } from './recent-years.ts';
import { matchStopWords, matchNegation, matchUnsupported } from './stop-words.ts';
import { matchFreeText } from './free-text.ts';
import { matchOwnCar } from './own-car.ts';
import { matchDistanceDriven, matchPersons, matchSignOff, matchTimeSpan } from './circumstances.ts';
import { matchIndifference } from './indifference.ts';
import { matchSlang } from './slang.ts';
import { matchMisspeltClass } from './misspelt-class.ts';
import { matchLostCar } from './lost-car.ts';
import { matchStretch } from './stretch.ts';
import { matchSpokenName } from './spoken-names.ts';
import { matchShortName } from './short-names.ts';
import { matchTerm } from './term.ts';
import { matchQuantity } from './quantity.ts';
import { matchSort } from './sort.ts';

/** In code points, as for `q`, so a text of search words alone always fits. */
const MAX_TEXT_LENGTH = getParameter('q').maxLength ?? 0;

export interface Interpretation {
  /** The text without white space at its ends. */
  readonly text: string;
  /** In the specification's order; a search accepts all of them. */
  readonly parameters: Readonly<Partial<Record<ParameterName, string>>>;
  /** In the order of the text. Any two have the same span or spans that do not overlap. */
  readonly understood: readonly Understood[];
  /** The same as the parameter, or null. */
  readonly q: string | null;
  /** The parts of `q`, in its order. */
  readonly pieces: readonly TextPiece[];
  readonly unsupported: readonly Unsupported[];
  /** Words without a meaning of their own: `looking for a`. */
  readonly ignoredWords: readonly Span[];
  /** The parameters, parsed. */
  readonly query: SearchQuery;
}

/** A phrase whose words have been read. */
export interface ReadPhrase {
  /** The text without white space at its ends. */
  readonly text: string;
  readonly phrase: TokenizedPhrase;
  readonly matches: readonly Match[];
}

/** The search that a phrase describes. Throws a Problem `invalid_parameters` if the text is too long or has an invalid character. */
export function interpret(text: string, context: MatchContext): Interpretation {
  return describeSearch(readPhrase(text, context), context);
}

/** Reads the words of a phrase, which is most of the work. The same Problem. */
export function readPhrase(text: string, context: MatchContext): ReadPhrase {
  const trimmed = trimWhiteSpace(text);
  check(trimmed);
  const phrase = tokenizePhrase(trimmed);
  const matches = matchPhrase(phrase, rememberedContext(context));
  return { text: trimmed, phrase, matches: withNegations(matches, phrase) };
}

/** The search that a phrase describes where only some words are in stock. */
export function describeSearch(
  { text, phrase, matches }: ReadPhrase,
  context: DescribeContext,
): Interpretation {
  const builder = new QueryBuilder(phrase, context.isInStock);
  fillSearch(builder, matches, phrase);
  const { pairs, ...rest } = builder.finish();
  return {
    text,
    parameters: Object.fromEntries(pairs),
    ...rest,
    query: parseQuery(pairs, context.gazetteer).query,
  };
}

type DescribeContext = Pick<MatchContext, 'gazetteer'> & {
  /** Whether some listing says these words; without it, all words count as said. */
  readonly isInStock?: (words: string) => boolean;
};

function check(text: string): void {
  // A character is at most two code units, so the rest of a long text need not be read.
  if (Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 1)).length > MAX_TEXT_LENGTH) {
    throw badText('too_long', text, `at most ${MAX_TEXT_LENGTH} characters long`);
  }
  if (hasInvalidCharacter(text))
    throw badText('invalid_character', text, 'without a NUL or half a character');
}

function badText(code: ParameterIssue['code'], value: string, rule: string): Problem {
  const message = `text must be ${rule} (got ${quoted(value)}).`;
  return invalidParameters([{ parameter: 'text', code, value, message }]);
}

const EXACT: readonly Matcher[] = [
  matchOwnCar,
  matchLostCar,
  matchDistanceDriven,
  matchPersons,
  matchIndifference,
  matchStretch,
  matchShortName,
  matchSpokenName,
  matchMakeOrModel,
  matchBadge,
  matchLocation,
  matchTravelTime,
  matchTimeSpan,
  matchOtherLimit,
  matchRecentYears,
  matchClass,
  matchSort,
  matchSlang,
  matchTerm,
  matchQuantity,
  matchUnsupported,
  matchSignOff,
  matchNegation,
  matchExclusion,
  matchStopWords,
];

/**
 * Splits a text into matches, from left to right: the longest match at each word wins, and among equals the matcher listed
 * first. Matchers read a bounded number of words, so the time is linear in the text.
 */
function matchPhrase(phrase: TokenizedPhrase, context: MatchContext): Match[] {
  const matches: Match[] = [];
  const dealers = findDealers(phrase, context);
  let at = 0;
  while (at < phrase.words.length) {
    if (dealers.at(0)?.from === at) matches.push(...dealers.splice(0, 1));
    else matches.push(matchAt(phrase, at, context, matches.at(-1), dealers.at(0)?.from ?? Infinity));
    at = matches.at(-1)?.to ?? at;
  }
  return matches;
}

/** The match at word `at` that ends at word `limit` at the latest. */
function matchAt(
  phrase: TokenizedPhrase,
  at: number,
  context: MatchContext,
  previous: Match | undefined,
  limit: number,
): Match {
  let longest: ReturnType<Matcher>;
  const isLonger = (found: ReturnType<Matcher>): boolean =>
    found !== undefined && found.length > (longest?.length ?? 0) && at + found.length <= limit;
  for (const matcher of EXACT) {
    const found = matcher(phrase, at, context, previous);
    if (isLonger(found)) longest = found;
  }
  // `petral` is a fuel before it is a Patrol.
  longest ??= matchMisspeltClass(phrase, at, context, previous);
  // A misspelt name of two words beats the exact name of its first word: `C3 Picaso`.
  if (longest === undefined || (longest.length === 1 && longest.meaning.kind === 'model')) {
    const fuzzy = matchFuzzyMakeOrModel(phrase, at, context, previous);
    if (isLonger(fuzzy)) longest = fuzzy;
  }
  longest ??= matchFreeText(phrase, at, context, previous);
  if (longest === undefined || longest.length < 1) throw new Error(`no matcher takes word ${at}`);
  return { from: at, to: at + longest.length, meaning: longest.meaning };
}
