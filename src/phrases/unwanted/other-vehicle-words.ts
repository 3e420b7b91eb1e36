// The words by which a vehicle is known to be one that somebody has, had, gives up or rules out, from
// assets/phrases/other-vehicles.tsv.
import { QUANTITIES } from '../limits/quantity-words.ts';
import { isName, type Match } from '../words/match.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { groupOf, isTerm, isTrim, saidBy } from '../terms/term.ts';
import { after, before, mark } from '../words/slots.ts';
import { flowsAt, keyAt, type Phrase, type PhraseToken } from '../words/tokenized-phrase.ts';
import { PHRASES, WORDS, named, phrasesMeaning, readLists, wordsMeaning } from '../words/word-lists.ts';

export type Ending = 'confirms' | 'alone' | 'compared';

export const OTHER_VEHICLES = readLists(
  'other-vehicles',
  {
    had: phrasesMeaning(named('strong', 'weak', 'giving', 'compared', 'preferred')),
    somebody: PHRASES,
    'of somebody': phrasesMeaning<'strong' | 'weak'>({ '': 'strong', advice: 'weak' }),
    owner: WORDS,
    relative: WORDS,
    relatives: WORDS,
    'not mine': WORDS,
    want: PHRASES,
    fate: phrasesMeaning(named('verb', 'participle', 'last', 'possessive', 'clause')),
    verb: WORDS,
    adverb: WORDS,
    negative: WORDS,
    'same again': PHRASES,
    objection: PHRASES,
    ending: phrasesMeaning<Ending>({ '': 'confirms', ...named('alone', 'compared') }),
    particle: WORDS,
    source: PHRASES,
    target: WORDS,
    'in exchange': WORDS,
    'no vehicle': WORDS,
    'before a range': WORDS,
    moving: PHRASES,
    'asked before': wordsMeaning({ '': 'having', always: 'always' }),
    article: WORDS,
    definite: WORDS,
    'clause start': WORDS,
    'start of another': WORDS,
    valued: WORDS,
    'of the past': WORDS,
    'of a condition': WORDS,
    'subject of the past': WORDS,
    'owned before': WORDS,
    'owned from now on': WORDS,
  },
  new Map([
    ['after', after(true)],
    ['earlier', after(false)],
    ['later', before(false)],
    ['clause end', mark((phrase, at) => !flowsAt(phrase, at))],
  ]),
);

export type Act = 'strong' | 'weak' | 'compared' | 'preferred';

/** Words of having at a word, also of somebody else, or words that compare with a vehicle. */
export function hadAt(phrase: Phrase, at: number): PhraseMatch<Act> | undefined {
  const { words } = phrase;
  const somebody = OTHER_VEHICLES.somebody.find(phrase, at);
  if (somebody !== undefined) {
    let next = at + somebody.length;
    while (OTHER_VEHICLES.adverb.has(keyAt(phrase, next))) next++;
    const act = OTHER_VEHICLES['of somebody'].next(phrase, next);
    if (act !== undefined) return { meaning: act.meaning, length: next + act.length - at };
  }
  const had = OTHER_VEHICLES.had.find(phrase, at);
  if (had === undefined) return undefined;
  if (had.meaning !== 'weak' && had.meaning !== 'giving') return { meaning: had.meaning, length: had.length };
  // `got a Golf with air con?`
  if (had.meaning === 'weak' && (at === 0 || !words[at].flows) && endOfClause(phrase, at).includes('?'))
    return undefined;
  // `do you have a Golf`, `to have a Golf`, but `to sell the Golf`
  const asked = at > 0 && words[at].flows ? OTHER_VEHICLES['asked before'].get(words[at - 1].key) : undefined;
  const isAsked = asked === 'always' || (asked === 'having' && had.meaning === 'weak');
  return isAsked ? undefined : { meaning: 'weak', length: had.length };
}

/** What is between the clause of a word and the next one. */
function endOfClause(phrase: Phrase, at: number): string {
  let end = at + 1;
  while (flowsAt(phrase, end)) end++;
  return phrase.words.at(end)?.gap ?? phrase.text.slice(phrase.words[end - 1].end);
}

/**
 * Whether a source begins a range: `anything from a Golf to a Passat`, also behind a comma; but not `changing cars, from a Golf
 * to a Passat`.
 */
