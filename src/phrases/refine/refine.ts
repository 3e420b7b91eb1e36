// Interprets a phrase beside the search so far. `make it blue`, `cheaper` or `but not a Ford` refine that search; a phrase that
// is a request of its own starts anew; refers-back.ts decides which of both it is.
import type { TextPiece } from '../../stock/listing-index.ts';
import { annotate, resolve, tokenizeText, type ReadPhrase } from '../interpret.ts';
import { TRANSMISSIONS } from '../../vehicle/classes.ts';
import { isName, type Match, type PhraseContext } from '../words/match.ts';
import { rememberedContext } from '../words/remembered-context.ts';
import { withConditions } from '../unwanted/other-vehicle-spans.ts';
import { withoutOtherVehicles } from '../unwanted/other-vehicles.ts';
import { rewrite } from '../passes.ts';
import type { MissingTexts, Span } from '../words/query-builder.ts';
import { writtenText, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { searchedModels, vocabularyBeside } from './words-beside-search.ts';
import { describeParts, type RefinementPart, type Refinement } from './apply-parts.ts';
import { readOperations } from './operations.ts';
import { onlyResets, REFINEMENTS } from './refine-words.ts';
import type { ClauseAction, Step } from './steps.ts';
import { isTextOfSearch, refersBack } from './refers-back.ts';
import { unitsOf } from './search-words.ts';
import type { SearchParameters } from './search-under-change.ts';

export type { Refinement } from './apply-parts.ts';
export type { SearchParameters } from './search-under-change.ts';

interface ResolvedRefinement {
  readonly pieces: readonly TextPiece[];
  readonly describe: (...missing: MissingTexts) => Refinement;
}

/** `current` is valid, its places are postcodes. The Problem of `tokenizeText`. */
export function resolveBeside(
  text: string,
  current: SearchParameters,
  context: PhraseContext,
): ResolvedRefinement {
  const phrase = tokenizeText(text);
  const remembered = rememberedContext(context);
  const anew = (own: Phrase, resets: boolean): ResolvedRefinement => {
    const { pieces, describe } = resolve(
      { phrase: own, matches: rewrite(annotate(own, remembered), own, true) },
      context,
    );
    return {
      pieces,
      describe: (...missing) => ({ ...describe(...missing), refines: false, resets, changes: [] }),
    };
  };
  if (Object.keys(current).length === 0) return anew(phrase, onlyResets(phrase));
  const vocabulary = vocabularyBeside(remembered.vocabulary, current);
  const annotated = annotate(phrase, {
    ...remembered,
    vocabulary,
    hasSearch: true,
    searchedModels: searchedModels(current),
  });
  // Stances say whether the phrase refers to the search, so the other passes run on what is beside the operations.
  const matches = withoutOtherVehicles(annotated, phrase);
  const operations = readOperations(phrase, matches);
  const { steps, markers, resets } = operations;
  const clauses = steps.flatMap((step) => (step.kind === 'clause' ? [step.words] : []));
  // What a limit that an operation has read depends on is a condition all the same.
  const read = { phrase, matches: withConditions(annotated, matches) };
  const rest = withoutOperations(read, clauses, current);
  const isRefining = resets || permits(rest.matches) || refersBack(operations, phrase, matches, current);
  // What was read once per word was read with the vocabulary beside the search.
  if (!isRefining) return anew(tokenizeText(text), false);
  const parts = partsOf(steps, phrase, rest, current, context);
  return {
    pieces: parts.flatMap(({ resolved }) => resolved?.pieces ?? []),
    describe: (...missing) => {
      const before = resets ? {} : current;
      const found = describeParts(parts, phrase.text, before, context, missing, operations);
      const ignored = [...markers.map((words) => spanOf(phrase, words)), ...found.ignoredWords];
      return {
        ...found,
        ignoredWords: ignored.sort((a, b) => a.start - b.start),
        refines: !resets,
        resets,
        changes: resets ? [] : found.changes,
      };
    },
  };
}

/** Whether all cars that are named are only allowed: `a Picanto would suit`. */
function permits(matches: readonly Match[]): boolean {
  const isPermitted = (match: Match): boolean => match.isAlternative === true || match.isNeedless === true;
  return matches.some(isPermitted) && matches.filter(isName).every(isPermitted);
}

/** The steps of a phrase, with what their words ask for: values that will do as well, or need not be, each apart. */
function partsOf(
  steps: readonly Step[],
  phrase: Phrase,
  rest: ReadPhrase,
  current: SearchParameters,
  context: PhraseContext,
): RefinementPart[] {
  const isStatement = phrase.words.some(({ key }) => REFINEMENTS['of a statement'].has(key));
  let next = 0;
  return steps.flatMap((step): RefinementPart[] => {
    if (step.kind !== 'clause') return [{ step, span: spanOf(phrase, step) }];
    const from = next;
    next += step.words.length;
    const span = spanOf(rest.phrase, { from, to: next });
    const own = rest.matches.filter((match) => match.from >= from && match.from < next);
    const leavesOut = step.words.some(
      (_, i) => REFINEMENTS['leave out'].find(rest.phrase, from + i) !== undefined,
    );
    const actionOf = (match: Match): ClauseAction =>
      match.isNeedless ? 'remove' : match.isAlternative && step.action === 'set' ? 'add' : step.action;
    return [...new Set(own.map(actionOf))].map((action) => {
      const matches = own.filter((match) => actionOf(match) === action);
      return {
        step: { ...step, action },
        span,
        leavesOut,
        hasAllGearboxes: hasAllGearboxes(own),
        resolved: resolve({ phrase: rest.phrase, matches }, context, current['location'] !== undefined),
        hasOrder: own.some(({ meaning }) => meaning.kind === 'sort'),
        permits: matches.some(({ isAlternative }) => isAlternative === true)
          ? 'also'
          : isStatement
            ? 'statement'
            : undefined,
        isUnsure: own.some(isUnsure),
        isBehindMiles: own.some((match, i) => isUnsure(match) && isLowMileage(own.at(i - 1), match)),
      };
    });
  });
}

function isUnsure({ meaning }: Match): boolean {
  return meaning.kind === 'range' && meaning.mayBeMiles === true;
}

function isLowMileage(before: Match | undefined, { from }: Match): boolean {
  return before?.meaning.kind === 'sort' && before.meaning.sort === 'miles_asc' && before.to === from;
}

/** A phrase without the words of operations, read as any other. Each clause of what is left ends where they were. */
function withoutOperations(
  { phrase, matches }: ReadPhrase,
  clauses: readonly (readonly number[])[],
  current: SearchParameters,
): ReadPhrase {
  const currentKeys = unitsOf(current['q'] ?? '').flatMap(({ keys, isExcluded }) => (isExcluded ? [] : keys));
  const kept = clauses.flat();
  const words = clauses.flatMap((clause) =>
    clause.map((at, i) =>
      i > 0 && clause[i - 1] === at - 1
        ? phrase.words[at]
        : { ...phrase.words[at], joins: false, flows: false },
    ),
  );
  const rest = { text: phrase.text, words };
  const own = matches.flatMap((match) => {
    const from = kept.findIndex((at) => at >= match.from && at < match.to);
    const to = kept.findLastIndex((at) => at >= match.from && at < match.to) + 1;
    const meaning =
      match.meaning.kind === 'free_text' && isTextOfSearch(match, phrase, currentKeys)
        ? { ...match.meaning, isHeld: true as const }
        : match.meaning;
    return from === -1 ? [] : [{ ...match, meaning, from, to }];
  });
  return { phrase: rest, matches: rewrite(own, rest, false).map(withoutKind) };
}

/** A match with only the named kind of an excluded class, as words: `no DSG` leaves other automatics. */
function withoutKind(match: Match): Match {
  const { meaning, isExcluded } = match;
  const isClass = meaning.kind === 'fuel' || meaning.kind === 'transmission';
  return isClass && isExcluded === true && meaning.narrow !== undefined
    ? { ...match, meaning: { kind: 'free_text', as: meaning.narrow } }
    : match;
}

function hasAllGearboxes(matches: readonly Match[]): boolean {
  const named = matches.flatMap(({ meaning, isExcluded }) =>
    meaning.kind === 'transmission' && isExcluded !== true ? [meaning.value] : [],
  );
  return new Set(named).size === TRANSMISSIONS.length;
}

/** The text from the first word to the last. */
function spanOf(phrase: Phrase, range: WordRange): Span {
  const { start } = phrase.words[range.from];
  const { end } = phrase.words[range.to - 1];
  return { words: writtenText(phrase, range), start, end };
}
