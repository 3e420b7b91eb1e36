// Reads the lists of words and phrases in assets/phrases/. A row is a phrase, the list that it belongs to, and for some lists what it
// means. `{relative}` in a phrase is any phrase of the list `relative`, `{relative?}` also none, and `swap~` each form of a regular verb.
// A mistake in a table is an error with its file and line.
import { nameKey } from '../vehicle/name-key.ts';
import { mistake, parseTable, readTable, UniqueNames } from '../vehicle/table.ts';
import { PhraseMatcher, type Part } from './phrase-matcher.ts';

interface Row {
  /** Its words as keys, with one space between them; as it is written if a part of it is a list. */
  readonly phrase: string;
  /** Undefined if no part is a list. */
  readonly parts: readonly Part[] | undefined;
  readonly means: string;
  readonly line: number;
}

/** What code makes of a list. `what` names the table in errors. */
export interface ListKind<Result> {
  readonly read: (rows: readonly Row[], what: string) => Result;
  /** Its phrases are regular expressions. */
  readonly isPattern?: true;
}

/** Single words, or phrases that are compared as a whole. */
export const WORDS: ListKind<ReadonlySet<string>> = {
  read: (rows, what) => new Set(rows.map((row) => withoutMeaning(row, what).phrase)),
};

/** Phrases that a text is searched for. */
export const PHRASES: ListKind<PhraseMatcher<true>> = {
  read: (rows, what) => new PhraseMatcher(rows.map((row) => [partsOf(withoutMeaning(row, what)), true])),
};

/** Words, each with a whole number. */
export const NUMBERS: ListKind<ReadonlyMap<string, number>> = {
  read: (rows, what) => new Map(rows.map((row) => [row.phrase, numberOf(row, what)])),
};

/** Phrases that a text is searched for, each with a whole number. */
export const NUMBERED_PHRASES: ListKind<PhraseMatcher<number>> = {
  read: (rows, what) => new PhraseMatcher(rows.map((row) => [partsOf(row), numberOf(row, what)])),
};

/** Words, each with another one. */
export const PAIRS: ListKind<ReadonlyMap<string, string>> = {
  read: (rows) => new Map(rows.map(({ phrase, means }) => [phrase, means])),
};

/** Phrases that a text is searched for, each with a text. */
export const TEXTS: ListKind<PhraseMatcher<string>> = {
  read: (rows, what) => new PhraseMatcher(rows.map((row) => [partsOf(row), textOf(row, what)])),
};

/** Words, each with one of these meanings. */
export function wordsMeaning<Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
): ListKind<ReadonlyMap<string, Meaning>> {
  return { read: (rows, what) => new Map(rows.map((row) => [row.phrase, meaningOf(meanings, row, what)])) };
}

/** Phrases that a text is searched for, each with one of these meanings. */
export function phrasesMeaning<Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
): ListKind<PhraseMatcher<Meaning>> {
  return {
    read: (rows, what) =>
      new PhraseMatcher(rows.map((row) => [partsOf(row), meaningOf(meanings, row, what)])),
  };
}

/** Regular expressions of whole words, each with one of these meanings. */
export function patternsMeaning<Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
): ListKind<readonly { readonly pattern: RegExp; readonly meaning: Meaning }[]> {
  return {
    isPattern: true,
    read: (rows, what) =>
      rows.map((row) => ({ pattern: patternOf(row, what), meaning: meaningOf(meanings, row, what) })),
  };
}

/** Meanings that are called what they are. */
export function named<const Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Name>> {
  // Safe: an entry for each of the names.
  return Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;
}

type Lists<Kinds> = {
  readonly [List in keyof Kinds]: Kinds[List] extends ListKind<infer Result> ? Result : never;
};

/** The lists of a table, each as its kind. */
export function readLists<Kinds extends Readonly<Record<string, ListKind<unknown>>>>(
  table: string,
  kinds: Kinds,
): Lists<Kinds> {
  return readTable(`phrases/${table}.tsv`, (text) => parseLists(`assets/phrases/${table}.tsv`, text, kinds))
    .rows;
}

/** Throws an error that names the line of the first mistake. */
export function parseLists<Kinds extends Readonly<Record<string, ListKind<unknown>>>>(
  what: string,
  text: string,
  kinds: Kinds,
): Lists<Kinds> {
  const rows = new Map<string, Cells[]>(Object.keys(kinds).map((list) => [list, []]));
  for (const { line, cells } of parseTable(what, ['phrase', 'list', 'means'], text)) {
    const [phrase, list, means] = cells;
    const own = rows.get(list);
    if (own === undefined) rows.set(list, [{ phrase, means, line }]);
    else own.push({ phrase, means, line });
  }
  checkParts(rows, kinds, what);
  const parts = new Map<string, PhraseMatcher<unknown>>();
  const entries = Object.entries(kinds).map(([list, kind]) => {
    const own = rows.get(list) ?? [];
    if (own.length === 0) throw new Error(`${what} has no row of the list '${list}'`);
    const read = kind.isPattern === true ? own.map((row) => ({ ...row, parts: undefined })) : own.flatMap((row) => rowsOf(row, rows, parts, what)); // prettier-ignore
    checkUnique(read, what);
    return [list, kind.read(read, what)];
  });
  // Safe: an entry for each of the kinds.
  return Object.fromEntries(entries) as Lists<Kinds>;
}

