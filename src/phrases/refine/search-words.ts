// The text of a search as units: a word, a term of the trade, alternatives (`red or blue`), an exclusion (`-leather`), so that
// another colour takes the place of a colour; and the values of a parameter that takes several, as its text has them:
// `Ford,-Audi`.
import type { Values } from '../../listing/field.ts';
import { queryPieces, type QueryPiece } from '../../query/query-runs.ts';
import { wordsOfFullName } from '../../vehicle/name-keys.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { MAX_TERM_WORDS } from '../../vehicle/parse-trade-terms.ts';
import { TERM_GROUPS } from '../../vehicle/term-groups.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';

export interface SearchWords {
  /** As it is in `q`, without a minus or quotation marks around it. */
  readonly text: string;
  readonly isExcluded: boolean;
  /** Whether its words are taken as they are, because they are between quotation marks. */
  readonly isQuoted?: boolean;
  /** The words' keys without spaces, of a term that of its name; of alternatives, of all. */
  readonly keys: readonly string[];
  /** The group of all its terms; undefined if they are of none or several. */
  readonly group: string | undefined;
  /** The alternatives, if there are several. */
  readonly parts?: readonly SearchWords[];
}

interface KnownTerm {
  /** The same for all spellings of a term. */
  readonly id: string;
  readonly group: string;
}

let loaded: ReadonlyMap<string, KnownTerm> | undefined;

function knownKeys(): ReadonlyMap<string, KnownTerm> {
  if (loaded !== undefined) return loaded;
  const known = new Map<string, KnownTerm>();
  for (const { group, id, keys } of tradeTerms().terms)
    for (const key of keys) if (!known.has(key)) known.set(key, { id, group });
  return (loaded = known);
}

const JOINT = 'or';

export function unitsOf(text: string): SearchWords[] {
  const pieces = queryPieces(text).filter((piece) => nameKey(piece.text) !== '');
  const units: SearchWords[] = [];
  let joins = false;
  let negated = false;
  // What `or` joins to an exclusion is excluded too.
  let wasNegated = false;
  for (let at = 0; at < pieces.length;) {
    const { text: word, isExcluded, isQuoted, isWord, meaning } = pieces[at];
    if (at + 1 < pieces.length && (meaning === 'not' || (meaning === 'either' && units.length > 0))) {
      if (meaning === 'not') negated = true;
      else joins = true;
      at++;
      continue;
    }
    negated ||= joins && wasNegated;
    const length = isWord
      ? Math.max(termLength(pieces.slice(at)), negated ? nameLength(pieces.slice(at)) : 1)
      : 1;
    const run = isWord ? pieces.slice(at, at + length).map((piece) => piece.text) : [word];
    const unit = { ...unitOf(run.join(' '), isExcluded || negated), ...(isQuoted && { isQuoted }) };
    const last = units.at(-1);
    if (joins && last?.isExcluded === false && !unit.isExcluded)
      units[units.length - 1] = alternatives(last, unit);
    else units.push(unit);
    wasNegated = negated;
    joins = negated = false;
    at += length;
  }
  return units;
}

export function textOf(units: readonly SearchWords[]): string {
  return units
    .map(({ text, isExcluded, isQuoted = isExcluded && text.includes(' ') }) => {
      const sign = isExcluded ? '-' : '';
      return isQuoted ? `${sign}"${text}"` : `${sign}${text}`;
    })
    .join(' ');
}

/** Either of two units; those that both have once. */
export function alternatives(one: SearchWords, other: SearchWords): SearchWords {
  const added = (other.parts ?? [other]).filter(({ keys }) => keys.some((key) => !one.keys.includes(key)));
  if (added.length === 0) return one;
  return {
    text: [one, ...added].map((unit) => textOf([unit])).join(` ${JOINT} `),
    parts: [...(one.parts ?? [one]), ...added],
    isExcluded: one.isExcluded,
    keys: [...new Set([...one.keys, ...other.keys])],
    group: one.group === other.group ? one.group : undefined,
  };
}

