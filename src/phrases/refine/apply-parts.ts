// Applies the parts of a phrase to the search before it, one after another, and describes what became of the search: the
// changes, what was understood, what is unclear. A part is a step with what its words ask for.
import type { ParameterName } from '../../query/parameters.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { Interpretation, ResolvedPhrase } from '../interpret.ts';
import type { PhraseContext } from '../words/match.ts';
import type { MissingTexts, Span, Understood, Unsupported } from '../words/query-builder.ts';
import { applyClause, removeTopics } from './apply-clause.ts';
import { changeByAmount, compare } from './change-limits.ts';
import { COMPARATIVES, UNDONE } from './measures.ts';
import { SearchUnderChange, type ParameterChange, type SearchParameters } from './search-under-change.ts';
import type { Clause, ClauseStep, ClauseWords, CompareStep, Operations, PageStep, Step } from './steps.ts';
import { amountsInContext } from './words-beside-search.ts';

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

interface OtherPart {
  readonly step: Exclude<Step, ClauseStep>;
  readonly span: Span;
  readonly resolved?: undefined;
}

interface ClausePart extends ClauseWords {
  readonly step: ClauseStep;
  readonly span: Span;
  readonly resolved: ResolvedPhrase;
  /** `manual or auto` */
  readonly hasAllGearboxes: boolean;
  /** Whether it has an amount without a unit. */
  readonly isUnsure: boolean;
  /** Whether that amount follows words of a mileage: `low mileage, 30k at most`. */
  readonly isBehindMiles: boolean;
}

export type RefinementPart = OtherPart | ClausePart;

type ReadPart = OtherPart | (ClausePart & { readonly asked: Interpretation });

export function describeParts(
  parts: readonly RefinementPart[],
  text: string,
  current: SearchParameters,
  context: PhraseContext,
  missing: MissingTexts,
  operations: Operations,
): Omit<Refinement, 'refines' | 'resets'> {
  const read = parts.map((part): ReadPart => {
    if (part.resolved === undefined) return part;
    // Words that no listing has can be removed too.
    const own: MissingTexts = part.step.action === 'remove' ? [new Set()] : missing;
    return { ...part, asked: part.resolved.describe(...own) };
  });
  const applier = new PartApplier(read, current, context, operations);
  for (const part of read) applier.apply(part);
  return { text, ...applier.describe() };
}

class PartApplier {
  readonly #parts: readonly ReadPart[];
  readonly #search: SearchUnderChange;
  readonly #context: PhraseContext;
  readonly #operations: Operations;
  readonly #understood: Understood[] = [];
  readonly #unclear: Unsupported[] = [];
  readonly #ignored: Span[] = [];
  /** Whether the exchange so far took something away. */
  #hasExchanged = false;

  constructor(
    parts: readonly ReadPart[],
    current: SearchParameters,
    context: PhraseContext,
    operations: Operations,
  ) {
    this.#parts = parts;
    this.#search = new SearchUnderChange(current);
    this.#context = context;
    this.#operations = operations;
  }

