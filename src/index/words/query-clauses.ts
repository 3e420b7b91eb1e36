// Joins the parts of a query's text by the words between them. `or` joins the operands on both sides: a word, a term or name of
// several words (`land rover`), all parts of a word with hyphens (`mx-5`), or a quotation. A make with its model after it is one
// alternative: `ford focus or vauxhall astra`. `not` excludes as much after it, and each alternative that `or` joins to that.
// Excluded operands are not alternatives: beside one, `or` joins nothing to the required ones.
import type { TextUnit } from '../../engine/schema.ts';
import { isMakeName, isModelOfMake } from '../../vehicle/name-keys.ts';

/** Some words of a query that are read together. */
export interface QueryPart {
  readonly unit: TextUnit;
  /** Its words, joined with nothing between them. */
  readonly key: string;
  readonly length: number;
  /** Tags that raise a listing's score. */
  readonly preferred: readonly string[];
}

/** The parts that `or` and `not` take as one. */
export interface Operand {
  readonly parts: readonly QueryPart[];
  readonly isQuoted: boolean;
}

/** An operand, or a word that joins its neighbours. */
export type Element = Operand | 'either' | 'not';

export interface Clauses {
  /** Clauses that must all match. Each is a list of alternatives, of which one must match with all its parts. */
  readonly required: readonly (readonly (readonly QueryPart[])[])[];
  readonly excluded: readonly (readonly QueryPart[])[];
  /** Pairs of parts side by side, neither of which has alternatives. */
  readonly neighbours: readonly (readonly [QueryPart, QueryPart])[];
}

/** As `Clauses.required`, by operands. */
type RequiredClauses = (readonly Operand[])[][];

/** Maximum operands after a make that may be its model. */
const MAX_MODEL_OPERANDS = 3;

export function joinParts(
  runs: readonly { readonly elements: readonly Element[]; readonly isExcluded: boolean }[],
): Clauses {
  const clauses: RequiredClauses = [];
  const excluded: (readonly QueryPart[])[] = [];
  for (const { elements, isExcluded } of runs) {
    if (isExcluded) excluded.push(partsOf(elements.filter((element) => typeof element !== 'string')));
    else joinRun(elements, clauses, excluded);
  }
  const required = clauses.map((alternatives) => alternatives.map(partsOf));
  const neighbours: [QueryPart, QueryPart][] = [];
  required.forEach((alternatives, i) => {
    if (alternatives.length > 1) return;
    const before = i > 0 && required[i - 1].length === 1 ? required[i - 1][0].slice(-1) : [];
    const parts = [...before, ...alternatives[0]];
    parts.slice(1).forEach((part, j) => neighbours.push([parts[j], part]));
  });
  return { required, excluded: excluded.filter((parts) => parts.length > 0), neighbours };
}

function joinRun(
  elements: readonly Element[],
  required: RequiredClauses,
  excluded: (readonly QueryPart[])[],
): void {
  const first = required.length;
  /** The kind of the last operand, to which `or` joins the next one. */
  let before: 'nothing' | 'required' | 'excluded' = 'nothing';
  let isEither = false;
  let isNot = false;
  for (let at = 0; at < elements.length;) {
    const element = elements[at];
    if (typeof element === 'string') {
      if (element === 'not') isNot = true;
      else isEither = before !== 'nothing';
      at++;
      continue;
    }
    let operands: readonly Operand[] = [element];
    if (isNot || isEither) operands = nameAt(elements, at) ?? operands;
    if (isNot || (isEither && before === 'excluded')) {
      excluded.push(partsOf(operands));
      before = 'excluded';
    } else if (isEither) {
      if (isMake(element)) joinName(required, Math.max(first, required.length - 1 - MAX_MODEL_OPERANDS));
      required[required.length - 1].push(operands);
    } else {
      required.push([operands]);
      before = 'required';
    }
    at += operands.length;
    isEither = isNot = false;
  }
}

function partsOf(operands: readonly Operand[]): readonly QueryPart[] {
  return operands.length === 1 ? operands[0].parts : operands.flatMap(({ parts }) => parts);
}

/** The make at `at` with the operands after it that are its model; undefined if there is none. */
function nameAt(elements: readonly Element[], at: number): readonly Operand[] | undefined {
  const operands: Operand[] = [];
  for (const element of elements.slice(at, at + 1 + MAX_MODEL_OPERANDS)) {
    if (typeof element === 'string' || element.isQuoted) break;
    operands.push(element);
  }
  const length = nameLength(operands);
  return length === 0 ? undefined : operands.slice(0, length);
}

/** Makes one clause of the last ones from `from` on, if they are a make, its model and any words after it. */
function joinName(required: RequiredClauses, from: number): void {
  if (required[required.length - 1].length > 1) return;
  for (let start = required.length - 2; start >= from; start--) {
    if (required[start].length > 1) return;
    const operands = required.slice(start).flatMap(([only]) => only);
    if (nameLength(operands) === 0) continue;
    required.splice(start, required.length - start, [operands]);
    return;
  }
}

/** Whether an operand is a make, or begins with one: `bmw-z4`. */
function isMake(operand: Operand): boolean {
  const { parts, isQuoted } = operand;
  return !isQuoted && makeLengths(operand).some((length) => isMakeName(keyOf(parts.slice(0, length))));
}

/** How many of the operands contain the make at their beginning and the longest model after it; 0 if there is none. */
function nameLength(operands: readonly Operand[]): number {
  const parts = partsOf(operands);
  const isName = (make: number, end: number): boolean =>
    isModelOfMake(keyOf(parts.slice(0, make)), keyOf(parts.slice(make, end)));
  for (let end = parts.length; end > 1; end--) {
    if (!makeLengths(operands[0]).some((make) => isName(make, end))) continue;
    return 1 + operands.findIndex((_, i) => partsOf(operands.slice(0, i + 1)).length >= end);
  }
  return 0;
}

/** How many parts of an operand may be a make: the first, or all that hyphens join (`mercedes-benz`). */
function makeLengths({ parts, isQuoted }: Operand): readonly number[] {
  return isQuoted ? [1] : [1, parts.length];
}

function keyOf(parts: readonly QueryPart[]): string {
  return parts.map(({ key }) => key).join('');
}
