// Reads statuses, conditions and VAT statuses, by assets/feeds/statuses.tsv, and yes-or-no columns, and decides whether a record's
// vehicle is listed: one value against it is enough, but a vehicle on any of several channels is listed.
import { mistake, oneOf, parseTable, UniqueNames } from '../../tables.ts';
import { tableText, wordsFor } from '../tables/feed-tables.ts';
import { OMISSIONS, type OmissionReason } from './record-result.ts';
import type { RecordField } from '../tables/feed-fields.ts';
import { isMissing, sample, withoutNamespace, type ValueIssues } from './text.ts';

const MAX_LENGTH = 100;
const MAX_TITLE_LENGTH = 300;
const MAX_STATUS_WORDS = 4;

/** Whether a status means that the vehicle is listed, or why not; undefined if the status is not known. */
export function readSaleStatus(value: unknown): SaleStatus | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const words = wordsOf(value);
  const whole = words.join('');
  const { anywhere, alone } = statusTable();
  const found = alone.get(whole) ?? anywhere.get(whole);
  if (found !== undefined) return found;
  let status: SaleStatus | undefined;
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(MAX_STATUS_WORDS, words.length - at); length > 0; length--) {
      const meaning = anywhere.get(words.slice(at, at + length).join(''));
      if (meaning === undefined) continue;
      if (status === undefined || status === 'listed') status = meaning;
      at += length - 1;
      break;
    }
  }
  if (status === 'reserved' && staysListed(words)) return 'listed';
  // `Available from Monday`, `In stock (due in)`.
  return (
    status ??
    [2, 1].map((length) => alone.get(words.slice(0, length).join(''))).find((known) => known === 'listed')
  );
}

/** Whether words say that a reserved vehicle stays on sale: `Reserved, stays on website`. */
function staysListed(words: readonly string[]): boolean {
  const { stays } = statusTable();
  return words.some((_, at) =>
    Array.from({ length: MAX_STATUS_WORDS }, (__, more) => words.slice(at, at + more + 1).join('')).some(
      (some) => stays.has(some),
    ),
  );
}

/** Statuses that count as the last word of a title, whatever its case. */
const SAID_ALONE: ReadonlySet<SaleStatus> = new Set(['sold', 'reserved']);

/** A deposit that is offered, not taken. */
const DEPOSIT_OFFERED = /^(?:low|no|zero|nil|£[0-9][0-9.,]*) deposit$/i;

/**
 * The statuses against a sale at either end of a title, apart, in capitals or of several words: `Ford Focus (reserved)`,
 * `SOLD Ford Focus`.
 */
export function statusesIn(title: unknown): string[] {
  if (typeof title !== 'string' || title.length > MAX_TITLE_LENGTH) return [];
  const said = title.replace(DEPOSIT_OF, ' ');
  const words = said.split(/[\s,]+/).filter((word) => word !== '');
  const isShouted = title === title.toUpperCase();
  const ends = Array.from({ length: Math.min(MAX_STATUS_WORDS, words.length - 1) }, (_, more) =>
    [words.slice(0, more + 1), words.slice(-more - 1)].map((some) => some.join(' ')),
  ).flat();
  const lastTwo = words.slice(-2).join(' ');
  const isNot = readSaleStatus(lastTwo) === 'listed' || DEPOSIT_OFFERED.test(lastTwo);
  const isClear = (end: string, n: number): boolean =>
    end.includes(' ') ||
    (!(n === 1 && isNot) &&
      ((!isShouted && end === end.toUpperCase()) ||
        (n === 1 && SAID_ALONE.has(readSaleStatus(end) ?? 'listed'))));
  const parts = said.split(/,(?![0-9])/).flatMap(partsOf);
  const shouted = isShouted ? [] : parts.filter((part) => part === part.toUpperCase());
  const apart = parts.length > 1 ? [parts.at(0), parts.at(-1), ...shouted] : [];
  // `Ford Focus for breaking, all parts`
  const before = parts.length > 1 ? parts[0].trim().split(/\s+/) : [];
  const first = [4, 3, 2]
    .filter((length) => length < before.length)
    .map((length) => before.slice(-length).join(' '));
  return [...apart, ...ends.filter(isClear), ...first].flatMap(againstSale).slice(0, 1);
}

