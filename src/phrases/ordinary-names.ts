// Names of makes and models that are other words where they stand: `golf clubs`, `my mate Jazz`.
// None of them is searched for. Right after its make, a name is the model whatever follows. The words are in
// assets/phrases/ordinary-names.tsv.
import { isName, makeJustBefore, unsupported, type Match, type Matcher } from './match.ts';
import { NAMES } from './name-words.ts';
import { isTermWord } from './term.ts';
import { joinedKeys, type Phrase } from './tokenized-phrase.ts';
import { named, PHRASES, readLists, WORDS, wordsMeaning } from './word-lists.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  if (found !== undefined) return { length: found.length, meaning: { kind: 'stop_words' } };
  const isDescribing = LISTS['first word'].find(phrase, at) ?? (describesAName(phrase, at, vocabulary) ? key : undefined); // prettier-ignore
  return isDescribing === undefined ? undefined : { length: 1, meaning: { kind: 'stop_words' } };
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
  if (at > adjective && phrase.words.at(at)?.flows !== true) return false;
  const { key: word } = phrase.words[adjective];
  const own = vocabulary.make(word) ?? vocabulary.models(word, undefined).at(0)?.make;
  return joinedKeys(phrase, at, at < adjective ? 1 : 2).some((key, i) => {
    const make = i === 0 ? vocabulary.make(key) : undefined;
    const makes = [make, ...vocabulary.models(key, undefined).map((model) => model.make)];
    return makes.some((one) => one !== undefined && one !== own) && !makes.includes(own);
  });
}

/**
 * The matches without the names of persons, if the phrase has another car: alone, `for my mate Jazz` asks for a Jazz. A word with a
 * capital that no table knows is a name too.
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
  if (!isName(match) && !(isCapital && isUnknown(match, word.key))) return undefined;
  const next = matches.at(i + 1);
  // `my brother Ford Focus`
  const isCar = next?.meaning.kind === 'model' && words[next.from].flows;
  if (isCar || isListed(matches, i, phrase) || /[0-9]/.test(word.key)) return undefined;
  const before = from > 0 && word.flows ? words[from - 1].key : '';
  const two = from > 1 ? `${words[from - 2].key} ${before}` : '';
  const isCertain = LISTS['always before a person'].has(before) || LISTS['always before a person'].has(two);
  if (isCertain || LISTS['before a person'].has(before) || LISTS['before a person'].has(two))
    return { to, isCertain };
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
