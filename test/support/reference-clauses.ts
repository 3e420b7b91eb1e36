// How the reference model splits `q` into texts that are read apart, and joins what it reads: `or`, `not`, and signs before words.
import { ukModels } from '../../src/vehicle/models.ts';
import { makeAliases } from '../../src/vehicle/makes.ts';
import { nameKey } from '../../src/vehicle/name-key.ts';
import { queryWords } from '../../src/vehicle/query-words.ts';
import { wordsOf } from './reference-words.ts';

/** A unit of a query by its words, with nothing between. */
interface Named {
  readonly key: string;
}

/** A text, and whether listings that say all of it are excluded. */
export interface Stretch {
  readonly text: string;
  readonly isExcluded: boolean;
  /** Whether it stood between quotes, and is not excluded. */
  readonly isQuoted: boolean;
}

const SIGNS = '-‐−–';
const QUOTES = '"“”„';
const APOSTROPHES = "'‘";

/** Reads letter by letter. */
export function stretchesOf(q: string): Stretch[] {
  const stretches: Stretch[] = [];
  let plain = '';
  const exclude = (text: string): void => {
    take(text, { isExcluded: true, isQuoted: false });
  };
  const take = (text: string, how: Pick<Stretch, 'isExcluded' | 'isQuoted'>): void => {
    stretches.push({ text: plain, isExcluded: false, isQuoted: false }, { text, ...how });
    plain = '';
  };
  /** Where a quotation ends that begins at a position. */
  const endOf = (at: number): number | undefined => {
    const closing = QUOTES.includes(q[at]) ? '"“”' : "'’";
    for (let end = at + 1; end < q.length; end++) if (closing.includes(q[end])) return end;
    return undefined;
  };
  for (let at = 0; at < q.length; at++) {
    const isFirst = at === 0 || /[\s(,;]/.test(q[at - 1]);
    const next = q.slice(at + 1, at + 2);
    if (isFirst && SIGNS.includes(q[at]) && next !== '') {
      const [word = ''] = /^[\p{L}\p{N}][^\s,;]*/u.exec(q.slice(at + 1)) ?? [];
      const isOpen = QUOTES.includes(next);
      const end =
        isOpen || APOSTROPHES.includes(next) ? (endOf(at + 1) ?? (isOpen ? q.length : undefined)) : undefined;
      if (end !== undefined || word !== '') {
        exclude(end === undefined ? word : q.slice(at + 2, end));
        at = end ?? at + word.length;
        continue;
      }
    }
    const end = isFirst && QUOTES.includes(q[at]) ? endOf(at) : undefined;
    if (end === undefined) plain += q[at];
    else if (meansNot(lastWordOf(plain))) exclude(q.slice(at + 1, end));
    else take(q.slice(at + 1, end), { isExcluded: false, isQuoted: true });
    at = end ?? at;
  }
  return [...stretches, { text: plain, isExcluded: false, isQuoted: false }].filter(
    ({ text }) => text.trim() !== '',
  );
}

function lastWordOf(text: string): string {
  return text.trimEnd().split(/[\s(]/).at(-1) ?? '';
}

function meansNot(word: string): boolean {
  return queryWords().meanings.get(word.toLowerCase()) === 'not';
}

/** The meaning of the longest run of words from `at` that asks for nothing itself. No part of a word with a hyphen does. */
export function joiningWordsAt(
  words: readonly string[],
  at: number,
  hyphenated: ReadonlySet<number> = new Set(),
) {
  const { meanings } = queryWords();
  if (hyphenated.has(at)) return undefined;
  for (let length = words.length - at; length > 0; length--) {
    if (hyphenated.has(at + length)) continue;
    const meaning = meanings.get(words.slice(at, at + length).join(' '));
    if (meaning !== undefined) return { meaning, length };
  }
  return undefined;
}

/** The numbers of the words of a text that a hyphen joins to the one before. */
export function hyphenatedWords(text: string): Set<number> {
  const hyphenated = new Set<number>();
  for (let i = 1; i < text.length - 1; i++) {
    if (!'-‐'.includes(text[i])) continue;
    const [before, behind] = [text.slice(0, i), text.slice(i + 1)];
    if (/[\p{L}\p{N}]\p{M}*$/u.test(before) && /^[\p{L}\p{N}]/u.test(behind))
      hyphenated.add(wordsOf(before).length);
  }
  return hyphenated;
}

const ALIASES = makeAliases();
let names: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function modelsOf(make: string): ReadonlySet<string> | undefined {
  names ??= new Map(
    Array.from(new Set(ukModels().models.map((model) => model.make)), (one) => [
      nameKey(one),
      new Set(
        ukModels()
          .models.filter((model) => model.make === one)
          .flatMap((model) => model.names.map(({ key }) => key)),
      ),
    ]),
  );
  return names.get(ALIASES.get(make) ?? make);
}

export function isMake(word: string): boolean {
  return modelsOf(word) !== undefined;
}

export function isModel(make: string, words: readonly string[]): boolean {
  return modelsOf(make)?.has(words.join('')) === true;
}

export function isAnyModel(key: string): boolean {
  return ukModels().models.some((model) => model.names.some((name) => name.key === key));
}

/** How many words at the beginning, up to four, spell a make or a model; of several, the most. */
export function lengthOfName(words: readonly string[]): number {
  const isName = (length: number): boolean => {
    const key = words.slice(0, length).join('');
    return isMake(key) || isAnyModel(key);
  };
  return [4, 3, 2, 1].find((length) => length <= words.length && isName(length)) ?? 0;
}

/** Units that are joined or excluded together: of a word with hyphens, or of a quotation. */
export interface Group<Unit> {
  readonly units: readonly Unit[];
  readonly isQuoted: boolean;
}

/** All units of an alternative, of several alternatives. */
export type Alternatives<Unit> = readonly (readonly Unit[])[];

/** What the elements of one text require, in order, and what they exclude. */
export function clausesOf<Unit extends Named>(
  elements: readonly (Group<Unit> | 'either' | 'not')[],
): {
  readonly required: Alternatives<Unit>[];
  readonly excluded: (readonly Unit[])[];
} {
  // A joining word says something only between two groups, `not` before one.
  const groups = elements.filter((element) => typeof element !== 'string');
  const joinedBy = groups.map((group, i) => {
    const at = elements.indexOf(group);
    const before = i === 0 ? -1 : elements.indexOf(groups[i - 1]);
    return elements.slice(before + 1, at);
  });
  const required: Group<Unit>[][][] = [];
  const excluded: (readonly Unit[])[] = [];
  let wasExcluded = false;
  for (let i = 0; i < groups.length; i++) {
    const asked = groups[i];
    const isEither = i > 0 && joinedBy[i].includes('either');
    const isExcluded: boolean = joinedBy[i].includes('not') || (isEither && wasExcluded);
    if (!isEither && !isExcluded) {
      required.push([[asked]]);
      wasExcluded = false;
      continue;
    }
    const apart = groups.findIndex((group, j) => j > i && (group.isQuoted || joinedBy[j].length > 0));
    const following = groups.slice(i, Math.min(i + 4, apart < 0 ? groups.length : apart));
    const alternative = asked.isQuoted ? [asked] : following.slice(0, Math.max(1, groupsOfName(following)));
    wasExcluded = isExcluded;
    if (isExcluded) {
      excluded.push(unitsOf(alternative));
      i += alternative.length - 1;
      continue;
    }
    if (!asked.isQuoted && makesOf(asked).some(({ key }) => isMake(key))) nameLast(required);
    required[required.length - 1].push(alternative);
    i += alternative.length - 1;
  }
  return { required: required.map((choice) => choice.map(unitsOf)), excluded };
}

function unitsOf<Unit>(groups: readonly Group<Unit>[]): Unit[] {
  return groups.flatMap(({ units }) => units);
}

/** What may be a make at the beginning of a group, and the number of its units: `mercedes`, and `mercedes-benz`. */
function makesOf({ units, isQuoted }: Group<Named>): { readonly key: string; readonly length: number }[] {
  const [{ key }] = units;
  const whole = { key: units.map((unit) => unit.key).join(''), length: units.length };
  return isQuoted ? [{ key, length: 1 }] : [{ key, length: 1 }, whole];
}

/** How many groups it takes to name a make, at their beginning, and as much of its model as they say; 0 if they do not. */
function groupsOfName(groups: readonly Group<Named>[]): number {
  let taken = 0;
  let longest = 0;
  groups.forEach((_, i) => {
    const units = unitsOf(groups.slice(0, i + 1)).map(({ key }) => key);
    const named = units.findLastIndex((_, last) =>
      makesOf(groups[0]).some(({ key, length }) => isModel(key, units.slice(length, last + 1))),
    );
    if (named > longest) [longest, taken] = [named, i + 1];
  });
  return taken;
}

/** Joins the last clauses, up to four of one alternative each, from a make with its model on. */
function nameLast<Unit extends Named>(required: Group<Unit>[][][]): void {
  for (let length = 2; length <= Math.min(4, required.length); length++) {
    const last = required.slice(-length);
    if (last.some((choice) => choice.length > 1)) return;
    const groups = last.flatMap(([all]) => all);
    if (groupsOfName(groups) === 0) continue;
    required.splice(-length, length, [groups]);
    return;
  }
}
