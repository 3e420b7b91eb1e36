// Interprets a phrase beside the search so far. `make it blue`, `cheaper` or `but not a Ford` refine that search; a phrase that is a
// request of its own starts anew. Which of both it is, is decided here, by what the phrase refers to and how much it names.
import { type ParameterName } from '../../listing/parameters.ts';
import type { TextPiece } from '../../listing/listing-index.ts';
import { parseQuery } from '../../listing/parse-query.ts';
import {
  annotate,
  resolve,
  tokenizeText,
  type Interpretation,
  type ReadPhrase,
  type ResolvedPhrase,
} from '../interpret.ts';
import { TRANSMISSIONS } from '../../vehicle/classes.ts';
import { isName, type Match, type Knowledge, rememberedContext } from '../words/match.ts';
import { withoutOtherVehicles } from '../unwanted/other-vehicles.ts';
import { rewrite } from '../passes.ts';
import type { MissingTexts, Span, Understood, Unsupported } from '../words/query-builder.ts';
import { writtenText, type Phrase, type WordRange } from '../words/tokenized-phrase.ts';
import { amountsInContext, vocabularyBeside } from './words-beside-search.ts';
import { applyClause, removeTopics } from './apply-clause.ts';
import { changeByAmount, compare } from './change-limits.ts';
import { COMPARATIVES, UNDONE } from './measures.ts';
import { readOperations } from './operations.ts';
import { onlyResets, REFINEMENTS } from './refine-words.ts';
import type { Clause, ClauseAction, Operations, Step } from './steps.ts';
import { isHeldText, refersBack } from './refers-back.ts';
import { unitsOf } from './search-words.ts';
import { SearchUnderChange, type ParameterChange, type SearchParameters } from './search-under-change.ts';

export type { ParameterChange, SearchParameters } from './search-under-change.ts';

/** An interpretation, and what it did with the search before. */
export interface Refinement extends Interpretation {
  /** Whether the phrase changed the search so far. If not, the parameters are a new search. */
  readonly refines: boolean;
  /** Whether it asks for a new search in so many words: `start again`. */
  readonly resets: boolean;
  /** In the order of parameters; empty for a new search. */
  readonly changes: readonly ParameterChange[];
  /** Makes that it asks for and no listing is of, where the stock is known. */
  readonly absentMakes?: readonly string[];
}

interface ResolvedRefinement {
  readonly pieces: readonly TextPiece[];
  readonly describe: (...missing: MissingTexts) => Refinement;
}

