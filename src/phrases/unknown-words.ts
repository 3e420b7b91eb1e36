// Words that no table knows. Behind what somebody asks for, they may describe it (`Golf Rabbit`, `with a dog guard`) and are searched for. In talk they say nothing of a car: of `to turn heads`, `cat walked on the keyboard` and `my back hurts`, adverts
// would be found that say `heads`, `cat` or `back`. The words that ask are in assets/phrases/asking.tsv.
import { kinds, isName, unsupported, type Match, type Matcher } from './match.ts';
import { ASKING } from './name-words.ts';
import { NUMBERS_ALONE } from './numerals.ts';
import { BODIES, isTerm, resemblesTerm, saidBy } from './term.ts';
import type { Phrase } from './tokenized-phrase.ts';

const REASON = 'This was not understood, so it was not searched for.';

/** Lists of words that ask for what is after them, or join it. */
const BEFORE = ['filler', 'request', 'pronoun', 'add', 'replace', 'only', 'degree', 'conjunction', 'noun', 'must'] as const; // prettier-ignore
/** The same after it: `too fussy` asks for nothing. */
const AFTER = ['add after', 'replace after'] as const;

/** What is said of vehicles, and what stands to it as a word: `not`. */
const CONTENT = kinds(
  'make',
  'model',
  'fuel',
  'transmission',
  'free_text',
  'range',
  'dealer',
  'sort',
  'stance',
);

export function withoutTalk(matches: readonly Match[], phrase: Phrase): Match[] {
  const { words } = phrase;
  const isTalk = matches.map((match) => match.meaning.kind === 'stop_words' && !asks(match, phrase));
  if (!isTalk.includes(true)) return [...matches];
  const result: Match[] = [];
  matches.forEach((match, i) => {
    if (!isUnknown(match, phrase)) {
      result.push(match);
      return;
    }
    let before = i;
    while (before > 0 && words[matches[before].from].flows && isAsking(before - 1)) before--;
    const hasClause = before > 0 && words[matches[before].from].flows;
    const isAfterContent = hasClause && CONTENT.has(result[before - 1].meaning.kind);
    // `a city car for parking`
    const isPurpose = hasClause && words[match.from - 1].key === 'for';
    result.push(isAfterContent && !isPurpose ? match : unsupported(match, REASON));
  });
  return result;

  function isAsking(at: number): boolean {
    return matches[at].meaning.kind === 'stop_words' && !isTalk[at];
  }
}

function asks({ from, to }: Match, phrase: Phrase): boolean {
  const isFirst = from === 0 || !phrase.words[from].flows;
  const lists = isFirst ? BEFORE : [...BEFORE, ...AFTER];
  for (let at = from; at < to;) {
    if (ASKING.article.has(phrase.words[at].key)) {
      at++;
      continue;
    }
    const length = Math.max(...lists.map((list) => ASKING[list].lengthAt(phrase, at)));
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function isUnknown(match: Match, phrase: Phrase): boolean {
  const said = saidBy(match, phrase);
  const isKind = match.meaning.kind === 'free_text' && match.meaning.plural !== undefined;
  return said !== undefined && !isKind && !/[0-9]/.test(said) && !isTerm(said);
}

const NO_UNIT = 'A number without a unit.';
/** `my 18th birthday` */
const ORDINAL = /^[0-9]{1,2}(?:st|nd|rd|th)$/;
/** Matches any word: words that no other matcher takes go to `q`. A number alone is unsupported. */
export const matchFreeText: Matcher = ({ words }, at, { vocabulary }, previous) => {
  const { key, gap } = words[at];
  // The 3 of `ST-3` belongs to it.
  const isPart = gap === '-' && previous?.meaning.kind === 'free_text';
  if (!isPart && /^[0-9.]+$/.test(key)) {
    return { length: 1, meaning: { kind: 'unsupported', reason: NO_UNIT } };
  }
  const isNamed = previous?.to === at && isName(previous);
  if (ORDINAL.test(key)) return { length: 1, meaning: { kind: 'stop_words' } };
  // `Mini One` is a trim, `a newer one` and `the VW one` are none.
  const isPronoun = isNamed && previous.from > 0 && words[previous.from - 1].key === 'the' && words[at].text === 'one'; // prettier-ignore
  if (NUMBERS_ALONE.has(key) && (!isNamed || isPronoun) && !isPart) {
    return {
      length: 1,
      meaning: key === 'one' ? { kind: 'stop_words' } : { kind: 'unsupported', reason: NO_UNIT },
    };
  }
  const body = BODIES.get(key);
  if (body !== undefined) return { length: 1, meaning: { kind: 'free_text', as: body } };
  const mayBeMisspelt = vocabulary.resembles(key) || resemblesTerm(key);
  return { length: 1, meaning: mayBeMisspelt ? { kind: 'free_text', mayBeMisspelt } : { kind: 'free_text' } };
};
