// Matches the search centre: a postcode, or a town, which becomes its central district. A unit postcode matches anywhere. A
// district looks like a model (`S60`, `M3`), so models take precedence. A town needs a word such as `near`, unless it is
// large.
import type { ResolvedPostcode } from '../geo/postcode-gazetteer.ts';
import type { Town } from '../geo/towns.ts';
import type { MatchContext, Meaning, Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

/** After `near` comes a place, known or not; after `in` it may be something else. */
const INTRODUCTIONS = new PhraseMatcher<'near' | 'in' | 'of'>([
  ['near', 'near, near to, close to, nearest to, closest to, nearby to, based near, located near, somewhere near, not far from'],
  ['in', 'in, around, based in, located in, within, in or around, in and around, in the, at, from, postcode, location, by, my postcode is, i am in, im in, i live in'],
  ['of', 'of, away from, from the centre of, of the centre of, radius of, to'],
]); // prettier-ignore

/** In words: `Stockton on Tees`, `Moreton in the Marsh`. */
const MAX_TOWN_WORDS = 5;
const JOINED_UNIT = /^[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}$/;
const OUTWARD = /^[a-z]{1,2}[0-9][a-z0-9]?$/;
const INWARD = /^[0-9](?:[a-z]{2})?$/;
const UNIT_INWARD = /^[0-9][a-z]{2}$/;

type Read = ReturnType<Matcher>;

export const matchLocation: Matcher = (phrase, at, context, previous) => {
  const found = INTRODUCTIONS.find(phrase, at);
  const afterDistance = previous?.meaning.kind === 'distance' && previous.to === at;
  if (found === undefined) {
    return barePostcode(phrase, at, context, afterDistance) ?? bareTown(phrase, at, context);
  }
  const first = at + found.length;
  if (phrase.words.at(first)?.flows !== true) return undefined;
  const introduced = found.meaning === 'near' || afterDistance;
  if (found.meaning === 'of' && !afterDistance) return undefined;
  const location = postcodeAt(phrase, first, context, true) ?? townAt(phrase, first, context, introduced);
  const read = location ?? (introduced ? unknownAt(phrase, first, context) : undefined);
  return (
    read && { length: read.length + found.length, meaning: withIntroduction(read.meaning, found.length) }
  );
};

function withIntroduction(meaning: Meaning, introWords: number): Meaning {
  return meaning.kind === 'location' ? { ...meaning, introWords } : meaning;
}

/** Without `near`, a district matches only at the beginning of a clause: `FK8` and `mk5` also name model generations. */
function barePostcode(
  phrase: TokenizedPhrase,
  at: number,
  context: MatchContext,
  afterDistance: boolean,
): Read {
  const found = postcodeAt(phrase, at, context, false);
  if (found === undefined || found.length > 1 || JOINED_UNIT.test(phrase.words[at].key) || afterDistance)
    return found;
  const beginsThought = at === 0 || !phrase.words[at].flows;
  return beginsThought && !/^mk[0-9]$/.test(phrase.words[at].key) ? found : undefined;
}

/** With `introduced`, also matches sectors, areas and postcodes that do not exist, with the reason. */
function postcodeAt(
  { words }: TokenizedPhrase,
  at: number,
  { gazetteer }: MatchContext,
  introduced: boolean,
): Read {
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

/** The longest town name that begins at word `at`. */
function findTown(
  { words }: TokenizedPhrase,
  at: number,
  { towns }: MatchContext,
): { town: Town; length: number } | undefined {
  let name = '';
  let found: { town: Town; length: number } | undefined;
  for (let length = 1; length <= MAX_TOWN_WORDS && at + length <= words.length; length++) {
    const word = words[at + length - 1];
    if (length > 1 && !word.flows) break;
    name += word.text;
    const town = towns.find(name);
    if (town !== undefined) found = { town, length };
  }
  return found;
}

function townAt(phrase: TokenizedPhrase, at: number, context: MatchContext, introduced: boolean): Read {
  const found = findTown(phrase, at, context);
  if (found === undefined) return undefined;
  const { town, length } = found;
  if (town.ambiguous) {
    const reason = `There are several places of that name: give a postcode, such as ${town.districts.join(' or ')}.`;
    return { length, meaning: { kind: 'unsupported', reason, keptInText: length } };
  }
  // `in March`: towns that are ordinary words match only after `near`.
  if (!introduced && ORDINARY_WORDS.has(phrase.words[at].key) && length === 1) return undefined;
  return townFound(town, length, context);
}

const ORDINARY_WORDS = new Set('sale deal march eye flint sandy hook street wells battle'.split(' '));

/** Towns of this many districts match without a word such as `near`. */
const LARGE_TOWN_THRESHOLD = 7;

function bareTown(phrase: TokenizedPhrase, at: number, context: MatchContext): Read {
  const found = findTown(phrase, at, context);
  if (found === undefined || found.town.ambiguous || found.town.size < LARGE_TOWN_THRESHOLD) return undefined;
  return townFound(found.town, found.length, context);
}

function townFound(town: Town, length: number, { gazetteer }: MatchContext): Read {
  const [district] = town.districts;
  const resolved = gazetteer.resolve(district);
  // Towns and postcodes may come from tables of different versions.
  if ('reason' in resolved) return undefined;
  return { length, meaning: { ...location(resolved), note: `${district} is the middle of ${town.name}` } };
}

function unknownAt({ words }: TokenizedPhrase, at: number, { gazetteer }: MatchContext): Read {
  const { key, text } = words[at];
  if (!/^\p{L}{2,}$/u.test(text) || NO_LOCATION.has(key)) return undefined;
  const resolved = /^[a-z]{1,2}$/.test(key) ? gazetteer.resolve(key) : undefined;
  if (resolved !== undefined && 'reason' in resolved && resolved.reason === 'area_only') {
    const reason = `${text} is a whole postcode area: give a postcode or a district such as ${resolved.suggestion ?? ''}.`;
    return { length: 1, meaning: { kind: 'unsupported', reason } };
  }
  const reason =
    'This place is not known: give a postcode. Its name is searched for in the text of the listings.';
  return { length: 1, meaning: { kind: 'unsupported', reason, keptInText: 1 } };
}

/** Words after `near` or `of` that begin no place. */
const NO_LOCATION = new Set(
  'me my us our here home the a an it you your any all each this that to new work one'.split(' '),
);

function location(resolved: ResolvedPostcode) {
  return { kind: 'location', location: resolved, introWords: 0 } as const;
}
