// Phrases that leave something out after saying that all the rest will do: `any colour but red`, `everything except diesel`.
import type { Matcher } from './match.ts';
import { LISTS } from './preference-words.ts';

export const matchExclusion: Matcher = (phrase, at) => {
  const found = LISTS.exclusion.find(phrase, at);
  // `no more than` is a limit.
  if (found === undefined || phrase.words.at(at + found.length)?.key === 'than') return undefined;
  return { length: found.length, meaning: { kind: 'negation' } };
};
