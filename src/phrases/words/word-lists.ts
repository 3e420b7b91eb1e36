// Reads the lists of words and phrases in assets/phrases/, and has those that several files read. A row is a phrase, the list
// that it belongs to, and for some lists what it means. row-language.ts reads the phrases. A mistake in a table is an error
// with its file and line.
import { addToList } from '../../lists-by-key.ts';
import { mistake, parseTable, readTable, UniqueNames } from '../../tables.ts';
import { PhraseMatcher, type Part } from './phrase-matcher.ts';
import { partsOf, RowReader, type Cells, type Row, type SlotKind } from './row-language.ts';

interface ListKind<Result> {
  readonly read: (rows: readonly Row[], what: string) => Result;
  /** Its phrases are regular expressions. */
  readonly isPattern?: true;
}

type Meanings<Meaning> = Readonly<Record<string, Meaning>>;

/** Single words, or phrases that are compared as a whole. */
export const WORDS: ListKind<ReadonlySet<string>> = {
  read: (rows, what) => new Set(rows.map((row) => withoutMeaning(row, what).phrase)),
};

export const PHRASES: ListKind<PhraseMatcher<true>> = {
  read: (rows, what) => new PhraseMatcher(rows.map((row) => [partsOf(withoutMeaning(row, what)), true])),
};

/** Phrases with one of these meanings, to be made one matcher with those of other tables. */
export function rowsMeaning<Meaning>(
  meanings: Meanings<Meaning>,
): ListKind<readonly (readonly [string | readonly Part[], Meaning])[]> {
  return { read: (rows, what) => rows.map((row) => [partsOf(row), meaningOf(meanings, row, what)] as const) };
}

export const NUMBERS: ListKind<ReadonlyMap<string, number>> = {
  read: (rows, what) => new Map(rows.map((row) => [row.phrase, meaningNumber(row, what)])),
};

export const PAIRS: ListKind<ReadonlyMap<string, string>> = {
  read: (rows) => new Map(rows.map(({ phrase, means }) => [phrase, means])),
};

const TEXTS: ListKind<PhraseMatcher<string>> = {
  read: (rows, what) => new PhraseMatcher(rows.map((row) => [partsOf(row), meaningText(row, what)])),
};

export function wordsMeaning<Meaning>(meanings: Meanings<Meaning>): ListKind<ReadonlyMap<string, Meaning>> {
  return { read: (rows, what) => new Map(rows.map((row) => [row.phrase, meaningOf(meanings, row, what)])) };
}

export function phrasesMeaning<Meaning>(meanings: Meanings<Meaning>): ListKind<PhraseMatcher<Meaning>> {
  const { read } = rowsMeaning(meanings);
  return { read: (rows, what) => new PhraseMatcher(read(rows, what)) };
}

