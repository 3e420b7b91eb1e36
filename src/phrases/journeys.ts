// Matches places where nobody looks for a vehicle: where somebody goes (`driving up to London`, `commute from Derby to Nottingham`), will
// live (`moving to Leeds next month`) or once was (`grew up in Hull`). Names of models that are also names of places are no models there
// (`a trip to Ibiza`). The words are in assets/phrases/places.tsv.
import type { MatchContext, Matcher } from './match.ts';
import { PhraseReader } from './phrase-reader.ts';
import { placeNameAt } from './place-name.ts';
import { PLACE_LISTS } from './place-words.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const ELSEWHERE =
  'This was read as a place to go to or from, not as the place to search near: say near and the place if it is.';

export const matchJourney: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const kind = reader.take(PLACE_LISTS.journey);
  if (kind === undefined || (kind !== 'sent' && isWilling(phrase, at))) return undefined;
  const isModel = modelLengthAt(phrase, reader.next) > 0;
  const first = reader.next;
  let goesOn = false;
  for (let isOn = false, next = first; ;) {
    const length = modelLengthAt(phrase, next) || placeLengthAt(phrase, next, context);
    if (length === 0) break;
    goesOn ||= isOn;
    reader.next = next + length;
    const joint = reader.word && PLACE_LISTS['next place'].find(phrase, reader.next);
    if (joint === undefined) break;
    isOn = joint.meaning === 'on';
    next = reader.next + joint.length;
  }
  if (reader.next === first || (kind === 'from' && !goesOn)) return undefined;
  if (kind === 'home' && !isModel && reader.take(PLACE_LISTS['time to come']) === undefined) return undefined;
  reader.take(PLACE_LISTS['end of a journey']);
  const isMeant = phrase.words.some(
    (_, later) => later >= reader.next && PLACE_LISTS['meant there'].find(phrase, later) !== undefined,
  );
  if (isMeant) return undefined;
  return { length: reader.length, meaning: { kind: 'unsupported', reason: ELSEWHERE } };
};

/** `can travel to Leeds`, `happy to drive to Leeds`: somebody who looks there. */
function isWilling({ words }: TokenizedPhrase, at: number): boolean {
  const last = at > 0 && words[at].flows ? words[at - 1].key : '';
  const before = last === 'to' && at > 1 && words[at - 1].flows ? words[at - 2].key : last;
  return PLACE_LISTS.willing.has(before);
}

function modelLengthAt({ words }: TokenizedPhrase, at: number): number {
  const word = words.at(at);
  if (word?.flows !== true) return 0;
  if (PLACE_LISTS['also a model'].has(`${word.key} ${words.at(at + 1)?.key ?? ''}`)) return 2;
  return PLACE_LISTS['also a model'].has(word.key) ? 1 : 0;
}

function placeLengthAt(phrase: TokenizedPhrase, at: number, context: MatchContext): number {
  return phrase.words.at(at)?.flows === true ? (placeNameAt(phrase, at, context)?.length ?? 0) : 0;
}