/**
 * The status against a sale that a short remark consists of or begins with, beside a date, or that is a part of several words:
 * `Sold 21/11`, `SOLD 24/2 Mr P.`, `needs MOT - do not advertise`.
 */
export function statusInRemark(remark: unknown): string[] {
  if (typeof remark !== 'string' || remark.length > MAX_LENGTH || staysListed(wordsOf(remark))) return [];
  const [first, ...others] = partsOf(remark.replace(DATE, ' ').replace(DEPOSIT_OF, ' '));
  const clauses = others.flatMap((part) => part.split(/[,;.]/)).filter((part) => part.trim().includes(' '));
  // `SOLD Tues, awaiting collection`
  // A year would be about the past: `Sold 3/2015 by us, serviced since`.
  const beforeDay = remark.split(DAY, 2).length > 1 ? remark.split(DAY, 1) : [];
  return [first, first?.split(',', 1)[0].trim().replace(WEEKDAY, ''), ...beforeDay, ...clauses]
    .flatMap(againstSale)
    .slice(0, 1);
}

/** `21/11`, `21st November 2026`. */
const DATE =
  /(?<![0-9])[0-9]{1,2}(?:(?:[/.-][0-9]{1,4}){1,2}|(?:st|nd|rd|th)?[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[ -](?:20)?[0-9]{2})?)(?![a-z0-9])/gi;

