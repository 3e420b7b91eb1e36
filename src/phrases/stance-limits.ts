// What becomes of a limit that somebody says something about: `2018 or newer where possible` is a wish, `over 10k is not too much` limits
// nothing, and if `over 10k` will not do, a car may cost up to £10,000.
import type { Match, MatchOf, Meaning, MeaningOf } from './match.ts';
import { PREFERENCES } from './preferences.ts';
import { QUANTITIES } from './quantity-words.ts';
import type { Phrase } from './tokenized-phrase.ts';

/** `2018 or newer where possible`, `100k on the clock doesn't scare me`, `over 100k miles is fine`; but `under 100k is fine` is a limit. */
export function isAboutLimit(match: Match, stance: MatchOf<'stance'>, phrase: Phrase): boolean {
  const { meaning } = match;
  if (meaning.kind !== 'range') return false;
  const said = stance.meaning.stance;
  if (said === 'exclude') return turnedLimit(match, stance, phrase) !== undefined;
  if (said !== 'also') return true;
  const { field, max } = meaning;
  if (field === 'miles') return max === undefined;
  return field !== 'engine' && isSaidLimit(match, phrase) && isOfLessLiked(meaning);
}

/** What is left if `over 10k`, `more than 90k miles` or `older than 2016` will not do. The other directions are only turned round if it is they that are ruled out: `under 10k is not enough`. */
export function turnedLimit(match: Match, stance: MatchOf<'stance'>, phrase: Phrase): Meaning | undefined {
  const { meaning } = match;
  if (meaning.kind !== 'range' || !isSaidLimit(match, phrase)) return undefined;
  if (!isOfLessLiked(meaning) && !isSubject(match, stance, phrase)) return undefined;
  const { field, min, max } = meaning;
  const step = field === 'year' ? 1 : 0;
  if (min === undefined && max !== undefined)
    return { kind: 'range', field, min: max + step, compared: true };
  return min === undefined || max !== undefined
    ? undefined
    : { kind: 'range', field, max: min - step, compared: true };
}

/** Whether words give a limit a direction, other than those of what is wanted: `at least 5k, no thanks` may refuse an offer. */
function isSaidLimit({ from, to, meaning }: Match, { words }: Phrase): boolean {
  if (meaning.kind !== 'range' || meaning.compared !== true) return false;
  return !words.slice(from, to).some(({ key }) => QUANTITIES['of what is wanted'].has(key));
}

/** Whether a limit is of what buyers like less: high prices and mileages, large engines, early years. */
function isOfLessLiked({ field, min, max }: MeaningOf<'range'>): boolean {
  return field === 'year' ? min === undefined : max === undefined;
}

/** Whether a stance is a whole predicate of the words right before it: not `under 10k, no good if it smells`, `under 10k is out of my reach`. */
function isSubject({ to }: Match, stance: MatchOf<'stance'>, phrase: Phrase): boolean {
  const { words } = phrase;
  const verb = words[stance.from];
  const isVerb =
    PREFERENCES.be.has(verb.key) || PREFERENCES['is not'].find(phrase, stance.from) !== undefined;
  const next = words.at(stance.to);
  const isEnd = next?.flows !== true || PREFERENCES['end of a wish'].has(next.key);
  return stance.from === to && verb.flows && isVerb && isEnd;
}
