// Texts about something else than a vehicle for sale (`who is the prime minister`, `wing mirror for a Clio`, `van hire for a day`): their
// words are not searched for, because some advert may say them.
import { kinds, isName, unsupported, type Match, type Meaning } from './match.ts';
import { isOtherVehicle } from './other-vehicles.ts';
import { ASKING } from './name-words.ts';
import { isElsewhere, SUBJECTS } from './subjects.ts';
import { isTerm, saidBy } from './term.ts';
import { flowsAt, textOf, type Phrase } from './tokenized-phrase.ts';

const ELSEWHERE = 'This does not describe a vehicle, so it was not searched for.';

const OF_VEHICLES = kinds('make', 'model', 'fuel', 'transmission', 'dealer', 'sort', 'distance', 'nearby');

export function withoutOtherSubjects(matches: readonly Match[], phrase: Phrase): readonly Match[] {
  const { words } = phrase;
  const isLetter = words.length === 1 && /^[a-z]$/.test(words[0].key);
  const opening = SUBJECTS.opening.find(phrase, 0)?.meaning;
  const end = opening === 'advice' ? words.length : endOfElsewhere(matches, phrase);
  const isOther = isLetter || opening !== undefined;
  if (end === 0 && (!isOther || matches.some((match) => isOfVehicles(match, phrase)))) return matches;
  // Another clause may ask for a vehicle: `not hire, a Golf`.
  const isAsked = end > 0 && matches.some(({ from, meaning }) => from >= end && isNamed(meaning));
  return matches.map((match) =>
    match.meaning.kind === 'stop_words' ||
    match.meaning.kind === 'unsupported' ||
    (isAsked && match.from >= end)
      ? match
      : unsupported(match, ELSEWHERE),
  );
}

function isNamed({ kind }: Meaning): boolean {
  return kind === 'make' || kind === 'model' || kind === 'fuel' || kind === 'transmission';
}

function endOfElsewhere(matches: readonly Match[], phrase: Phrase): number {
  const { words } = phrase;
  const isVehicle = (at: number): boolean =>
    ASKING.noun.find(phrase, at) !== undefined ||
    matches.some((match) => match.from === at && (isNamed(match.meaning) || isOtherVehicle(match)));
  // `Ford Focus front bumper`, but not `Focus alloys`, which adverts have, nor `Juke with Golf wheels`
  const all = matches.filter(isName);
  const names = all.every((name, i) => i === 0 || all[i - 1].to === name.from) ? all : [];
  const isPartOf = (at: number): boolean => {
    const end = at + SUBJECTS.part.lengthAt(phrase, at);
    return (
      end > at &&
      !flowsAt(phrase, end) &&
      words[at].flows &&
      names.at(-1)?.to === at &&
      !isTerm(textOf(phrase, at, end))
    );
  };
  let isOfVehicle = false;
  let hasText = false;
  let end = 0;
  for (const match of matches) {
    const { from, to, meaning, isExcluded } = match;
    if (!words[from].flows) isOfVehicle = hasText = false;
    const isOwn = isOtherVehicle(match);
    // `alloy wheels for my Golf`, but not `a Golf with alloy wheels for my wife`
    const isPart = isOwn && hasText && SUBJECTS['of a vehicle'].find(phrase, from - 1) !== undefined;
    const isAsked = isExcluded !== true && !isOwn && (isElsewhere(phrase, from, isVehicle) || isPartOf(from));
    hasText ||= meaning.kind === 'free_text';
    if ((!isOfVehicle && (isPart || isAsked)) || (isOfVehicle && isPartOf(from))) {
      end = to;
      while (end < words.length && words[end].flows) end++;
    }
    isOfVehicle ||= isNamed(meaning);
  }
  return end;
}

function isOfVehicles(match: Match, phrase: Phrase): boolean {
  const { meaning } = match;
  if (meaning.kind === 'range') return meaning.field !== 'year' || meaning.compared === true;
  if (meaning.kind !== 'free_text') return OF_VEHICLES.has(meaning.kind);
  return meaning.plural !== undefined || isTerm(saidBy(match, phrase) ?? '');
}