/** `current` is valid, its places are postcodes. The Problem of `tokenizeText`. */
export function resolveBeside(
  text: string,
  current: SearchParameters,
  context: Knowledge,
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
  const annotated = annotate(phrase, { ...remembered, vocabulary, hasSearch: true });
  // Stances say whether the phrase refers to the search, so the other passes run on what is beside the operations.
  const matches = withoutOtherVehicles(annotated, phrase);
  const operations = readOperations(phrase, matches);
  const { steps, markers, resets } = operations;
  const clauses = steps.flatMap((step) => (step.kind === 'clause' ? [step.words] : []));
  const beside = besideOperations({ phrase, matches: annotated }, clauses, current);
  const isRefining = resets || permits(beside.matches) || refersBack(operations, phrase, matches, current);
  // What was read once per word was read with the vocabulary beside the search.
  if (!isRefining) return anew(tokenizeText(text), false);
  const parts = partsOf(steps, phrase, beside, current, context);
  return {
    pieces: parts.flatMap(({ resolved }) => resolved?.pieces ?? []),
    describe: (...missing) => {
      const before = resets ? {} : current;
      const found = describeParts(parts, phrase, before, context, missing, operations);
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

interface Part {
  readonly step: Step;
  readonly span: Span;
  readonly resolved?: ResolvedPhrase;
  /** Whether it asks for an order, rather than for a place, which also orders. */
  readonly hasOrder: boolean;
  /** `manual or auto` */
  readonly hasAllGearboxes?: boolean;
  /** Whether it has an amount without a unit. */
  readonly isUnsure: boolean;
  /** Whether that follows words of a mileage: `low mileage, 30k at most`. */
  readonly isBehindMiles: boolean;
  readonly permits?: Clause['permits'];
  readonly leavesOut?: boolean;
}

/** The steps of a phrase, with what their words ask for: values that will do as well, or need not be, each apart. */
function partsOf(
  steps: readonly Step[],
  phrase: Phrase,
  beside: ReadPhrase,
  current: SearchParameters,
  context: Knowledge,
): Part[] {
  const isStatement = phrase.words.some(({ key }) => REFINEMENTS['of a statement'].has(key));
  let next = 0;
  return steps.flatMap((step): Part[] => {
    if (step.kind !== 'clause')
      return [{ step, span: spanOf(phrase, step), hasOrder: false, isUnsure: false, isBehindMiles: false }];
    const from = next;
    next += step.words.length;
    const span = spanOf(beside.phrase, { from, to: next });
    const own = beside.matches.filter((match) => match.from >= from && match.from < next);
    const leavesOut = step.words.some((_, i) => REFINEMENTS['leave out'].find(beside.phrase, from + i) !== undefined); // prettier-ignore
    const actionOf = (match: Match): ClauseAction => (match.isNeedless ? 'remove' : match.isAlternative && step.action === 'set' ? 'add' : step.action); // prettier-ignore
    return [...new Set(own.map(actionOf))].map((action) => {
      const matches = own.filter((match) => actionOf(match) === action);
      return {
        step: { ...step, action },
        span,
        leavesOut,
        hasAllGearboxes: hasAllGearboxes(own),
        resolved: resolve({ phrase: beside.phrase, matches }, context, current['location'] !== undefined),
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
  return meaning.kind === 'range' && meaning.unsure === true;
}

function isLowMileage(before: Match | undefined, { from }: Match): boolean {
  return before?.meaning.kind === 'sort' && before.meaning.sort === 'miles_asc' && before.to === from;
}

/** A phrase without the words of operations, read as any other. Each clause of what is left ends where they were. */
function besideOperations(
  { phrase, matches }: ReadPhrase,
  clauses: readonly (readonly number[])[],
  current: SearchParameters,
): ReadPhrase {
  const held = unitsOf(current['q'] ?? '').flatMap(({ keys, isExcluded }) => (isExcluded ? [] : keys));
  const kept = clauses.flat();
  const words = clauses.flatMap((clause) =>
    clause.map((at, i) =>
      i > 0 && clause[i - 1] === at - 1
        ? phrase.words[at]
        : { ...phrase.words[at], joins: false, flows: false },
    ),
  );
  const beside = { text: phrase.text, words };
  const own = matches.flatMap((match) => {
    const from = kept.findIndex((at) => at >= match.from && at < match.to);
    const to = kept.findLastIndex((at) => at >= match.from && at < match.to) + 1;
    const meaning =
      match.meaning.kind === 'free_text' && isHeldText(match, phrase, held)
        ? { ...match.meaning, isHeld: true as const }
        : match.meaning;
    return from === -1 ? [] : [{ ...match, meaning, from, to }];
  });
  return { phrase: beside, matches: rewrite(own, beside, false).map(withoutKind) };
}

/** Of an excluded class, only the kind that was said, as words: `no DSG` leaves other automatics. */
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

function describeParts(
  parts: readonly Part[],
  phrase: Phrase,
  current: SearchParameters,
  context: Knowledge,
  missing: MissingTexts,
  { corrects, introduces }: Pick<Operations, 'corrects' | 'introduces'>,
): Omit<Refinement, 'refines' | 'resets'> {
  const search = new SearchUnderChange(current);
  const unclear: Unsupported[] = [];
  const ignored: Span[] = [];
  const understood: Understood[] = [];
  let gone = false;
  const read = parts.map((part) => ({
    ...part,
    asked: part.resolved?.describe(...missingFor(part, missing)),
  }));
  const numbered = new Set(read.flatMap(({ asked }) => Object.keys(asked?.parameters ?? {})));
  // `less miles, under 80k`
  const isAnyMiles = parts.some(({ step }) => step.kind === 'topics' && step.topics.includes('mileage'));
  const isOfMiles = parts.some(({ step }) => step.kind === 'compare' && step.by.endsWith('miles'));
  if (isOfMiles && parts.some(({ isUnsure }) => isUnsure)) numbered.add('miles_max');
  const changesMore = numbered.size > 0 || parts.some(({ step }) => step.kind !== 'clause' && step.kind !== 'compare'); // prettier-ignore
  for (const { asked: said, ...part } of read) {
    const { step, span, hasOrder, hasAllGearboxes, isUnsure, isBehindMiles, permits, leavesOut = false } = part; // prettier-ignore
    switch (step.kind) {
      case 'topics':
        removeTopics(search, step.topics, span);
        break;
      case 'page':
        if (step.page === 'previous' && search.get('page') === undefined)
          unclear.push({ ...span, why: UNDONE });
        else turnPage(search, step.page, span);
        break;
      case 'amount': {
        const why = changeByAmount(search, step, span);
        if (why !== undefined) unclear.push({ ...span, why });
        break;
      }
      case 'compare': {
        // `cheaper, 6k at most`: the number counts.
        const isIdle = step.isReason
          ? changesMore
          : COMPARATIVES[step.by].limits.some((name) => numbered.has(name));
        if (!step.isOrder && isIdle) {
          ignored.push(span);
          break;
        }
        const why = compare(search, step, span);
        if (why !== undefined) unclear.push({ ...span, why });
        break;
      }
      case 'clause': {
        if (said === undefined) break;
        if (hasAllGearboxes === true) removeTopics(search, ['transmission'], span);
        const isEmpty = Object.keys(said.parameters).length === 0;
        const beside = {
          hasNoUnit: isUnsure,
          isAlone:
            isEmpty &&
            read.every(
              (other) => other.step === step || other.step.kind === 'topics' || other.step.kind === 'compare',
            ),
          replaces: isEmpty && introduces,
          isBesideMiles: isOfMiles,
          isBesideAnyMiles: isAnyMiles,
          isBehindMiles,
        };
        const asked = { ...said, ...amountsInContext(said, search, beside) };
        unclear.push(...asked.unsupported);
        ignored.push(...asked.ignoredWords);
        understood.push(...asked.understood);
        const before = search.changes().length;
        const exchanges = step.exchanges === true;
        const wordsOf = (parameter: ParameterName): Span =>
          asked.understood.find((entry) => entry.parameter === parameter) ?? span;
        applyClause(
          search,
          {
            // Beside what is left: `swap the Audi for a Jaguar` after two makes.
            action: exchanges && gone && step.action === 'set' ? 'add' : step.action,
            exchanges,
            removes: step.removes,
            joinedByOr: step.joinedByOr === true,
            leavesOut,
            permits,
            asked: asked.parameters,
            replaces: step.action === 'set' && introduces,
            corrects: corrects || introduces,
            hasOrder,
            wordsOf,
            onUnclear: (parameter, why) => unclear.push({ ...wordsOf(parameter), why }),
          },
          context.vocabulary,
        );
        gone = exchanges && search.changes().length > before;
      }
    }
  }
  const changes = search.changes((location) => placeName(location, understood, context));
  const turnsPage = parts.some(({ step }) => step.kind === 'page');
  const { page, ...others } = search.parameters();
  const parameters = page === undefined || (changes.length > 0 && !turnsPage) ? others : { ...others, page };
  const pairs = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])); // prettier-ignore
  return {
    text: phrase.text,
    parameters,
    understood: [...held(understood, parameters), ...compared(changes, understood)].sort(
      (a, b) => a.start - b.start,
    ),
    q: parameters['q'] ?? null,
    unsupported: unclear.sort((a, b) => a.start - b.start),
    ignoredWords: ignored,
    query: parseQuery(pairs, context.gazetteer).query,
    changes,
  };
}

/** The name by which somebody asked for it, or the town whose centre it is; else the location itself. */
function placeName(location: string, understood: readonly Understood[], { towns }: Knowledge): string {
  const asked = understood.find(({ parameter, value }) => parameter === 'location' && value === location);
  const town = towns.ofDistrict(location);
  const isCentre = town !== undefined && towns.find(town)?.districts[0] === location;
  return asked?.place ?? (isCentre ? town : location);
}

/** Words that no listing has can be removed too. */
function missingFor({ step }: Part, missing: MissingTexts): MissingTexts {
  return step.kind === 'clause' && step.action === 'remove' ? [new Set()] : missing;
}

function turnPage(search: SearchUnderChange, to: number | 'next' | 'previous', words: Span): void {
  const page = search.number('page') ?? 1;
  const next = to === 'next' ? page + 1 : to === 'previous' ? Math.max(page - 1, 1) : to;
  search.change('set', 'page', next === 1 ? undefined : String(next), words);
}

/** What the search has after all changes, with its values. */
function held(understood: readonly Understood[], parameters: SearchParameters): Understood[] {
  return understood.flatMap((entry) => {
    const value = parameters[entry.parameter];
    return value === undefined ? [] : [{ ...entry, value }];
  });
}

/** The values that a comparative gave. */
function compared(changes: readonly ParameterChange[], understood: readonly Understood[]): Understood[] {
  return changes.flatMap(({ operation, parameter, after, words, start, end }) =>
    after === null || operation === 'remove' || understood.some((entry) => entry.parameter === parameter)
      ? []
      : [{ parameter, value: after, words, start, end }],
  );
}

/** The text from the first word to the last. */
function spanOf(phrase: Phrase, range: WordRange): Span {
  const { start } = phrase.words[range.from];
  const { end } = phrase.words[range.to - 1];
  return { words: writtenText(phrase, range), start, end };
}
