// Decides which names of a phrase are cars that are wanted: the first, and those that the phrase joins to it (`a Golf or an Audi`). A make
// in the description of a car is none (`A6 with full Peugeot service history`), nor is a name behind another make (`Daimler XJ`).
import { kinds, isName, type Match, type Name } from './match.ts';
import { NAMES } from './name-words.ts';
import { groupOf, isTerm, saidBy } from './term.ts';
import type { Phrase } from './tokenized-phrase.ts';

/** What joins a name to those before it. An `or` joins over other words; `and` and a comma join over those that describe a car. */
type Joint = 'or' | 'and' | 'part';

/** Kinds of what may stand between a joint and the car that it describes: `and a diesel Astra`. */
const DESCRIBING = kinds('stop_words', 'fuel', 'transmission', 'range', 'sort');

export function partsAmong(matches: readonly Match[], phrase: Phrase): Set<Match> {
  const parts = new Set<Match>();
  const makes = new Set<string>();
  let last = -1;
  matches.forEach((match, at) => {
    if (!isName(match) || match.isExcluded === true) return;
    const own = makesOf(match);
    const isOther = last !== -1 && !own.some((make) => makes.has(make));
    if (isOther && isPart(matches, at, last, parts, phrase)) parts.add(match);
    else for (const make of own) makes.add(make);
    last = at;
  });
  return parts;
}

function makesOf({ meaning }: Name): string[] {
  return meaning.kind === 'make' ? [meaning.make] : meaning.models.map(({ make }) => make);
}

/** Whether the name at `at`, of another make than those before it, is no car of its own. `last`: the name before it. */
function isPart(
  matches: readonly Match[],
  at: number,
  last: number,
  parts: ReadonlySet<Match>,
  phrase: Phrase,
): boolean {
  const match = matches[at];
  const before = matches[last];
  const between = matches.slice(last + 1, at);
  const isNear = between.every(({ meaning }) => meaning.kind === 'stop_words');
  if (match.isAlternative === true) return false;
  const joint = jointBefore(matches, at, last, phrase);
  if (joint === 'part') return true;
  // `serviced by Audi or BMW`
  if (joint !== undefined && isNear && parts.has(before)) return true;
  if (joint === 'or' || hasOwnModel(matches, at, phrase)) return false;
  if (joint === 'and')
    return (
      match.meaning.kind === 'make' &&
      !(isNear && before.meaning.kind === 'make') &&
      isEquipment(matches.at(at + 1), phrase)
    );
  const isBeside = between.length === 0;
  const { meaning } = match;
  if (meaning.kind === 'make') return !isBeside || before.meaning.kind !== 'make';
  // `golf grandees`, `GMC Sierra`, but `fiesta corsa`
  return (
    isBeside && ((meaning.kind === 'model' && meaning.isGuess === true) || before.meaning.kind === 'make')
  );
}

/** `ford fiesta vauxhall corsa` */
function hasOwnModel(matches: readonly Match[], at: number, { words }: Phrase): boolean {
  const { meaning } = matches[at];
  const next = matches.at(at + 1);
  return (
    meaning.kind === 'make' &&
    next?.meaning.kind === 'model' &&
    words[next.from].flows &&
    next.meaning.models.some(({ make }) => make === meaning.make)
  );
}

/** Whether a match is a term of which a car may have several: `service history`, but not `estate`. */
function isEquipment(match: Match | undefined, phrase: Phrase): boolean {
  if (match === undefined || !phrase.words[match.from].flows) return false;
  return isTerm(saidBy(match, phrase) ?? '') && groupOf(match, phrase) === undefined;
}

function jointBefore(matches: readonly Match[], at: number, last: number, phrase: Phrase): Joint | undefined {
  const { words } = phrase;
  let isPerhapsPart = false;
  let isFar = false;
  for (let i = at; i > last; i--) {
    const { from, to, meaning } = matches[i];
    let isJoint = !words[from].flows || /[/&+]/.test(words[from].gap);
    if (i < at && meaning.kind === 'stop_words') {
      const joints = words.slice(from, to).map(({ key }) => NAMES['before another make'].get(key));
      if (joints.includes('alternative')) return 'or';
      if (joints.includes('part')) return 'part';
      if (joints.includes('perhaps part')) isPerhapsPart = true;
      isJoint ||= joints.includes('joint');
    } else if (i < at) {
      isFar ||= !DESCRIBING.has(meaning.kind) && groupOf(matches[i], phrase) === undefined;
    }
    if (isJoint && !isPerhapsPart) return isFar ? undefined : 'and';
    if (isJoint) break;
  }
  return isPerhapsPart ? 'part' : undefined;
}