/** Units with those that have all words of a part of these as words of their own: `black leather`, if `leather` is named. */
export function splitUnits(units: readonly SearchWords[], named: readonly SearchWords[]): SearchWords[] {
  return units.flatMap((unit) => {
    if (unit.parts !== undefined || named.some((other) => other.keys.some((key) => unit.keys.includes(key))))
      return [unit];
    const words = unit.text.split(/\s+/);
    const part = named
      .map(({ text }) => text.split(/\s+/).map(nameKey))
      .find(
        (keys) =>
          keys.length < words.length &&
          words.some((_, at) => keys.every((key, i) => nameKey(words[at + i] ?? '') === key)),
      );
    if (part === undefined) return [unit];
    const isOfPart = (word: string): boolean => part.includes(nameKey(word));
    const text = (own: readonly string[]): SearchWords => unitOf(own.join(' '), unit.isExcluded);
    const [rest, own] = [text(words.filter((word) => !isOfPart(word))), text(words.filter(isOfPart))];
    // The last words of a term name all of it, unless the others are a term too: `the roof` of a panoramic roof, but not of a
    // black one.
    const isHead = words.slice(-part.length).every((word, i) => nameKey(word) === part[i]);
    const isWhole = unit.group !== undefined && rest.group === undefined && isHead;
    return isWhole ? [{ ...unit, keys: [...unit.keys, ...own.keys] }] : [rest, own];
  });
}

/** The units and alternatives for which `isGone` does not hold. */
export function withoutUnits(
  units: readonly SearchWords[],
  isGone: (unit: SearchWords) => boolean,
): SearchWords[] {
  return units.flatMap((unit) => {
    const [first, ...others] = (unit.parts ?? [unit]).filter((part) => !isGone(part));
    return first === undefined ? [] : [others.reduce(alternatives, first)];
  });
}

/** The parameters of classes, and the groups of their words in `q`: `diesel` may be in either. */
export const CLASS_GROUPS = [
  ['fuel_type', 'fuel'],
  ['transmission', 'gearbox'],
] as const;

/** The groups of terms that a topic of that name is about: `equipment` also has history. */
export function groupsOfTopic(topic: string): readonly string[] {
  const [, group] = CLASS_GROUPS.find(([parameter]) => parameter === topic) ?? [topic, topic];
  return TERM_GROUPS.onPage.find(({ name }) => name === group)?.from ?? [group];
}

function unitOf(text: string, isExcluded: boolean): SearchWords {
  const key = nameKey(text);
  const known = knownKeys().get(key);
  return { text, isExcluded, keys: [known?.id ?? key], group: known?.group };
}

/** The number of words of the longest term that begins the pieces; one if none does. */
function termLength(pieces: readonly QueryPiece[]): number {
  let key = '';
  let length = 1;
  for (const [i, piece] of pieces.slice(0, MAX_TERM_WORDS).entries()) {
    if (i > 0 && (!piece.isWord || piece.meaning === 'either')) break;
    // `avant s line` has no plural.
    const isPlural = /^s$/i.test(piece.text) && length === i;
    key += nameKey(piece.text);
    if (knownKeys().has(key) && !isPlural) length = i + 1;
  }
  return length;
}

/** The number of words of the name that begins the pieces, which `not` excludes as one: `not land rover`; 0 if none does. */
function nameLength(pieces: readonly QueryPiece[]): number {
  const end = pieces.findIndex(({ isWord, meaning }) => !isWord || meaning === 'either' || meaning === 'not');
  return wordsOfFullName((end < 0 ? pieces : pieces.slice(0, end)).map(({ text }) => nameKey(text)));
}

/** What a parameter of several values asks for, any of these, and what it excludes. */
export type SearchedValues = Required<Values>;

export function includes(values: readonly string[], value: string): boolean {
  const key = value.toLowerCase();
  return values.some((one) => one.toLowerCase() === key);
}

/** Each value once, in the spelling that it has first. */
export function union(one: readonly string[], other: readonly string[] = []): string[] {
  const byKey = new Map<string, string>();
  for (const value of [...one, ...other]) {
    const key = value.toLowerCase();
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}

export function without(values: readonly string[], others: readonly string[]): string[] {
  return values.filter((value) => !includes(others, value));
}