/** Refuses lists that are neither of `kinds` nor in braces of another. */
function checkParts(rows: ReadonlyMap<string, readonly Cells[]>, kinds: object, what: string): void {
  const phrases = [...rows.values()].flatMap((own) => own.map(({ phrase }) => phrase));
  const parts = new Set(phrases.flatMap((phrase) => Array.from(phrase.matchAll(BRACES), ([, list]) => list)));
  for (const [list, [first]] of rows) {
    if (Object.hasOwn(kinds, list) || parts.has(list)) continue;
    throw mistake(
      what,
      first.line,
      `there is no list '${list}', only ${[...Object.keys(kinds), ...parts].join(', ')}`,
    );
  }
}

const BRACES = /\{([^{}?]*)(\??)\}/g;

/** Refuses a phrase that two rows have, or one row and the lists that are parts of another. */
function checkUnique(rows: readonly Row[], what: string): void {
  const unique = new UniqueNames(what);
  for (const { phrase, line } of rows) unique.add(phrase, line);
  const composed = new PhraseMatcher(
    rows.flatMap(({ parts, line }) => (parts === undefined ? [] : [[parts, line] as const])),
  );
  for (const { phrase, parts, line } of rows) {
    const other = parts === undefined ? composed.get(phrase) : undefined;
    if (other !== undefined)
      throw mistake(what, Math.max(line, other), `${phrase} is on line ${Math.min(line, other)} too`);
  }
}

type Cells = Omit<Row, 'parts'>;

/** The rows of a row as it is written: one for each choice of optional parts and verb forms. */
function rowsOf(
  row: Cells,
  rows: ReadonlyMap<string, readonly Cells[]>,
  lists: Map<string, PhraseMatcher<unknown>>,
  what: string,
): Row[] {
  let phrases = [row.phrase];
  for (const [piece, list, isOptional] of row.phrase.matchAll(BRACES)) {
    const own = rows.get(list);
    if (own === undefined) throw mistake(what, row.line, `there is no list '${list}' for '${piece}'`);
    if (own.some(({ phrase }) => phrase.includes('{')))
      throw mistake(what, row.line, `the list '${list}' has braces itself`);
    if (!lists.has(list))
      lists.set(list, new PhraseMatcher(keysOf(own, what).map((phrase) => [phrase, true])));
    if (isOptional !== '')
      phrases = phrases.flatMap((phrase) => [phrase.replace(piece, `{${list}}`), phrase.replace(piece, '')]);
  }
  return keysOf(
    phrases.map((phrase) => ({ ...row, phrase })),
    what,
  ).map((phrase) => ({
    ...row,
    phrase,
    parts: !phrase.includes('{') ? undefined : (phrase.match(/\{[^{}]*\}|\S+/g) ?? []).map((part) => lists.get(part.slice(1, -1)) ?? part), // prettier-ignore
  }));
}

/** The phrases of rows with all verb forms, as keys. */
function keysOf(rows: readonly Cells[], what: string): string[] {
  return [...new Set(rows.flatMap((row) => withForms(row.phrase).map((phrase) => keyOf(phrase, row, what))))];
}

/** A phrase with each form of the verb that a tilde marks: `swap my`, `swaps my`, `swapped my`, `swapping my` for `swap~ my`. */
function withForms(phrase: string): string[] {
  const verb = /(?<![a-z])([a-z]+)~/.exec(phrase)?.[1];
  return verb === undefined ? [phrase] : formsOf(verb).map((form) => phrase.replace(`${verb}~`, form));
}

function formsOf(verb: string): string[] {
  if (/[^aeiou]y$/.test(verb))
    return [verb, verb.replace(/y$/, 'ies'), verb.replace(/y$/, 'ied'), `${verb}ing`];
  const isShort = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb);
  const stem = isShort ? verb + verb.slice(-1) : verb.replace(/e$/, '');
  return [verb, `${verb}${/(?:ch|sh|s|x|z)$/.test(verb) ? 'es' : 's'}`, `${stem}ed`, `${stem}ing`];
}

const KEYS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

function keyOf(phrase: string, { line }: Cells, what: string): string {
  if (KEYS.test(phrase)) return phrase;
  const parts = phrase.match(/\{[^{}]*\}|[^\s{]+/g) ?? [''];
  const words = parts.map((part) => (part.startsWith('{') ? part : nameKey(part)));
  if (words.includes('')) throw mistake(what, line, `'${phrase}' has a word without letters and digits`);
  return words.join(' ');
}

function partsOf({ phrase, parts }: Row): string | readonly Part[] {
  return parts ?? phrase;
}

function withoutMeaning(row: Row, what: string): Row {
  if (row.means !== '') throw mistake(what, row.line, `'${row.phrase}' has a meaning, and its list has none`);
  return row;
}

function meaningOf<Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
  { means, line }: Row,
  what: string,
): Meaning {
  if (!Object.hasOwn(meanings, means))
    throw mistake(what, line, `'${means}' is no meaning of its list: ${Object.keys(meanings).join(', ')}`);
  return meanings[means];
}

function textOf({ phrase, means, line }: Row, what: string): string {
  if (means === '') throw mistake(what, line, `'${phrase}' has no meaning`);
  return means;
}

function numberOf({ means, line }: Row, what: string): number {
  if (!/^[0-9]+$/.test(means)) throw mistake(what, line, `'${means}' is no whole number`);
  return Number(means);
}

function patternOf({ phrase, line }: Row, what: string): RegExp {
  try {
    return new RegExp(`^(?:${phrase})$`);
  } catch {
    throw mistake(what, line, `'${phrase}' is no regular expression`);
  }
}
