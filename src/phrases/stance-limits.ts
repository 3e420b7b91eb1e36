// What becomes of a limit that somebody says something about: `2018 or newer where possible` is a wish, and if `over 10k` will not do, a car
// may cost up to £10,000.
import type { Match, MatchOf, Meaning } from './match.ts';
import { QUANTITIES } from './quantity-words.ts';
import type { Phrase } from './tokenized-phrase.ts';

/** `2018 or newer where possible`, `100k on the clock doesn't scare me`, `over 100k miles is fine`; but `under 100k is fine` is a limit. */
export function isAboutLimit(
  match: Match,
  { meaning: { stance } }: MatchOf<'stance'>,
  phrase: Phrase,
): boolean {
  const { meaning } = match;
  if (meaning.kind !== 'range') return false;
  if (stance === 'exclude') return turnedLimit(match, phrase) !== undefined;
  const isTolerated = stance === 'also' && meaning.field === 'miles' && meaning.max === undefined;
  return stance === 'wish' || stance === 'needless' || isTolerated;
}

/** What is left if `over 10k`, `more than 90k miles` or `older than 2016` will not do. The other directions are seldom ruled out. */
export function turnedLimit({ from, to, meaning }: Match, { words }: Phrase): Meaning | undefined {
  if (meaning.kind !== 'range' || meaning.compared !== true) return undefined;
  // `at least 5k, no thanks` may refuse an offer.
  if (words.slice(from, to).some(({ key }) => QUANTITIES['of what is wanted'].has(key))) return undefined;
  const { field, min, max } = meaning;
  if (field === 'year')
    return min === undefined && max !== undefined
      ? { kind: 'range', field, min: max + 1, compared: true }
      : undefined;
  const isUpper = (field === 'price' || field === 'miles') && max === undefined && min !== undefined;
  return isUpper ? { kind: 'range', field, max: min, compared: true } : undefined;
}
