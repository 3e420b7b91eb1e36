// Negated words are removed from the search and listed as unsupported: no parameter excludes, and the opposite of a negated
// word is not guessed.
import type { Match } from './match.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const REASON = 'A search cannot leave something out: this was not searched for, and nothing is excluded.';

/** Words that a negation covers: `without heated seats`. */
const MAX_WORDS = 3;

/** The matches, each negation and its object joined to one unsupported match. A negation without an object is a stop word. */
export function withNegations(matches: readonly Match[], { words }: TokenizedPhrase): Match[] {
  const flows = (match: Match | undefined): match is Match => match !== undefined && words[match.from].flows;
  const result: Match[] = [];
  for (let i = 0; i < matches.length; i++) {
    const match = matches[i];
    if (match.meaning.kind !== 'negation') {
      result.push(match);
      continue;
    }
    let last = objectAfter(matches, i, flows);
    if (last === undefined) {
      result.push({ ...match, meaning: { kind: 'stop_words' } });
      continue;
    }
    last = endOfList(matches, last, words);
    result.push({ from: match.from, to: matches[last].to, meaning: { kind: 'unsupported', reason: REASON } });
    i = last;
  }
  return result;
}

/** Kinds that a list of negated words may mix: `no BMW or diesel`. */
const LISTED = new Set(['make', 'model', 'free_text', 'fuel', 'transmission', 'dealer']);

/** Index of the last match of a list: `not diesel or hybrid`, `not black, white or grey`. Commas need an `or` after them. */
function endOfList(matches: readonly Match[], first: number, words: TokenizedPhrase['words']): number {
  const flows = (match: Match | undefined): match is Match => match !== undefined && words[match.from].flows;
  let end = first;
  let last = first;
  for (;;) {
    const joint = matches.at(last + 1);
    if (joint === undefined) return end;
    if (flows(joint) && isJoint(joint)) {
      let item = last + 2;
      while (words[joint.from].key !== 'and' && flows(matches.at(item)) && isArticle(matches[item], words))
        item++;
      const next = matches.at(item);
      const isMixed = words[joint.from].key !== 'and' && LISTED.has(next?.meaning.kind ?? '');
      const isSame = next?.meaning.kind === matches[last].meaning.kind;
      if (!flows(next) || !(isSame || (isMixed && LISTED.has(matches[last].meaning.kind)))) return end;
      end = last = lastContinuation(matches, item, flows);
      continue;
    }
    const isComma = /^\s*,\s*$/.test(words[joint.from].gap);
    if (!isComma || joint.meaning.kind !== matches[last].meaning.kind) return end;
    last = lastContinuation(matches, last + 1, flows);
  }
}

function isArticle({ from, to, meaning }: Match, words: TokenizedPhrase['words']): boolean {
  return meaning.kind === 'stop_words' && to === from + 1 && ['a', 'an', 'any'].includes(words[from].key);
}

/** Index of the last negated match: the next one that is no stop word, or the model or free text that continues it. */
function objectAfter(
  matches: readonly Match[],
  at: number,
  flows: (match: Match | undefined) => match is Match,
): number | undefined {
  let first = at + 1;
  while (flows(matches.at(first)) && ['stop_words', 'negation'].includes(matches[first].meaning.kind))
    first++;
  if (!flows(matches.at(first))) return undefined;
  return lastContinuation(matches, first, flows);
}

/** Index of the last match that continues the negated one: `heated seats`, `BMW 3 Series`. */
function lastContinuation(
  matches: readonly Match[],
  first: number,
  flows: (match: Match | undefined) => match is Match,
): number {
  const { kind } = matches[first].meaning;
  let last = first;
  const continuations = kind === 'make' ? ['model'] : kind === 'free_text' ? ['free_text'] : [];
  while (
    flows(matches.at(last + 1)) &&
    last - first + 1 < MAX_WORDS &&
    continuations.includes(matches[last + 1].meaning.kind)
  )
    last++;
  return last;
}

function isJoint({ meaning }: Match): boolean {
  return meaning.kind === 'stop_words' && meaning.joins === true;
}
