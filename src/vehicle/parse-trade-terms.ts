// Reads tables of the trade's terms. A later table adds terms to an earlier one, or wordings to its terms. Mistakes are refused
// with their line, because a wording of two terms, or of none, would silently find the wrong adverts.
import { addToList } from '../lists-by-key.ts';
import { Problem } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import { nameKey, inflections } from './name-key.ts';
import { TERM_GROUPS, type TermGroup } from './term-groups.ts';

export interface TradeTerm {
  readonly group: TermGroup;
  /** The trade's spelling: `Sat nav`. For a class, the canonical value of the field: `Automatic`. */
  readonly name: string;
  /** The name without case, spaces and punctuation: unique in its kind (class or term). */
  readonly id: string;
  /** Wordings with the same meaning, including the name, for searches and adverts. */
  readonly spellings: readonly string[];
  /** Hyponyms, such as `panoramic sunroof` for a sunroof: an advert with one of these also has this term. */
  readonly narrower: readonly string[];
  /**
   * The spellings as they are found in texts: without case, spaces and punctuation, with the last word in singular and plural. No
   * two terms of a kind share one.
   */
  readonly keys: readonly string[];
  /** The narrower wordings in the same form, except those that are spellings. Other terms may share them. */
  readonly narrowerKeys: readonly string[];
}

export function isClass({ group }: Pick<TradeTerm, 'group'>): boolean {
  return TERM_GROUPS.classes.includes(group);
}

export interface TermsTable {
  /** The table's name in problems. */
  readonly source: string;
  readonly text: string;
}

export const TERMS_HEADER = 'group\tname\tspellings\tnarrower';
const MAX_BYTES = 2 ** 20;
const MAX_LINE_LENGTH = 10_000;
/** Matches most wordings: ASCII without apostrophes. */
const PLAIN = /^[\x20-\x26\x28-\x7e]*$/;
/** Maximum words of a wording: texts are not searched for longer ones. */
export const MAX_TERM_WORDS = 6;

interface Wording {
  readonly text: string;
  readonly wordCount: number;
  /** The wording's words with nothing between them. */
  readonly key: string;
  /** The keys with the last word in singular and plural. */
  readonly inflected: readonly string[];
}

interface TermRow {
  readonly group: TermGroup;
  readonly id: string;
  readonly name: string;
  readonly spellings: readonly Wording[];
  readonly narrower: readonly Wording[];
  /** The row's place for messages: `trade-terms.tsv, line 7`. */
  readonly place: string;
}

/** Throws a Problem `invalid_configuration` if a table of that many bytes is too large. */
export function checkTermsSize(bytes: number, source: string): void {
  if (bytes <= MAX_BYTES) return;
  const message = `${source} has ${bytes} bytes, and may have ${MAX_BYTES}: remove terms that you do not need.`;
  throw new Problem('invalid_configuration', message);
}

/** The text of a table's file. Throws a Problem `invalid_configuration` if it is too large or not in UTF-8. */
export function decodeTermsTable(bytes: Uint8Array, source: string): TermsTable {
  checkTermsSize(bytes.length, source);
  const text = tryDecode(bytes);
  if (text !== undefined) return { source, text };
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    if (tryDecode(bytes.subarray(start, end)) === undefined) break;
    line++;
    start = end + 1;
  }
  throw invalid(`${source}, line ${line}`, 'this is not UTF-8: save the file as UTF-8');
}

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The terms of all tables together. Throws a Problem `invalid_configuration` with the line of a mistake. */
export function parseTradeTerms(tables: readonly TermsTable[]): TradeTerm[] {
  const rows: TermRow[][] = [];
  for (const table of tables) {
    // A term is in a table once; a later table may extend it.
    const known = new Map(rows.flat().map((row) => [kindPrefix(row) + row.id, row]));
    const own = readRows(table);
    const seen = new Map<string, TermRow>();
    for (const row of own) {
      const twin = seen.get(kindPrefix(row) + row.id);
      if (twin !== undefined)
        throw invalid(row.place, `${quoted(row.name)} is also the name of ${twin.place}: make it one line`);
      seen.set(kindPrefix(row) + row.id, row);
      const extended = known.get(kindPrefix(row) + row.id);
      if (extended !== undefined && extended.group !== row.group)
        throw invalid(
          row.place,
          `${quoted(row.name)} is a term of the group ${extended.group} (${extended.place}): use that group`,
        );
    }
    rows.push(own);
  }
  return termsOf(rows.flat());
}

/** The terms of the rows. Later rows with the same name extend the first one. */
function termsOf(rows: readonly TermRow[]): TradeTerm[] {
  const keys = assignKeys(rows);
  const merged = new Map<string, TermRow[]>();
  for (const row of rows) {
    const name = kindPrefix(row) + row.id;
    addToList(merged, name, row);
  }
  const byName = new Map<string, TermRow[]>();
  for (const parts of merged.values()) if (!isClass(parts[0])) byName.set(parts[0].spellings[0].key, parts);
  return [...merged.values()].map((parts): TradeTerm => {
    const [{ group, id, name }] = parts;
    const own = keys.get(kindPrefix(parts[0]) + id) ?? new Set();
    const narrower = narrowerThan(parts, byName, new Set([parts[0].spellings[0].key]));
    const narrowerKeys = narrower.flatMap(({ key, inflected }) => [key, ...inflected]);
    return {
      group,
      name,
      id,
      // A later table may spell the name differently.
      spellings: unique([name, ...parts.flatMap((row) => row.spellings.slice(1).map(({ text }) => text))]),
      narrower: [...new Map(narrower.map(({ key, text }) => [key, text])).values()],
      keys: [...own],
      narrowerKeys: unique(narrowerKeys).filter((key) => !own.has(key)),
    };
  });
}

