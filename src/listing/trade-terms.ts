// The trade's terms: what adverts and searchers call equipment, trims, colours, history and the like, with every
// spelling. Read from assets/terms/trade-terms.tsv, which an operator's file of the same form can extend.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { Problem, quoted } from '../problem.ts';
import { nameKey } from './name-key.ts';

/** Fuels and gearboxes are classes: where a listing's own is known, its texts do not count. */
export const CLASS_GROUPS = ['fuel', 'gearbox'] as const;

export const TERM_GROUPS = [
  ...CLASS_GROUPS,
  'colour',
  'body',
  'doors',
  'seats',
  'owners',
  'history',
  'equipment',
  'drivetrain',
  'trim',
  'condition',
  'finance',
  'compliance',
] as const;

export type TermGroup = (typeof TERM_GROUPS)[number];

export interface TradeTerm {
  readonly group: TermGroup;
  /** How the trade writes it: `Sat nav`. Of a class, the canonical value of the field: `Automatic`. */
  readonly name: string;
  /** The name without case, spaces and punctuation: unique in its kind (class or term). */
  readonly id: string;
  /** Wordings that mean the same, the name among them; in searches and adverts. */
  readonly spellings: readonly string[];
  /** Wordings of adverts that also say it, but mean more: `panoramic sunroof` says sunroof. */
  readonly narrower: readonly string[];
}

const HEADER = 'group\tname\tspellings\tnarrower';
const FILE = new URL('../../assets/terms/trade-terms.tsv', import.meta.url);

/** Parses a table. `source` names it in problems. Problem `invalid_configuration`, with the line. */
export function parseTradeTerms(text: string, source: string): TradeTerm[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const bad = (line: number, what: string): Problem =>
    new Problem('invalid_configuration', `${source}, line ${line}: ${what}.`);
  if (lines[0] !== HEADER) {
    throw bad(
      1,
      `the columns must be group, name, spellings and narrower, separated by tabs (got ${quoted(lines[0])})`,
    );
  }
  const terms: TradeTerm[] = [];
  lines.forEach((line, i) => {
    if (i === 0 || line === '' || line.startsWith('#')) return;
    const cells = line.split('\t').map((cell) => cell.trim());
    const [group, name = '', spellings = '', narrower = ''] = cells;
    if (cells.length > 4) throw bad(i + 1, `there are ${cells.length} columns, and may be four`);
    const known = TERM_GROUPS.find((one) => one === group);
    if (known === undefined)
      throw bad(i + 1, `group must be one of ${TERM_GROUPS.join(', ')} (got ${quoted(group)})`);
    const all = [name, ...listOf(spellings)];
    for (const wording of [...all, ...listOf(narrower)]) {
      if (nameKey(wording) === '') throw bad(i + 1, `${quoted(wording)} has neither letters nor digits`);
    }
    terms.push({ group: known, name, id: nameKey(name), spellings: all, narrower: listOf(narrower) });
  });
  return terms;
}

function listOf(cell: string): string[] {
  return cell === '' ? [] : cell.split('|').map((wording) => wording.trim());
}

export interface TradeTermTable {
  readonly terms: readonly TradeTerm[];
  /** A hash of the table: an index built with another one is out of date. */
  readonly version: string;
}

let loaded: TradeTermTable | undefined;

/** The terms of this process, read at the first call. */
export function tradeTerms(): TradeTermTable {
  return (loaded ??= loadTradeTerms());
}

function loadTradeTerms(): TradeTermTable {
  const text = readFileSync(FILE, 'utf8');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { terms: parseTradeTerms(text, 'trade-terms.tsv'), version };
}
