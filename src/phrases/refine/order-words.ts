// Words after a comparative by which it asks for an order and moves no limit: `closer ones first`, `cheaper at the top`.
import type { TokenizedPhrase } from '../tokenized-phrase.ts';
import { LISTS } from './refine-words.ts';

/** The end of such words from `from` on, if there are any. */
export function orderEnd(phrase: TokenizedPhrase, from: number): number | undefined {
  let at = from;
  const flows = (): boolean => phrase.words.at(at)?.flows === true;
  const noun = flows() ? (LISTS.pronoun.find(phrase, at) ?? LISTS.noun.find(phrase, at)) : undefined;
  at += noun?.length ?? 0;
  const first = flows() ? LISTS.first.find(phrase, at) : undefined;
  return first === undefined ? undefined : at + first.length;
}
