// The trade's terms, with every spelling: the names that adverts and searchers give to equipment, trims, colours, history and the
// like. They are read from assets/terms/trade-terms.tsv, which an operator's file of the same form can extend.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathFault } from '../files/path-fault.ts';
import { errorMessage, Problem } from '../problem.ts';
import { quotedPath } from '../quoted-text.ts';
import {
  checkTermsSize,
  decodeTermsTable,
  parseTradeTerms,
  TERMS_HEADER,
  type TermsTable,
  type TradeTerm,
} from './parse-trade-terms.ts';
import { FUELS, GEARBOXES, type ClassRow } from './classify.ts';
import { packageFile } from '../package-files.ts';
import { listOf, parseTable, readTable } from '../tables.ts';
import { TERM_GROUPS, type PageGroup, type TermGroup } from './term-groups.ts';

export type { TermsTable, TradeTerm } from './parse-trade-terms.ts';

export interface TradeTermTable {
  readonly terms: readonly TradeTerm[];
  /** A hash of the table. An index built with another table is out of date. */
  readonly version: string;
}

const FILE = packageFile('assets/terms/trade-terms.tsv');

let additions: TermsTable | undefined;
let loaded: TradeTermTable | undefined;

/** The terms of this process or thread, read at the first call. */
export function tradeTerms(): TradeTermTable {
  return (loaded ??= loadTradeTerms(additions));
}

/** The spellings of a term in this package's own table, which is known before an operator's additions are. */
export function ownSpellings(name: string): readonly string[] {
  const { rows } = readTable('terms/trade-terms.tsv', (text) =>
    parseTable('trade-terms.tsv', TERMS_HEADER.split('\t'), text),
  );
  return [name, ...listOf(rows.find(({ cells }) => cells[1] === name)?.cells[2] ?? '')];
}

/** The operator's additions, for threads, which must not read a file that may have changed meanwhile. */
export function termAdditions(): TermsTable | undefined {
  return additions;
}

/** Adds an operator's terms, before the first use in this process or thread. Throws a Problem `invalid_configuration`. */
export function addTerms(table: TermsTable | undefined): void {
  if (table?.text === additions?.text) return;
  if (loaded !== undefined) throw new Error('terms must be added before their first use');
  loaded = loadTradeTerms(table);
  additions = table;
}

/** Reads an operator's file of terms. Throws a Problem `invalid_configuration` if it cannot be read. */
export function readTermsFile(path: string): TermsTable {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw unreadable(path, stats.isDirectory() ? 'it is a folder' : 'it is not a file');
    checkTermsSize(stats.size, basename(path));
    return decodeTermsTable(readFileSync(path), basename(path));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadable(path, pathFault(error) ?? errorMessage(error));
  }
}

function unreadable(path: string, why: string): Problem {
  return new Problem('invalid_configuration', `The terms cannot be read from ${quotedPath(path)}: ${why}.`);
}

function loadTradeTerms(added: TermsTable | undefined): TradeTermTable {
  const own = decodeTermsTable(readFileSync(FILE), 'trade-terms.tsv');
  const classes = [
    classTable('fuels.tsv', 'fuel', FUELS.rows),
    classTable('gearboxes.tsv', 'gearbox', GEARBOXES.rows),
  ];
  const tables = [...classes, own, ...(added === undefined ? [] : [added])];
  const hash = createHash('sha256');
  // Lengths are hashed too, so that different tables cannot look the same.
  for (const { text } of tables) hash.update(`${text.length}\n`).update(text);
  const terms = parseTradeTerms(tables);
  checkOffered(terms, TERM_GROUPS.onPage);
  return { terms, version: hash.digest('hex').slice(0, 12) };
}

/** Throws if a group offers a term that it does not have. */
export function checkOffered(terms: readonly TradeTerm[], groups: readonly PageGroup[]): void {
  for (const { name, from, offered } of groups) {
    const unknown = offered.find(
      (one) => !terms.some((term) => term.name === one && from.includes(term.group)),
    );
    if (unknown !== undefined) throw new Error(`groups.tsv offers '${unknown}', which is no term of ${name}`);
  }
}

/** The classes as a table of terms, with the same lines. */
function classTable(source: string, group: TermGroup, rows: readonly ClassRow<string>[]): TermsTable {
  const lines = rows.map(({ name, spellings }) => [group, name, spellings.join(' | '), ''].join('\t'));
  return { source, text: [TERMS_HEADER, ...lines].join('\n') };
}
