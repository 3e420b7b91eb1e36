// Questions to a search by words, in JSON lines, and what is right about an answer.
import { readFileSync } from 'node:fs';
import type { Listing } from '../../src/listing/listing.ts';

const FIELDS = [
  'make',
  'model',
  'fuel_type',
  'transmission',
  'loc',
  'dealer',
  'full_description',
  'all',
] as const;
type FieldName = (typeof FIELDS)[number];

/** By field, without regard to letter case. */
type Patterns = Partial<Record<FieldName, RegExp>>;

export interface Question {
  readonly q: string;
  /** Every listing at the top must match all of these. */
  readonly first: Patterns;
  /** No listing at the top may match any of these. */
  readonly never: Patterns;
  /** How many listings are the top. */
  readonly top: number;
  readonly min: number;
  readonly max: number;
  /** Another text that must find as many. */
  readonly sameTotalAs: string | undefined;
}

/** What an engine found: the exact total, and at least as many of the best as are asked for, if there are. */
export interface Found {
  readonly total: number;
  readonly best: readonly Listing[];
}

const DEFAULT_TOP = 10;
const KNOWN = ['q', 'first', 'never', 'top', 'min', 'max', 'total', 'sameTotalAs', 'why'];

/** Throws with the file and line of a bad question. */
export function readQuestions(path: string): Question[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [questionOf(JSON.parse(line) as Record<string, unknown>)];
    } catch (error) {
      throw new Error(`${path}, line ${i + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function questionOf(line: Record<string, unknown>): Question {
  const { q, sameTotalAs } = line;
  const unknown = Object.keys(line).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) throw new Error(`there is no member ${unknown.join(', ')}`);
  if (typeof q !== 'string') throw new Error('q must be a text');
  if (sameTotalAs !== undefined && typeof sameTotalAs !== 'string')
    throw new Error('sameTotalAs must be a text');
  const whole = (name: string): number | undefined => {
    const value = line[name];
    if (value === undefined || value === null) return undefined;
    if (!Number.isSafeInteger(value)) throw new Error(`${name} must be a whole number`);
    return Number(value);
  };
  const total = whole('total');
  return {
    q,
    first: patternsOf(line['first']),
    never: patternsOf(line['never']),
    top: whole('top') ?? DEFAULT_TOP,
    min: total ?? whole('min') ?? 0,
    max: total ?? whole('max') ?? Infinity,
    sameTotalAs,
  };
}

function patternsOf(given: unknown): Patterns {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>).map(([name, pattern]) => {
    const field = FIELDS.find((known) => known === name);
    if (field === undefined) throw new Error(`there is no field ${name}`);
    if (typeof pattern !== 'string') throw new Error(`the pattern of ${name} must be a text`);
    return [field, new RegExp(pattern, 'i')] as const;
  });
  return Object.fromEntries(entries);
}

/** Why an answer is wrong, a sentence for each reason. Empty: it is right. */
export function mistakesOf(question: Question, found: Found, sameTotal: number | undefined): string[] {
  const { min, max, first, never, top, sameTotalAs } = question;
  const mistakes: string[] = [];
  if (found.total < min) mistakes.push(`finds ${found.total}, fewer than ${min}`);
  if (found.total > max) mistakes.push(`finds ${found.total}, more than ${max}`);
  if (sameTotal !== undefined && sameTotal !== found.total)
    mistakes.push(`finds ${found.total}, but ${sameTotal} for '${sameTotalAs}'`);
  if (found.best.length === 0 && Object.keys(first).length > 0) mistakes.push('finds nothing to show first');
  const shown = found.best.slice(0, top);
  for (const [place, listing] of shown.entries()) {
    const missing = namesOf(first).filter((name) => !first[name]?.test(textOf(listing, name)));
    const unwanted = namesOf(never).filter((name) => never[name]?.test(textOf(listing, name)));
    const described = `place ${place + 1} of ${shown.length} (${listing.make} ${listing.model})`;
    if (missing.length > 0) mistakes.push(`${described} lacks what ${missing.join(', ')} must have`);
    if (unwanted.length > 0) mistakes.push(`${described} has what ${unwanted.join(', ')} must not have`);
    // One listing shows it; the others often fail alike.
    if (missing.length + unwanted.length > 0) break;
  }
  return mistakes;
}

const namesOf = (patterns: Patterns): FieldName[] => Object.keys(patterns) as FieldName[];

function textOf(listing: Listing, name: FieldName): string {
  const { make, model, fuelType, transmission, loc, dealer, fullDescription } = listing;
  const texts = {
    make,
    model,
    fuel_type: fuelType,
    transmission,
    loc,
    dealer,
    full_description: fullDescription,
  };
  if (name !== 'all') return texts[name] ?? '';
  return Object.values(texts).map((text) => text ?? '').join(' '); // prettier-ignore
}
