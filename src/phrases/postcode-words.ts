// Reads postcodes in a phrase: as written, in one word or two, or spoken letter by letter (`s w one a one a a`).
import type { MatchContext, MeaningOf } from './match.ts';
import type { ResolvedPostcode } from '../geo/postcode-gazetteer.ts';
import { ONES } from './numerals.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export const JOINED_UNIT = /^[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}$/;
const OUTWARD = /^[a-z]{1,2}[0-9][a-z0-9]?$/;
const INWARD = /^[0-9](?:[a-z]{2})?$/;
const UNIT_INWARD = /^[0-9][a-z]{2}$/;

interface PostcodeRead {
  readonly length: number;
  readonly meaning: MeaningOf<'location'> | MeaningOf<'unsupported'>;
}

/** With `introduced`, also matches sectors, areas and postcodes that do not exist, with the reason. */
export function postcodeAt(
  { words }: TokenizedPhrase,
  at: number,
  { gazetteer }: MatchContext,
  introduced: boolean,
): PostcodeRead | undefined {
  const { key } = words[at];
  const next = words.at(at + 1);
  const inward = introduced ? INWARD : UNIT_INWARD;
  const isPair = next !== undefined && /^\s+$/.test(next.gap) && OUTWARD.test(key) && inward.test(next.key);
  const isOne = JOINED_UNIT.test(key) || OUTWARD.test(key);
  if (!isPair && !isOne) return undefined;
  const length = isPair ? 2 : 1;
  const resolved = gazetteer.resolve(words.slice(at, at + length).map(({ text }) => text).join(' ')); // prettier-ignore
  if (!('reason' in resolved)) return { length, meaning: location(resolved) };
  // `near LS1 2 litre`: the digit was not part of it.
  if (isPair && OUTWARD.test(key)) {
    const district = gazetteer.resolve(key);
    if (!('reason' in district) && !UNIT_INWARD.test(next.key))
      return { length: 1, meaning: location(district) };
  }
  if (!introduced && !isPair && !JOINED_UNIT.test(key)) return undefined;
  const hint = resolved.suggestion === undefined ? '' : ` Did you mean ${resolved.suggestion}?`;
  return { length, meaning: { kind: 'unsupported', reason: `There is no such postcode.${hint}` } };
}

/** Characters of the longest postcode. */
const MAX_CHARACTERS = 7;
const MIN_WORDS = 4;

/** A unit postcode said character by character: single letters, digits and their names, of which at least four words. */
export function spokenPostcodeAt(
  { words }: TokenizedPhrase,
  at: number,
  { gazetteer }: MatchContext,
): PostcodeRead | undefined {
  let spelt = '';
  for (let i = at; i < words.length && spelt.length < MAX_CHARACTERS; i++) {
    const word = words[i];
    if (i > at && !/^[\s-]+$/.test(word.gap)) return undefined;
    const piece = ONES.get(word.key)?.toString() ?? word.key;
    if (!/^[a-z]{1,2}$|^[0-9]$/.test(piece)) return undefined;
    spelt += piece;
    const next = words.at(i + 1);
    const goesOn =
      next !== undefined && /^[a-z]$/.test(next.key) && next.flows && spelt.length < MAX_CHARACTERS;
    if (i + 1 - at < MIN_WORDS || goesOn || !JOINED_UNIT.test(spelt)) continue;
    const resolved = gazetteer.resolve(spelt);
    return 'reason' in resolved ? undefined : { length: i + 1 - at, meaning: location(resolved) };
  }
  return undefined;
}

function location(resolved: ResolvedPostcode): MeaningOf<'location'> {
  return { kind: 'location', location: resolved, place: 'postcode', introWords: 0 };
}
