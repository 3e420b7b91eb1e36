// Joins the parts of a query's text by the words between them. `or` joins the parts on both sides; a make with its model after it
// is one such part: `ford focus or vauxhall astra`. `not` excludes the part after it, and each part that `or` joins to that.
// Excluded parts are not alternatives: beside one, `or` joins nothing to the required parts.
import type { TextUnit } from '../../engine/schema.ts';
import { isMakeName, isModelOfMake } from './name-keys.ts';

/** Some words of a query that are read together. */
export interface QueryPart {
  readonly unit: TextUnit;
  /** Its words, joined with nothing between them. */
  readonly key: string;
  readonly length: number;
  /** Tags that raise a listing's score. */
  readonly preferred: readonly string[];
}

/** A part, the parts of a quotation, or a word that joins its neighbours. */
export type Element = QueryPart | readonly QueryPart[] | 'either' | 'not';

export interface Clauses {
  /** Clauses that must all match. Each is a list of alternatives, of which one must match with all its parts. */
  readonly required: readonly (readonly (readonly QueryPart[])[])[];
  readonly excluded: readonly (readonly QueryPart[])[];
  /** Pairs of parts side by side, neither of which has alternatives. */
  readonly neighbours: readonly (readonly [QueryPart, QueryPart])[];
}

const MAX_MODEL_PARTS = 3;

export function joinParts(
  runs: readonly { readonly elements: readonly Element[]; readonly isExcluded: boolean }[],
): Clauses {
  const required: QueryPart[][][] = [];
  const excluded: QueryPart[][] = [];
  for (const { elements, isExcluded } of runs) {
    if (isExcluded) excluded.push(elements.filter((element) => typeof element !== 'string').flat());
    else joinRun(elements, required, excluded);
  }
  const neighbours: [QueryPart, QueryPart][] = [];
  required.forEach((alternatives, i) => {
    if (alternatives.length > 1) return;
    const before = i > 0 && required[i - 1].length === 1 ? required[i - 1][0].slice(-1) : [];
    const parts = [...before, ...alternatives[0]];
    parts.slice(1).forEach((part, j) => neighbours.push([parts[j], part]));
  });
  return { required, excluded: excluded.filter((parts) => parts.length > 0), neighbours };
}

function joinRun(elements: readonly Element[], required: QueryPart[][][], excluded: QueryPart[][]): void {
  const first = required.length;
  /** The kind of the last part, to which `or` joins the next one. */
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
    const parts = isPart(element) ? [element] : element;
    const name = isEither && !isNot && isPart(element) ? nameAt(elements, at) : parts;
    if (isNot || (isEither && before === 'excluded')) {
      excluded.push([...parts]);
      before = 'excluded';
    } else if (isEither) {
      const last = required.length - 1;
      if (isPart(element) && isMakeName(element.key))
        joinName(required, Math.max(first, last - MAX_MODEL_PARTS));
      required[required.length - 1].push([...name]);
    } else {
      required.push([[...parts]]);
      before = 'required';
    }
    at += isEither && !isNot && before === 'required' && isPart(element) ? name.length : 1;
    isEither = isNot = false;
  }
}

function isPart(element: QueryPart | readonly QueryPart[]): element is QueryPart {
  return 'key' in element;
}

/** The make at `at` with the parts after it that are its model; else the part alone. */
function nameAt(elements: readonly Element[], at: number): QueryPart[] {
  const parts: QueryPart[] = [];
  for (const element of elements.slice(at, at + 1 + MAX_MODEL_PARTS)) {
    if (typeof element === 'string' || !isPart(element)) break;
    parts.push(element);
  }
  for (let length = parts.length; length > 1; length--)
    if (isModelOf(parts[0], parts.slice(1, length))) return parts.slice(0, length);
  return parts.slice(0, 1);
}

/** Makes one clause of the last ones from `from` on, if they are a make, its model and any words after it. */
function joinName(required: QueryPart[][][], from: number): void {
  if (required[required.length - 1].length > 1) return;
  for (let start = required.length - 2; start >= from; start--) {
    if (required[start].length > 1) return;
    const parts = required.slice(start).flatMap(([only]) => only);
    const isNamed = parts.some((_, i) => i > 0 && isModelOf(parts[0], parts.slice(1, i + 1)));
    if (!isNamed) continue;
    required.splice(start, required.length - start, [parts]);
    return;
  }
}

function isModelOf(make: QueryPart, parts: readonly QueryPart[]): boolean {
  return isModelOfMake(make.key, parts.map(({ key }) => key).join(''));
}