  apply(part: ReadPart): void {
    if (part.resolved !== undefined) {
      this.#applyClause(part);
      return;
    }
    const { step, span } = part;
    if (step.kind === 'topics') removeTopics(this.#search, step.topics, span);
    else if (step.kind === 'compare' && this.#isIdle(step)) this.#ignored.push(span);
    else {
      const why =
        step.kind === 'page'
          ? turnPage(this.#search, step, span)
          : step.kind === 'amount'
            ? changeByAmount(this.#search, step, span)
            : compare(this.#search, step, span);
      if (why !== undefined) this.#unclear.push({ ...span, why });
    }
  }

  /** Whether a comparative says nothing beside what else the phrase changes: of `cheaper, 6k at most`, the number counts. */
  #isIdle({ by, isOrder, isReason }: CompareStep): boolean {
    if (isOrder) return false;
    const asked = this.#parts.flatMap((part) =>
      part.resolved === undefined ? [] : Object.keys(part.asked.parameters),
    );
    // `less miles, under 80k`
    const isOfMiles =
      this.#comparesMiles && this.#parts.some((part) => part.resolved !== undefined && part.isUnsure);
    const changed = new Set(isOfMiles ? [...asked, 'miles_max'] : asked);
    if (!isReason) return COMPARATIVES[by].limits.some((name) => changed.has(name));
    return changed.size > 0 || this.#has(({ kind }) => kind !== 'clause' && kind !== 'compare');
  }

  #has(isMeant: (step: Step) => boolean): boolean {
    return this.#parts.some(({ step }) => isMeant(step));
  }

  get #comparesMiles(): boolean {
    return this.#has((step) => step.kind === 'compare' && step.by.endsWith('miles'));
  }

  #applyClause(part: Exclude<ReadPart, OtherPart>): void {
    const { step, span, leavesOut, permits, hasOrder } = part;
    const { introduces, corrects } = this.#operations;
    if (part.hasAllGearboxes) removeTopics(this.#search, ['transmission'], span);
    const asked = this.#inContext(part);
    this.#unclear.push(...asked.unsupported);
    this.#ignored.push(...asked.ignoredWords);
    this.#understood.push(...asked.understood);
    const before = this.#search.changes().length;
    const wordsOf = (parameter: ParameterName): Span =>
      asked.understood.find((entry) => entry.parameter === parameter) ?? span;
    // Beside what is left: `swap the Audi for a Jaguar` after two makes.
    const isBesideRest = step.exchanges === true && this.#hasExchanged && step.action === 'set';
    const clause: Clause = {
      ...step,
      ...{ leavesOut, permits, hasOrder },
      action: isBesideRest ? 'add' : step.action,
      asked: asked.parameters,
      replaces: step.action === 'set' && introduces,
      corrects: corrects || introduces,
      wordsOf,
      onUnclear: (parameter, why) => this.#unclear.push({ ...wordsOf(parameter), why }),
    };
    applyClause(this.#search, clause);
    this.#hasExchanged = step.exchanges === true && this.#search.changes().length > before;
  }

  /** What a clause asks for, with its amounts as the search and the other parts suggest. */
  #inContext({ step, asked, isUnsure, isBehindMiles }: Exclude<ReadPart, OtherPart>): Interpretation {
    const isEmpty = Object.keys(asked.parameters).length === 0;
    const isAlone = !this.#has(
      (other) => other !== step && other.kind !== 'topics' && other.kind !== 'compare',
    );
    const context = {
      hasNoUnit: isUnsure,
      isAlone: isEmpty && isAlone,
      replaces: isEmpty && this.#operations.introduces,
      isBesideMiles: this.#comparesMiles,
      isBesideAnyMiles: this.#has((other) => other.kind === 'topics' && other.topics.includes('mileage')),
      isBehindMiles,
    };
    return { ...asked, ...amountsInContext(asked, this.#search, context) };
  }

  describe(): Omit<Refinement, 'text' | 'refines' | 'resets'> {
    const understood = this.#understood;
    const changes = this.#search.changes((location) => placeName(location, understood, this.#context));
    const turnsPage = this.#has(({ kind }) => kind === 'page');
    const { page, ...others } = this.#search.parameters();
    const parameters =
      page === undefined || (changes.length > 0 && !turnsPage) ? others : { ...others, page };
    const pairs = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return {
      parameters,
      understood: [...stillAsked(understood, parameters), ...compared(changes, understood)].sort(
        (a, b) => a.start - b.start,
      ),
      q: parameters['q'] ?? null,
      unsupported: this.#unclear.sort((a, b) => a.start - b.start),
      ignoredWords: this.#ignored,
      query: parseQuery(pairs, this.#context.gazetteer).query,
      changes,
    };
  }
}

/** The name by which somebody asked for it, or the town whose centre it is; else the location itself. */
function placeName(location: string, understood: readonly Understood[], { towns }: PhraseContext): string {
  const asked = understood.find(({ parameter, value }) => parameter === 'location' && value === location);
  const town = towns.ofDistrict(location);
  const isCentre = town !== undefined && towns.find(town)?.districts[0] === location;
  return asked?.place ?? (isCentre ? town : location);
}

/** Turns to a page; returns why it could not, as a sentence. */
function turnPage(search: SearchUnderChange, { page: to }: PageStep, words: Span): string | undefined {
  if (to === 'previous' && search.get('page') === undefined) return UNDONE;
  const page = search.number('page') ?? 1;
  const next = to === 'next' ? page + 1 : to === 'previous' ? Math.max(page - 1, 1) : to;
  search.change('set', 'page', next === 1 ? undefined : String(next), words);
  return undefined;
}

/** What the search has after all changes, with its values. */
function stillAsked(understood: readonly Understood[], parameters: SearchParameters): Understood[] {
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
