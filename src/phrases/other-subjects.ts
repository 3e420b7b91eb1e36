// Texts about something else than vehicles (`who is the prime minister`): their words are not searched for, because some advert may say them.
import type { Match, Meaning } from './match.ts';
import { opensOtherSubject } from './subjects.ts';
import { isTerm } from './term.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const ELSEWHERE = 'This does not describe a vehicle, so it was not searched for.';

/** What is said of vehicles only. */
const OF_VEHICLES: ReadonlySet<Meaning['kind']> = new Set<Meaning['kind']>([
  'make',
  'model',
  'fuel',
  'transmission',
  'dealer',
  'sort',
  'distance',
  'nearby',
]);

/** The matches, without words and years of a text about something else. */
export function withoutOtherSubjects(matches: readonly Match[], phrase: TokenizedPhrase): readonly Match[] {
  const { words } = phrase;
  const isLetter = words.length === 1 && /^[a-z]$/.test(words[0].key);
  if (!isLetter && !opensOtherSubject(phrase)) return matches;
  if (matches.some((match) => isOfVehicles(match, phrase))) return matches;
  return matches.map((match) =>
    match.meaning.kind === 'stop_words' || match.meaning.kind === 'unsupported'
      ? match
      : { from: match.from, to: match.to, meaning: { kind: 'unsupported', reason: ELSEWHERE } },
  );
}

function isOfVehicles({ from, to, meaning }: Match, { text, words }: TokenizedPhrase): boolean {
  if (meaning.kind === 'range') return meaning.field !== 'year' || meaning.compared === true;
  if (meaning.kind !== 'free_text') return OF_VEHICLES.has(meaning.kind);
  return (
    meaning.plural !== undefined || isTerm(meaning.as ?? text.slice(words[from].start, words[to - 1].end))
  );
}
