// What a negation turns round is taken out of the search and told: no parameter says "not", and the opposite of what
// was said is never guessed.
import type { Claim } from './claim.ts';
import type { Tokens } from './tokens.ts';

const WHY = 'A search cannot leave something out: this was not searched for, and nothing is excluded.';

/** `without heated seats`: more words in a row are another thought. */
const MOST_WORDS = 3;

/** The claims, with each negation and what it is about as one refusal. A negation of nothing is chatter. */
export function withNegations(claims: readonly Claim[], { words }: Tokens): Claim[] {
  const flows = (claim: Claim | undefined): claim is Claim => claim !== undefined && words[claim.from].flows;
  const result: Claim[] = [];
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i];
    if (claim.meaning.kind !== 'negation') {
      result.push(claim);
      continue;
    }
    let last = objectAfter(claims, i, flows);
    if (last === undefined) {
      result.push({ ...claim, meaning: { kind: 'chatter' } });
      continue;
    }
    // `not diesel or hybrid`
    for (;;) {
      const joint = claims.at(last + 1);
      const next = claims.at(last + 2);
      const same = next?.meaning.kind === claims[last].meaning.kind;
      if (!flows(joint) || !isJoint(joint) || !flows(next) || !same) break;
      last += 2;
    }
    result.push({ from: claim.from, to: claims[last].to, meaning: { kind: 'refused', why: WHY } });
    i = last;
  }
  return result;
}

/** The last claim of what is negated: the next one that is no chatter, and its model or its further words. */
function objectAfter(
  claims: readonly Claim[],
  at: number,
  flows: (claim: Claim | undefined) => claim is Claim,
): number | undefined {
  let first = at + 1;
  while (flows(claims.at(first)) && ['chatter', 'negation'].includes(claims[first].meaning.kind)) first++;
  if (!flows(claims.at(first))) return undefined;
  const { kind } = claims[first].meaning;
  let last = first;
  const goesOn = kind === 'make' ? ['model'] : kind === 'word' ? ['word'] : [];
  while (
    flows(claims.at(last + 1)) &&
    last - first + 1 < MOST_WORDS &&
    goesOn.includes(claims[last + 1].meaning.kind)
  )
    last++;
  return last;
}

function isJoint({ meaning }: Claim): boolean {
  return meaning.kind === 'chatter' && meaning.joins === true;
}