/** A narrower wording that is the name of a term includes that term's spellings and narrower wordings. */
function narrowerThan(
  parts: readonly TermRow[],
  byName: ReadonlyMap<string, readonly TermRow[]>,
  seen: Set<string>,
): Wording[] {
  return parts.flatMap((row) =>
    row.narrower.flatMap((wording) => {
      const named = byName.get(wording.key);
      if (named === undefined || seen.has(wording.key)) return [wording];
      seen.add(wording.key);
      return [wording, ...named.flatMap(({ spellings }) => spellings), ...narrowerThan(named, byName, seen)];
    }),
  );
}

interface Claim {
  readonly row: TermRow;
  readonly wording: Wording;
}

/** The keys of each term's spellings, by kind and id. Refuses a key that two terms of a kind share. */
function assignKeys(rows: readonly TermRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const claims = rows.flatMap((row) => row.spellings.map((wording): Claim => ({ row, wording })));
  const exact = new Map<string, Claim>();
  for (const claim of claims) take(exact, kindPrefix(claim.row) + claim.wording.key, claim);
  const inflected = new Map<string, Claim>();
  for (const claim of claims) {
    for (const form of claim.wording.inflected) {
      const key = kindPrefix(claim.row) + form;
      const written = exact.get(key);
      // `Zetec S` is not the plural of Zetec, but `Sports` is the plural of Sport.
      const isApart = written !== undefined && written.wording.wordCount !== claim.wording.wordCount;
      if (isApart) continue;
      if (written !== undefined) refuseShared(written, claim);
      else take(inflected, key, claim);
    }
  }
  const keys = new Map<string, Set<string>>();
  for (const [key, { row }] of [...exact, ...inflected]) {
    const name = kindPrefix(row) + row.id;
    const own = keys.get(name) ?? new Set();
    keys.set(name, own.add(key.slice(key.indexOf(' ') + 1)));
  }
  return keys;
}

function take(claims: Map<string, Claim>, key: string, claim: Claim): void {
  const first = claims.get(key);
  if (first === undefined) claims.set(key, claim);
  else refuseShared(first, claim);
}

function refuseShared(first: Claim, second: Claim): void {
  if (first.row.id === second.row.id) return;
  const what = `${quoted(second.wording.text)} is also a spelling of ${quoted(first.row.name)} (${first.row.place})`;
  throw invalid(second.row.place, `${what}: leave it to one of them`);
}

function readRows({ source, text }: TermsTable): TermRow[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines[0] !== TERMS_HEADER) {
    const rule = 'the columns must be group, name, spellings and narrower, separated by tabs';
    throw invalid(`${source}, line 1`, `${rule} (got ${quoted(lines[0])})`);
  }
  return lines.flatMap((line, i) => {
    const isRow = i > 0 && line.trim() !== '' && !line.startsWith('#');
    return isRow ? [readRow(line, `${source}, line ${i + 1}`)] : [];
  });
}

function readRow(line: string, place: string): TermRow {
  if (line.length > MAX_LINE_LENGTH) {
    const what = `the line has ${line.length} characters, and may have ${MAX_LINE_LENGTH}`;
    throw invalid(place, `${what}: remove wordings`);
  }
  const cells = line.split('\t').map((cell) => cell.trim());
  const [group, name = '', spellings = '', narrower = ''] = cells;
  if (cells.length > 4)
    throw invalid(place, `there are ${cells.length} columns, and may be four: separate wordings by |`);
  if (!TERM_GROUPS.all.includes(group))
    throw invalid(place, `group must be one of ${TERM_GROUPS.all.join(', ')} (got ${quoted(group)})`);
  if (name === '') throw invalid(place, 'the term has no name: write one into the second column');
  const wordingsOf = (texts: readonly string[]): Wording[] => texts.map((text) => readWording(text, place));
  return {
    group,
    id: nameKey(name),
    name,
    spellings: wordingsOf([name, ...listOf(spellings)]),
    narrower: wordingsOf(listOf(narrower)),
    place,
  };
}

function readWording(text: string, place: string): Wording {
  if (text === '')
    throw invalid(place, 'a wording is empty: remove the | that has nothing on one of its sides');
  const words = wordsOf(text);
  const last = words.at(-1);
  if (last === undefined) throw invalid(place, `${quoted(text)} has neither letters nor digits: remove it`);
  if (/\p{N}\.\p{N}/u.test(text))
    throw invalid(place, `${quoted(text)} has a decimal point, which no term may have: remove it`);
  if (words.length > MAX_TERM_WORDS)
    throw invalid(place, `${quoted(text)} has more than ${MAX_TERM_WORDS} words: shorten it`);
  const before = words.slice(0, -1).join('');
  return {
    text,
    wordCount: words.length,
    key: before + last,
    inflected: inflections(last).map((form) => before + form),
  };
}

/** The kind of a row; only rows of one kind compete for wordings. A blank ends it, because no key contains one. */
function kindPrefix(row: Pick<TermRow, 'group'>): string {
  return isClass(row) ? 'class ' : 'term ';
}

/** The words of a wording with nothing between them. */
export function wordingKey(text: string): string {
  return wordsOf(text).join('');
}

/** The words of a text, as texts are read. */
function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const words = text.replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '').split(/[^\p{L}\p{N}\p{M}]+/u);
  return words.map((word) => nameKey(word).replaceAll('ß', 'ss')).filter((word) => word !== '');
}

function listOf(cell: string): string[] {
  return cell === '' ? [] : cell.split('|').map((wording) => wording.trim());
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function invalid(place: string, what: string): Problem {
  return new Problem('invalid_configuration', `${place}: ${what}.`);
}
