// Readers of words that say what is done with the values beside them (`or a Polo`, `black is ok too`, `no, diesel`), or refer
// to the search before (`it`, `the same`). operations.ts says in which order they are asked. Each returns whether it read
// something.
import { isName } from '../words/match.ts';
import { ASKING } from '../words/word-lists.ts';
import type { OperationReader } from './operation-reader.ts';
import { pronounEnd, REFINEMENTS } from './refine-words.ts';

/** `no, diesel` corrects; `no diesel` and `actually no diesels` exclude. */
export function readCorrection(reader: OperationReader): boolean {
  const length = reader.lengthOf(REFINEMENTS.correction);
  const to = reader.at + length;
  const excludes = reader.matches.some(
    (match) => match.from > reader.at && match.to === to && match.meaning.kind === 'stance',
  );
  const [isLong, isEnd] = [length > 1, reader.isEnd(to)];
  const isWhole = reader.isClauseStart ? isLong || isEnd : isLong && isEnd;
  if (length === 0 || excludes || !isWhole) return false;
  reader.corrects = true;
  if (!reader.isStart && reader.isClauseStart) reader.begin('set');
  return reader.mark(to);
}

/** `hybrids were ok, include those` */
export function readAddedPronoun(reader: OperationReader): boolean {
  const length = reader.lengthOf(ASKING.add);
  const end = length > 0 ? pronounEnd(reader.phrase, reader.at + length) : undefined;
  return end !== undefined && reader.isClauseStart && reader.setsValue && reader.endClause('add', end);
}

/** `make it blue`, `or a Polo`, `add a towbar`, `and an X3` */
export function readIntroduction(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  if (!reader.isClauseStart && phrase.words[at - 1]?.key !== 'and') return false;
  const joint = reader.isStart ? ASKING.conjunction.find(phrase, at) : undefined;
  const [added, replaced] = [reader.lengthOf(ASKING.add), reader.lengthOf(ASKING.replace)];
  if (replaced > 0 && replaced >= added) return reader.introduce('set', at + replaced);
  if (joint?.meaning === 'adds' && joint.length >= added) {
    reader.introduce('add', at + joint.length);
    return (reader.clause.joinedByOr = true);
  }
  if (added > 0) return reader.introduce('add', at + added);
  const named = at + (joint?.length ?? 0);
  const start = named + (ASKING.article.has(phrase.words.at(named)?.key ?? '') ? 1 : 0);
  const isOfCar = reader.matches.some((match) => match.from === start && isName(match));
  if (joint?.meaning === 'lists' && isOfCar && !reader.isEnd(named)) return reader.introduce('add', named);
  if (joint !== undefined && at === 0) reader.refer('weak');
  return false;
}

/** `petrol as well as diesel` */
export function readBetweenValues(reader: OperationReader): boolean {
  const length = reader.lengthOf(ASKING.add);
  if (length <= reader.lengthOf(ASKING['add after'])) return false;
  if (!reader.isBehindValue || reader.clause.action !== 'set') return false;
  reader.clause.action = 'add';
  return reader.introduce('add', reader.at + length);
}

/** `Skodas were all right, have them in as well` */
export function readBehindPronoun(reader: OperationReader): boolean {
  const { phrase, at } = reader;
  const to = at + reader.lengthOf(ASKING['add after']);
  if (to === at || reader.isBehindValue || !reader.setsValue) return false;
  const isOfPronoun = [1, 2].some((back) => back < at && pronounEnd(phrase, at - back) !== undefined);
  return isOfPronoun && reader.isEndOfClause(to) && reader.endClause('add', to);
}

/** `black is ok too`. What is `fine` is a stance, as a rule. */
export function readBehindValue(reader: OperationReader): boolean {
  const { phrase, at, matchBefore } = reader;
  if (!reader.isBehindValue) return false;
  const to = at + reader.lengthOf(ASKING['add after']);
  const here = reader.matchHere?.meaning;
  const isStance = here?.kind === 'stance' && here.of === 'last' && matchBefore?.meaning.kind !== 'range';
  const isPermission = ASKING['add after'].find(phrase, at)?.meaning === 'permits';
  const isAdded = !isPermission || (!isStance && reader.isEndOfClause(to));
  if (isStance && !isAdded) return reader.take();
  if (to === at || !isAdded) return false;
  // `any red will do` after Soul Red
  const isAny = phrase.words[reader.clause.words[0]].key === 'any';
  return reader.endClause(isAny ? reader.clause.action : 'add', to);
}

/** `the same but blue` */
export function readSame(reader: OperationReader): boolean {
  const length = reader.lengthOf(REFINEMENTS.same);
  return length > 0 && reader.introduced(reader.at + length);
}

/** `blue instead` */
export function readReplacementBehind(reader: OperationReader): boolean {
  const length = reader.lengthOf(ASKING['replace after']);
  return length > 0 && reader.isEndOfClause(reader.at + length) && reader.introduced(reader.at + length);
}

/** `only automatics`, `automatics only` */
export function readOnly(reader: OperationReader): boolean {
  const to = reader.at + reader.lengthOf(ASKING.only);
  if (to === reader.at || (!reader.isStart && !reader.isEndOfClause(to))) return false;
  reader.refer('weak');
  return reader.mark(to);
}

/** `does it have leather`, `the Audi ones`. A noun is only noted: pronouns behind it are about it. */
export function readPronoun(reader: OperationReader): boolean {
  const { at, matchBefore } = reader;
  if (reader.lengthOf(ASKING.noun) > 0) reader.hasAntecedent = true;
  const length = reader.lengthOf(ASKING.pronoun);
  if (length === 0) return false;
  const isNamed = !reader.isEnd(at) && matchBefore !== undefined && isName(matchBefore);
  if (isNamed) reader.introduces = true;
  if (!isNamed && reader.hasAntecedent) return false;
  reader.refer('strong');
  // `not bothered about it being red`
  const meaning = matchBefore?.meaning;
  const isSubject = meaning?.kind === 'stance' && meaning.of === 'next' && meaning.stance !== 'wish';
  return !isSubject && reader.mark(at + length);
}
