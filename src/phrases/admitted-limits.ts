// Admits amounts as limits of the search. What the rules read of an amount counts only where all that decides it was
// understood: what it is of, its side, and that its clause is about the vehicle that is looked for. What is not admitted is
// listed.
import { fieldOf, isReference, REFERENCE } from './limits/bare-amount.ts';
import { changedTo, isDenied, isUnclear, withoutUnreadSides } from './limits/limit-clause.ts';
import { UNCLEAR } from './limits/limit-lead.ts';
import { priceOrMileage } from './limits/resolve-quantity.ts';
import { complementOf } from './stances/stance-items.ts';
import { isUnknown } from './talk.ts';
import { isAskedForOwned, isOfOwned, OTHER_MONEY, OWNED } from './unwanted/other-amounts.ts';
import { unsupported, type Match } from './words/match.ts';
import type { Phrase } from './words/tokenized-phrase.ts';

export function withAdmittedLimits(matches: readonly Match[], phrase: Phrase): Match[] {
  const left = matches.map((match) => isLeft(match, phrase));
  const admitted = matches.map((match, at) => {
    const { meaning } = match;
    if (meaning.kind !== 'range') return match;
    const { mayBeMiles, ...sure } = meaning;
    const field = mayBeMiles === true ? fieldOf(matches, at, left, phrase) : undefined;
    const limit = field === undefined || field === 'unclear' ? meaning : { ...sure, field };
    const range: Match = { ...match, meaning: limit };
    const changed = changedTo(range, phrase);
    if (changed !== undefined) return changed;
    if (isReference(matches, at, left, phrase)) return unsupported(match, REFERENCE);
    if (isOfOwned(match, phrase)) return unsupported(match, OWNED);
    if (isAskedForOwned(matches, at, phrase)) return unsupported(match, OTHER_MONEY);
    if (isUnclear(matches, at, phrase)) return unsupported(match, UNCLEAR);
    if (isDenied(match, phrase)) {
      const opposite = complementOf(limit);
      return opposite === undefined ? unsupported(match, UNCLEAR) : { ...range, meaning: opposite };
    }
    return field === 'unclear' ? { ...match, meaning: priceOrMileage(meaning) } : range;
  });
  return withoutUnreadSides(admitted, phrase);
}

/** Whether nothing has understood a match. */
function isLeft(match: Match, phrase: Phrase): boolean {
  return match.meaning.kind === 'unsupported'
    ? match.to === match.from + 1 && match.meaning.limit === undefined
    : isUnknown(match, phrase);
}