/** Before an amount, which is what a deposit costs, unless it is paid: `Deposit: £99`. */
const DEPOSIT_OF =
  /(?<![a-z])deposit(?=\s?[:(\u2013\u2014-]\s?(?:from |of |only )?(?:£|[0-9]{3})(?![0-9.,\s(]*(?:paid|taken|received|held)))/gi;

/** A day and a month without a year. */
const DAY = /(?<![0-9/.-])(?:[12]?[0-9]|3[01]|0[1-9])\/(?:0?[1-9]|1[0-2])(?![0-9/.-])/;

const WEEKDAY = /(?<=[a-z] )(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/i;

function partsOf(text: string): string[] {
  return text.split(/[:*|()[\]!\u2013\u2014]+|\s-\s/).filter((part) => /\p{L}/u.test(part));
}

function againstSale(part = ''): string[] {
  const status = statusTable().anywhere.get(wordsOf(part).join(''));
  return status !== undefined && status !== 'listed' ? [part.trim()] : [];
}

/** Yes or no; also a number above zero and a date are yes. Undefined if the value is neither. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = withoutNamespace(String(value)).trim().toLowerCase();
  const said = readYesNo(text);
  if (said !== undefined) return said;
  const number = text.replace(/[£,]/g, '');
  if (/^[+-]?[0-9]{1,9}(?:\.[0-9]{1,2})?$/.test(number)) return Number(number) > 0;
  const [, date] = DATE_AND_TIME.exec(text) ?? [];
  return date === undefined ? undefined : !NO_DATE.test(date);
}

const DATE_AND_TIME =
  /^([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4})(?:[t ].*)?$/;
/** What computers write for no date: `0000-00-00`, `0001-01-01`, `01/01/1900`, `1970-01-01`, `9999-12-31`. */
const NO_DATE = /^0+[-/.]0+|(?<![0-9])(?:0[0-9]{3}|1[0-8][0-9]{2}|19[0-6][0-9]|1970|9999)(?![0-9])/;

/** Yes or no in a word, a tick, 1 or 0, or Access's -1. Other numbers and dates are undefined: they may say something else. */
export function readYesNo(value: unknown): boolean | undefined {
  const text = String(value).trim().toLowerCase();
  if (text === '1' || text === '-1' || isTick(text) || wordsFor('yes').has(text)) return true;
  return text === '0' || wordsFor('no').has(text) ? false : undefined;
}

/** Whether a text is a box that is ticked. What is not ticked, tables often leave blank. */
export function isTick(text: string): boolean {
  return /^(?:checked|ticked|x|[\u2713\u2714\u2705])$/i.test(text);
}

/** Whether a condition is new or used; undefined if it is not known. Pre-registered cars and demonstrators are used. */
export function readCondition(value: unknown): 'new' | 'used' | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  return statusTable().conditions.get(wordsOf(value).join(''));
}

/** The words in lower case, without accents. */
function wordsOf(text: string): string[] {
  return (
    withoutNamespace(text)
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

export type SaleStatus = 'listed' | OmissionReason;

export interface StatusTable {
  /** Statuses that count anywhere in a text, by their words without spaces. */
  readonly anywhere: ReadonlyMap<string, SaleStatus>;
  /** Statuses that mean other things among other words. */
  readonly alone: ReadonlyMap<string, SaleStatus>;
  /** Words with which a reserved vehicle is listed. */
  readonly stays: ReadonlySet<string>;
  readonly conditions: ReadonlyMap<string, 'new' | 'used'>;
  /** Whether the price is without VAT, by the text in lower case, without the word. */
  readonly isWithoutVat: ReadonlyMap<string, boolean>;
  /** The phrases that say so anywhere in a text. */
  readonly withoutVat: RegExp;
  readonly withVat: RegExp;
}

let loaded: StatusTable | undefined;

export function statusTable(): StatusTable {
  return (loaded ??= parseStatuses(tableText('statuses')));
}

/** Throws an error that names the line of the first mistake. */
export function parseStatuses(text: string): StatusTable {
  const [anywhere, alone] = [new Map<string, SaleStatus>(), new Map<string, SaleStatus>()];
  const [stays, negations] = [new Set<string>(), new Set<string>()];
  const conditions = new Map<string, 'new' | 'used'>();
  const isWithoutVat = new Map<string, boolean>();
  const besideVat = { 'with VAT': [] as string[], 'without VAT': [] as string[] };
  const what = 'statuses.tsv';
  const unique = new UniqueNames(what);
  for (const { line, cells } of parseTable(what, ['status', 'means', 'where'], text)) {
    const [status, means] = cells;
    const where = oneOf(['anywhere', 'alone'] as const, cells[2], what, line);
    const key = wordsOf(status).join('');
    if (means === 'with VAT' || means === 'without VAT') {
      unique.add(status, line, 'VAT', `'${status}' about VAT`);
      const spellings = where === 'alone' ? [status] : spellingsOf(status);
      for (const one of spellings) isWithoutVat.set(one.replace(/^vat | vat$/, ''), means === 'without VAT');
      if (where === 'anywhere' && !/^vat | vat$/.test(status))
        throw mistake(what, line, `'${status}' neither begins nor ends with vat: write alone`);
      if (where === 'anywhere') besideVat[means].push(...spellings);
    } else if (means === 'new' || means === 'used') {
      unique.add(key, line, 'condition', `'${status}' about the condition`);
      if (where === 'anywhere')
        throw mistake(what, line, `'${means}' is read from whole values: write alone`);
      conditions.set(key, means);
    } else {
      const isKnown = ['listed', 'stays listed', 'not'].includes(means) || Object.hasOwn(OMISSIONS, means);
      if (!isKnown) throw mistake(what, line, `'${means}' is not a meaning of a status`);
      unique.add(key, line, 'sale', `'${status}' about the sale`);
      if (means === 'stays listed') stays.add(key);
      else if (means === 'not') negations.add(key);
      else (where === 'anywhere' ? anywhere : alone).set(key, means as SaleStatus);
    }
  }
  for (const [status, means] of [...anywhere])
    for (const negation of ['sold', 'reserved', 'withdrawn'].includes(means) ? [...negations] : [])
      if (!anywhere.has(negation + status)) anywhere.set(negation + status, 'listed');
  const [withoutVat, withVat] = [besideVat['without VAT'], besideVat['with VAT']].map(patternOf);
  return { anywhere, alone, stays, conditions, isWithoutVat, withoutVat, withVat };
}

/** A phrase, and with each short form of its words: `excl vat` and `plus vat` for `ex vat`. */
function spellingsOf(phrase: string): string[] {
  const short = [...wordsFor('abbreviation')].filter(([, word]) => phrase.split(' ').includes(word));
  return [phrase, ...short.map(([form, word]) => phrase.replace(word, form))];
}

/** Finds phrases that begin or end with `vat`, as dealers punctuate them: `(excl. VAT)`, `VAT-free`. */
function patternOf(phrases: readonly string[]): RegExp {
  const before = phrases.flatMap((phrase) => /^(.+) vat$/.exec(phrase)?.[1] ?? []).join('|');
  const behind = phrases.flatMap((phrase) => /^vat (.+)$/.exec(phrase)?.[1] ?? []).join('|');
  return new RegExp(
    `(?<![a-z](?=[a-z]))(?:${before.replace('+', '\\+')})\\.? ?-?(?:the )?vat(?![a-z])|(?<![a-z])vat ?-?(?:${behind})(?![a-z])`,
  );
}

export const NEW_CHOICES = ['keep', 'leave-out'] as const;
export type NewChoice = (typeof NEW_CHOICES)[number];

export interface NotListed {
  readonly reason: OmissionReason;
  readonly message: string;
}

type Values = Readonly<Partial<Record<RecordField, unknown>>>;

/** What yes and no mean in columns that take them. Their other values are read as statuses. */
const FLAGS: readonly (readonly [field: RecordField, yes: SaleStatus, no: SaleStatus])[] = [
  ['is_sold', 'sold', 'listed'],
  ['is_reserved', 'reserved', 'listed'],
  ['is_withdrawn', 'withdrawn', 'listed'],
  ['is_hidden', 'not_published', 'listed'],
  ['is_trade_only', 'trade_only', 'listed'],
  ['is_available', 'listed', 'not_available'],
  ['is_published', 'listed', 'not_published'],
];

/** Fields that say whether a vehicle is listed; a record may have several values of each. */
export const SALE_FIELDS: readonly RecordField[] = [
  'status',
  ...FLAGS.map(([field]) => field),
  'channel_status',
];

/** Why the record's vehicle is not listed; undefined if it is. Unknown values have no effect and are reported. */
export function whyNotListed(
  values: Values,
  newVehicles: NewChoice | undefined,
  valueIssues: ValueIssues,
): NotListed | undefined {
  const found: NotListed[] = [];
  const add = (field: RecordField, value: unknown, status: SaleStatus | undefined): void => {
    if (status === undefined) valueIssues.add(field, 'without_effect', value);
    else if (status !== 'listed') found.push(notListed(status, field, value));
  };
  for (const value of valuesOf(values.status))
    add(
      'status',
      value,
      value === true ? 'listed' : value === false ? 'not_published' : readSaleStatus(value),
    );
  const instead = statusInPrice(values.price);
  if (instead !== undefined) add('price', values.price, instead);
  for (const [field, yes, no] of FLAGS) {
    for (const value of valuesOf(values[field])) {
      // A stock of -1 is none.
      const flag = (field !== 'is_available' || Number(value) !== -1) && readFlag(value);
      add(field, value, flag === undefined ? readSaleStatus(value) : flag ? yes : no);
    }
  }
  const channels = valuesOf(values.channel_status);
  const statuses = channels.map(readSaleStatus);
  const isOnAny = statuses.includes('listed');
  for (const [n, value] of channels.entries())
    if (!isOnAny || statuses[n] === undefined) add('channel_status', value, statuses[n]);
  const { is_new: flag } = values;
  if (!isMissing(flag) && isNew(flag) === undefined) valueIssues.add('is_new', 'without_effect', flag);
  if (found.length > 0 || newVehicles !== 'leave-out') return found[0];
  for (const field of ['condition', 'is_new'] as const)
    for (const value of valuesOf(values[field])) if (isNew(value)) return notListed('new', field, value);
  return undefined;
}

/** Whether a value of `condition` or `is_new` says that the vehicle is new (true) or not new (false); else undefined. */
export function isNew(value: unknown): boolean | undefined {
  const condition = readCondition(value);
  return condition === undefined ? readYesNo(value) : condition === 'new';
}

/** What dealers write over a price, `SOLD`, or beside it: `£2,495 SOLD`. A deposit may be an amount, too. */
function statusInPrice(price: unknown): SaleStatus | undefined {
  if (typeof price !== 'string' || !/[a-z]{3}/i.test(price)) return undefined;
  // `GONE - trade`
  if (!/[0-9]/.test(price)) return readSaleStatus(price) ?? readSaleStatus(price.split(/ [-–] /, 1)[0]);
  const [said] = statusInRemark(price.replace(/£? ?[0-9][0-9.,]*(?: deposit)?/gi, ' '));
  return readSaleStatus(said);
}

function notListed(reason: OmissionReason, field: RecordField, value: unknown): NotListed {
  return { reason, message: `${field} is ${sample(value)}` };
}

const NONE: readonly unknown[] = [];

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return NONE;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((element) => !isMissing(element));
}
