// The rules that annotate the words of a phrase, in their order. At each word the rule that reads the most words wins, and of
// those that read equally many the first; guesses count only where no other rule matches. So the order decides only between
// equals: `over` has the rules that a rule wins such words from, and why. test/phrases/rule-order.test.ts has a phrase for
// each, which is understood otherwise if the rule comes after the one it is over.
import { matchClass, matchMisspeltClass } from './terms/classes.ts';
import { matchFreeText, matchSpokenNumber } from './talk.ts';
import { matchDecade, matchRecentYears, matchStretch, matchLimitApart } from './limits/later-limit.ts';
import { matchLocation, matchNearby } from './places/location.ts';
import {
  matchBadge,
  matchMakeOrModel,
  matchMisspeltName,
  matchMisspeltSecondWord,
} from './names/make-and-model.ts';
import type { Match, PhraseContext, Matcher } from './words/match.ts';
import { matchOrdinaryName } from './names/wanted-names.ts';
import { matchAside, matchSlang, matchStopWords, matchUnlimited, matchUnsupported } from './patterns.ts';
import { matchCorrection } from './unwanted/corrections.ts';
import {
  matchCondition,
  matchExclusion,
  matchIndifference,
  matchNegation,
  matchWish,
} from './stances/preferences.ts';
import { matchQuantity } from './limits/quantity.ts';
import { matchShortName, matchSpokenName } from './names/short-names.ts';
import { matchSort } from './terms/sort.ts';
import { matchTerm } from './terms/term.ts';
import type { Phrase } from './words/tokenized-phrase.ts';

export interface Rule {
  readonly match: Matcher;
  /** Counts only where none of the other rules matches. */
  readonly isGuess?: true;
  /** The rules that it wins equally many words from, each with the reason. */
  readonly over?: Readonly<Record<string, string>>;
}

const ORDINARY = 'a word with a meaning is not left out';
const EXCLUDED = 'what follows must not be searched for';

export const RULES = {
  unlimited: {
    match: matchUnlimited,
    over: {
      quantity: '`15k a year` is not a price',
      aside: 'a place may follow: `45 minutes of Leeds`',
      term: '`free road tax` has a reason of its own',
    },
  },
  indifference: {
    match: matchIndifference,
    over: { term: '`open to offers` describes the buyer', 'stop words': ORDINARY },
  },
  'price ceiling': { match: matchStretch },
  'short name': { match: matchShortName, over: { 'stop words': '`up` before `gti` is a model' } },
  'spoken name': { match: matchSpokenName },
  'ordinary name': { match: matchOrdinaryName, over: { 'make or model': 'a `mini SUV` is no MINI' } },
  'make or model': {
    match: matchMakeOrModel,
    over: { quantity: 'after its make `2008` is a model', 'stop words': ORDINARY },
  },
  badge: { match: matchBadge, over: { place: '`e63` is a Mercedes rather than a postcode district' } },
  nearby: { match: matchNearby, over: { place: '`near by` is near no place called By' } },
  place: {
    match: matchLocation,
    over: {
      order: 'after `closest to` comes a place',
      'stop words': '`Scotland` is a place before it is anywhere',
    },
  },
  aside: { match: matchAside, over: { quantity: '`3 kids` and `17 year old` are no limits' } },
  'recent years': { match: matchRecentYears, over: { 'stop words': '`last year` is a year' } },
  decade: { match: matchDecade },
  'fuel or gearbox': { match: matchClass },
  order: {
    match: matchSort,
    over: { term: '`low mileage` orders, because few adverts have the words', 'stop words': ORDINARY },
  },
  slang: {
    match: matchSlang,
    over: {
      term: 'adverts do not call a car a `run about`',
      quantity: '`four wheels` limits nothing',
      unsupported: '`runabout` asks for nothing more',
    },
  },
  term: {
    match: matchTerm,
    over: { unsupported: 'adverts have `ulez compliant`, so it can be searched for', 'stop words': ORDINARY },
  },
  quantity: { match: matchQuantity },
  'limit at the end': { match: matchLimitApart },
  unsupported: { match: matchUnsupported, over: { 'stop words': 'a request that is not met is reported' } },
  correction: {
    match: matchCorrection,
    over: { 'stop words': 'it says that what was said before does not count' },
  },
  condition: {
    match: matchCondition,
    over: {
      negation: '`won’t touch a diesel unless it is automatic` excludes nothing',
      exclusion: 'in `no good unless it is automatic` it does not either',
    },
  },
  wish: { match: matchWish, over: { 'stop words': 'what is only wished limits nothing' } },
  negation: { match: matchNegation, over: { 'stop words': EXCLUDED } },
  exclusion: { match: matchExclusion, over: { 'stop words': EXCLUDED } },
  'stop words': { match: matchStopWords },
  'misspelt second word': { match: matchMisspeltSecondWord },
  'misspelt fuel or gearbox': {
    isGuess: true,
    match: matchMisspeltClass,
    over: { 'misspelt name': '`petral` is a fuel before it is a Patrol' },
  },
  'misspelt name': {
    isGuess: true,
    match: matchMisspeltName,
    over: { 'any word': 'a misspelt name is still a name' },
  },
  'spoken number': { isGuess: true, match: matchSpokenNumber },
  'any word': { isGuess: true, match: matchFreeText },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;

const IN_ORDER: readonly Rule[] = Object.values(RULES);

/** The annotation at word `at` that ends at word `limit` at the latest. It may take words before `at`. */
export function annotationAt(
  phrase: Phrase,
  at: number,
  context: PhraseContext,
  previous: Match | undefined,
  limit: number,
  rules = IN_ORDER,
): Match {
  let longest: ReturnType<Matcher>;
  for (const { match, isGuess } of rules) {
    // The guesses are last.
    if (isGuess === true && longest !== undefined) break;
    const found = match(phrase, at, context, previous);
    if (found !== undefined && found.length > (longest?.length ?? 0) && at + found.length <= limit)
      longest = found;
  }
  if (longest === undefined || longest.length < 1) throw new Error(`no rule takes word ${at}`);
  return { from: at - (longest.back ?? 0), to: at + longest.length, meaning: longest.meaning };
}