export function patternsMeaning<Meaning>(
  meanings: Meanings<Meaning>,
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

/** The words of all tables read so far. */
const tableWords = new Set<string>();

/** Whether a phrase of a table has a word, which is then an ordinary word rather than a misspelt name. */
export function isTableWord(key: string): boolean {
  return tableWords.has(key);
}

export function readLists<Kinds extends Readonly<Record<string, ListKind<unknown>>>>(
  table: string,
  kinds: Kinds,
  slots?: ReadonlyMap<string, SlotKind>,
): Lists<Kinds> {
  return readTable(`phrases/${table}.tsv`, (text) =>
    parseLists(`assets/phrases/${table}.tsv`, text, kinds, slots),
  ).rows;
}

/** Throws an error that names the line of the first mistake. */
export function parseLists<Kinds extends Readonly<Record<string, ListKind<unknown>>>>(
  what: string,
  text: string,
  kinds: Kinds,
  slots: ReadonlyMap<string, SlotKind> = new Map(),
): Lists<Kinds> {
  const rows = new Map<string, Cells[]>(Object.keys(kinds).map((list) => [list, []]));
  for (const { line, cells } of parseTable(what, ['phrase', 'list', 'means'], text)) {
    const [phrase, list, means] = cells;
    for (const word of phrase.replace(PART, ' ').split(/[\s|?~]+/)) tableWords.add(word);
    addToList(rows, list, { phrase, means, line });
  }
  checkParts(rows, kinds, what);
  const reader = new RowReader({ what, rowsOf: (list) => rows.get(list), slots });
  const entries = Object.entries(kinds).map(([list, kind]) => {
    const own = rows.get(list) ?? [];
    if (own.length === 0) throw new Error(`${what} has no row of the list '${list}'`);
    const isPattern = kind.isPattern === true;
    const read = own.flatMap((row) => (isPattern ? { ...row, parts: undefined } : reader.read(row)));
    checkUnique(read, what);
    return [list, kind.read(read, what)];
  });
  // Safe: an entry for each of the kinds.
  return Object.fromEntries(entries) as Lists<Kinds>;
}

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

/** A list or a slot. */
const PART = /[{<][^{}<>]*[}>]/g;

const BRACES = /\{([^{}?*]*)[?*]?\}/g;

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

function withoutMeaning(row: Row, what: string): Row {
  if (row.means !== '') throw mistake(what, row.line, `'${row.phrase}' has a meaning, and its list has none`);
  return row;
}

function meaningOf<Meaning>(meanings: Meanings<Meaning>, { means, line }: Row, what: string): Meaning {
  if (!Object.hasOwn(meanings, means))
    throw mistake(what, line, `'${means}' is no meaning of its list: ${Object.keys(meanings).join(', ')}`);
  return meanings[means];
}

function meaningText({ phrase, means, line }: Row, what: string): string {
  if (means === '') throw mistake(what, line, `'${phrase}' has no meaning`);
  return means;
}

function meaningNumber({ means, line }: Row, what: string): number {
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

/** Words that look like names or terms and are others, and words beside names. */
export const NAMES = readLists('names', {
  'after a make': WORDS,
  joint: wordsMeaning(named('either', 'both')),
  'between values': wordsMeaning(named('alternative', 'joint', 'part', 'perhaps part')),
  'before a road': WORDS,
  'not misspelt': wordsMeaning(named('ever', 'without a make')),
  'before up': WORDS,
  'before a hope': WORDS,
  'before a listed name': WORDS,
  'before a plural': WORDS,
  'before an ordinary word': WORDS,
  'after an ordinary word': WORDS,
  'after an ordinary number': WORDS,
  'letters and a word': WORDS,
  'before a spoken name': WORDS,
  counted: WORDS,
  'before no term': WORDS,
  'no term': WORDS,
  'plural of a body': PAIRS,
  'part of every car': WORDS,
  'wording of a term': TEXTS,
  'noun of a colour': WORDS,
  'no domain': WORDS,
});

/** Whether a word joins alternatives. */
export function isOr(key: string): boolean {
  return NAMES.joint.get(key) === 'either';
}

/** Words around what somebody asks for, by which a first search tells talk from it, and a refining phrase what it does. */
export const ASKING = readLists('asking', {
  filler: PHRASES,
  request: PHRASES,
  noun: PHRASES,
  pronoun: PHRASES,
  conjunction: phrasesMeaning(named('joins', 'lists', 'adds', 'excepts')),
  replace: PHRASES,
  'replace after': PHRASES,
  add: PHRASES,
  'add after': phrasesMeaning({ '': 'adds', permits: 'permits' }),
  only: PHRASES,
  must: PHRASES,
  article: WORDS,
  degree: phrasesMeaning(named('small', 'large', 'none')),
  conclusion: WORDS,
  'if it is': PHRASES,
});

/** Kinds of vehicles that no listing may be (`campervan`), and words of texts about something else than a vehicle for sale. */
export const SUBJECTS = readLists('subjects', {
  kind: TEXTS,
  'other kind': TEXTS,
  towing: WORDS,
  opening: phrasesMeaning<'perhaps' | 'advice'>({ '': 'perhaps', advice: 'advice' }),
  elsewhere: PHRASES,
  'not elsewhere': WORDS,
  part: PHRASES,
  'of a vehicle': PHRASES,
});