export function beginsRange(phrase: Phrase, at: number): boolean {
  const { words } = phrase;
  if (at === 0 || !OTHER_VEHICLES['before a range'].has(words[at - 1].key)) return false;
  if (words[at].flows) return true;
  if (words[at].key !== 'from' || /[.!?\n]/.test(words[at].gap)) return false;
  let start = at - 1;
  while (start > 0 && words[start].flows) start--;
  const isChange = (i: number): boolean =>
    OTHER_VEHICLES.moving.find(phrase, i) !== undefined || hadAt(phrase, i) !== undefined;
  return !words.slice(start, at).some((_, i) => isChange(start + i));
}

/** The number of words of a fate, with the verbs before its participle. */
export function fateAt(phrase: Phrase, at: number, isAfterName: boolean): number {
  const { words } = phrase;
  const isAfterNo = at > 0 && words[at].flows && OTHER_VEHICLES.negative.has(words[at - 1].key);
  if (isAfterNo) return 0;
  const objection = OTHER_VEHICLES.objection.find(phrase, at);
  if (objection !== undefined) return objection.length;
  let next = at;
  const isPossessive = isAfterName && words[at].flows && /['’]s$/iu.test(words[at - 1].text);
  let hasVerb = isPossessive;
  while (next === at || flowsAt(phrase, next)) {
    const fate = OTHER_VEHICLES.fate.find(phrase, next);
    // `Golf going back`
    const isWhole = isAfterName && !flowsAt(phrase, at + (fate?.length ?? 0));
    const isClause = next === at && !flowsAt(phrase, at) && !flowsAt(phrase, at + (fate?.length ?? 0));
    const end = next + (fate?.length ?? 0);
    // `the Golf is going`, but not `the Golf is going for 5k`
    const isLast = hasVerb && (!flowsAt(phrase, end) || OTHER_VEHICLES['clause start'].has(words[end].key));
    const applies = {
      verb: true,
      participle: hasVerb || isWhole,
      last: isLast,
      possessive: false,
      clause: isClause,
    };
    if (fate !== undefined && (isPossessive || applies[fate.meaning])) return next + fate.length - at;
    const { key } = words[next];
    if (!OTHER_VEHICLES.verb.has(key) && !OTHER_VEHICLES.adverb.has(key)) return 0;
    hasVerb ||= OTHER_VEHICLES.verb.has(key);
    next++;
  }
  return 0;
}

/** `my`, `wife's`, and also `wifes` behind an article or another owner. */
export function isOwner({ words }: Phrase, at: number): boolean {
  const { key, text, flows } = words[at];
  // `getting her a Captur`
  if (OTHER_VEHICLES.owner.has(key)) return !/^(?:an?|another)$/.test(words.at(at + 1)?.key ?? '');
  const before = at > 0 && flows ? words[at - 1].key : '';
  return (
    OTHER_VEHICLES.relatives.has(key) &&
    (/['’]/u.test(text) || OTHER_VEHICLES.owner.has(before) || OTHER_VEHICLES.article.has(before))
  );
}

/** Whether a match names a vehicle, or only says what kind it is. */
export type VehicleKind = 'named' | 'unnamed' | undefined;

export function vehicleOf(match: Match, phrase: Phrase): VehicleKind {
  const { meaning } = match;
  if (isName(match) || (meaning.kind === 'free_text' && meaning.plural !== undefined)) return 'named';
  // `my GTI`, `killing me on the Type R`
  const { from } = match;
  const isDefinite = (at: number): boolean => OTHER_VEHICLES.definite.has(phrase.words[at].key);
  const isOwned = from > 0 && flowsAt(phrase, from) && (isDefinite(from - 1) || isOwner(phrase, from - 1));
  if (isOwned && isTrim(match, phrase) && isTerm(saidBy(match, phrase) ?? '')) return 'named';
  const isClass = meaning.kind === 'fuel' || meaning.kind === 'transmission';
  return isClass || groupOf(match, phrase) === 'body' ? 'unnamed' : undefined;
}

/** Whether a word begins a new thought, which an owner before it does not count in. */
export function isThought({ key }: PhraseToken): boolean {
  return QUANTITIES['end of a refusal'].get(key) === 'thought';
}

export function isYear({ meaning }: Match): boolean {
  return meaning.kind === 'range' && meaning.field === 'year';
}
