// Decides which names in a phrase are wanted cars: the first, and those joined to it (`a Golf or an Audi`). Three kinds of
// names are not: a make in the description of a car (`A6 with full Peugeot service history`), a name after another make
// (`Daimler XJ`), and a name used as an ordinary word or a person's name (`golf clubs`, `my mate Jazz`). A name right after its
// own make is always the model.
import {
  kinds,
  isName,
  STOP_WORDS,
  type Match,
  type Name,
  makeJustBefore,
  unsupported,
  type Matcher,
} from '../words/match.ts';
import { NAMES, named, PHRASES, readLists, WORDS, wordsMeaning } from '../words/word-lists.ts';
import { groupOf, isTerm, saidBy, isTermWord } from '../terms/term.ts';
import { type Phrase, joinedKeys } from '../words/tokenized-phrase.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/**
 * What joins a name to those before it. An `or` joins over other words; `and` and a comma join over those that describe a car.
 */
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

export function makesOf({ meaning }: Name): string[] {
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
      const joints = words.slice(from, to).map(({ key }) => NAMES['between values'].get(key));
      if (joints.includes('alternative')) return 'or';
      if (joints.includes('part')) return 'part';
      if (joints.includes('perhaps part')) isPerhapsPart = true;
      isJoint ||= joints.includes('joint');
    } else if (i < at) {
      isFar ||= !DESCRIBING.has(meaning.kind) && groupOf(matches[i], phrase) === undefined;
    }
    if (isJoint) return isFar ? undefined : 'and';
  }
  return isPerhapsPart ? 'part' : undefined;
}

const LISTS = readLists('ordinary-names', {
  ordinary: PHRASES,
  'first word': PHRASES,
  adjective: wordsMeaning(named('before', 'beside')),
  'before a person': WORDS,
  'always before a person': WORDS,
  'after a person': PHRASES,
});

const PERSON_MEANT = 'This was read as the name of a person, so it was not searched for.';

/** Matches names in phrases in which they are other words. */
export const matchOrdinaryName: Matcher = (phrase, at, { vocabulary }, previous) => {
  const { words } = phrase;
  const { key } = words[at];
  const after = makeJustBefore(previous, at);
  if (after !== undefined && vocabulary.models(key, after).some(({ make }) => make === after))
    return undefined;
  const found = LISTS.ordinary.find(phrase, at);
  if (found !== undefined) return { length: found.length, meaning: STOP_WORDS };
  const isDescribing =
    LISTS['first word'].find(phrase, at) ?? (describesAName(phrase, at, vocabulary) ? key : undefined);
  return isDescribing === undefined ? undefined : { length: 1, meaning: STOP_WORDS };
};

function describesAName(phrase: Phrase, at: number, vocabulary: Vocabulary): boolean {
  const { key, flows } = phrase.words[at];
  const side = LISTS.adjective.get(key);
  if (side === undefined) return false;
  if (isNameAt(phrase, at + 1, vocabulary)) return true;
  return side === 'beside' && at > 0 && flows && isNameAt(phrase, at - 1, vocabulary, at);
}

/** Whether a name of another make begins at a word: a `smart ForTwo` is a Smart. */
function isNameAt(phrase: Phrase, at: number, vocabulary: Vocabulary, adjective = at - 1): boolean {
  const next = phrase.words.at(at);
  // `octavia / superb / passat` lists cars.
  if (at > adjective && (next?.flows !== true || !/^\s*$/.test(next.gap))) return false;
  const { key: word } = phrase.words[adjective];
  const own = vocabulary.make(word) ?? vocabulary.models(word, undefined).at(0)?.make;
  return joinedKeys(phrase, at, at < adjective ? 1 : 2).some((key, i) => {
    const make = i === 0 ? vocabulary.make(key) : undefined;
    const makes = [make, ...vocabulary.models(key, undefined).map((model) => model.make)];
    return makes.some((one) => one !== undefined && one !== own) && !makes.includes(own);
  });
}

/**
 * The matches without the names of persons, if the phrase has another car: alone, `for my mate Jazz` asks for a Jazz. A word
 * with a capital that no table knows is a name too.
 */
export function withoutPersons(matches: readonly Match[], phrase: Phrase): Match[] {
  const persons = matches.map((_, i) => personAt(matches, i, phrase));
  if (persons.every((person) => person === undefined)) return [...matches];
  const hasOther = matches.some((match, i) => isName(match) && persons[i] === undefined);
  const result: Match[] = [];
  for (const [i, match] of matches.entries()) {
    const person = persons[i];
    if (match.to <= (result.at(-1)?.to ?? 0)) continue;
    if (person === undefined || (isName(match) && !hasOther && !person.isCertain)) result.push(match);
    else result.push(unsupported({ from: match.from, to: person.to }, PERSON_MEANT));
  }
  return result;
}

function personAt(
  matches: readonly Match[],
  i: number,
  phrase: Phrase,
): { readonly to: number; readonly isCertain: boolean } | undefined {
  const { words } = phrase;
  const match = matches[i];
  const { from, to } = match;
  const word = words[from];
  const isCapital = /^\p{Lu}\p{Ll}+$/u.test(word.text);
  const isFuel = match.meaning.kind === 'fuel';
  if (!isName(match) && !(isCapital && (isFuel || isUnknown(match, word.key)))) return undefined;
  const next = matches.at(i + 1);
  // `my brother Ford Focus`
  const isCar = next?.meaning.kind === 'model' && words[next.from].flows;
  if (isCar || isListed(matches, i, phrase) || /[0-9]/.test(word.key)) return undefined;
  const before = from > 0 && word.flows ? words[from - 1].key : '';
  const two = from > 1 ? `${words[from - 2].key} ${before}` : '';
  const isCertain = LISTS['always before a person'].has(before) || LISTS['always before a person'].has(two);
  // `my cat called Diesel`, but not `for my mate Diesel`
  if (isFuel && !isCertain) return undefined;
  // `Mr Leon Ford`
  const last =
    next !== undefined && next.from === to && isName(next) && /^\p{Lu}/u.test(words[to].text) ? next.to : to;
  if (isCertain) return { to: last, isCertain };
  if (LISTS['before a person'].has(before) || LISTS['before a person'].has(two)) return { to, isCertain };
  const says = isCapital ? LISTS['after a person'].next(phrase, to) : undefined;
  if (says === undefined || NAMES['before a spoken name'].has(before)) return undefined;
  // No match is cut in two.
  const end = matches.findLast((other) => other.to <= to + says.length)?.to ?? to;
  return { to: Math.max(to, end), isCertain: false };
}

function isUnknown({ meaning, from, to }: Match, key: string): boolean {
  return meaning.kind === 'free_text' && meaning.as === undefined && to === from + 1 && !isTermWord(key);
}

/** `for my wife Clio or a Corsa`: another name follows. */
function isListed(matches: readonly Match[], i: number, { words }: Phrase): boolean {
  const joint = matches.at(i + 1);
  if (joint === undefined || !words[joint.from].flows || joint.meaning.kind !== 'stop_words') return false;
  const listed = matches.slice(i + 2, i + 4).find(isName);
  return joint.meaning.joins === true && listed !== undefined && listed.from <= joint.to + 1;
}
