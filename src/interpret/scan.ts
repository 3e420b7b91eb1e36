// From words to claims: from left to right, at each word the recogniser that takes most of them; of equals the one
// that is listed first. So claims never overlap, and every word is in one. Each recogniser looks at a bounded number of
// words, so the time is linear in the text.
import type { Claim, Knowledge, Recogniser } from './claim.ts';
import { recogniseFuel, recogniseGearbox } from './fuel-and-gearbox.ts';
import { recogniseBadge, recogniseMisspeltName, recogniseName } from './names.ts';
import { recognisePlace } from './place.ts';
import { recogniseChatter, recogniseNegation, recogniseRefused, recogniseWord } from './plain-words.ts';
import { recogniseQuantity } from './quantity.ts';
import { recogniseSort } from './sort-words.ts';
import type { Tokens } from './tokens.ts';

const EXACT: readonly Recogniser[] = [
  recogniseName,
  recogniseBadge,
  recognisePlace,
  recogniseQuantity,
  recogniseFuel,
  recogniseGearbox,
  recogniseSort,
  recogniseRefused,
  recogniseNegation,
  recogniseChatter,
];

export function scan(tokens: Tokens, knowledge: Knowledge): Claim[] {
  const claims: Claim[] = [];
  let at = 0;
  while (at < tokens.words.length) {
    const claim = claimAt(tokens, at, knowledge, claims.at(-1));
    claims.push(claim);
    at = claim.to;
  }
  return claims;
}

function claimAt(tokens: Tokens, at: number, knowledge: Knowledge, previous: Claim | undefined): Claim {
  let longest: ReturnType<Recogniser>;
  for (const recognise of EXACT) {
    const found = recognise(tokens, at, knowledge, previous);
    if (found !== undefined && found.length > (longest?.length ?? 0)) longest = found;
  }
  // A misspelt name of two words goes before the exact name of its first one: `C3 Picaso`.
  if (longest === undefined || (longest.length === 1 && longest.meaning.kind === 'model')) {
    const misspelt = recogniseMisspeltName(tokens, at, knowledge, previous);
    if (misspelt !== undefined && misspelt.length > (longest?.length ?? 0)) longest = misspelt;
  }
  longest ??= recogniseWord(tokens, at, knowledge, previous);
  if (longest === undefined || longest.length < 1) throw new Error(`no recogniser takes word ${at}`);
  return { from: at, to: at + longest.length, meaning: longest.meaning };
}
