// Reads vehicles that are described one after another, without names of columns: a list in a mail, in blocks of lines that are
// apart, and the cards of a web page. A block with one page and several facts is a vehicle: `label: value` is a column, an amount
// its price, and the rest its description.
import { fuelInColumn, gearboxInColumn } from '../../vehicle/classify.ts';
import { nameModel } from '../../vehicle/model-name.ts';
import { scaled } from '../values/number.ts';
import { readPrice } from '../values/price.ts';
import { statusesIn, statusInRemark } from '../values/sale-status.ts';
import { isIn, PICTURE_FILE } from '../values/url.ts';
import { arePrinted, detectDelimiter, knownNames } from './tables/table-header.ts';
import { cellsOf } from './tables/csv-cells.ts';
import {
  MAX_RECORD_LENGTH,
  noticeOf,
  recordTooLong,
  type Delimiter,
  type FeedItem,
  type FieldOf,
  type ReaderOptions,
  type RecordReader,
} from './feed-record.ts';
import { VEHICLE_ONLY_FIELDS } from '../tables/feed-fields.ts';
import { printedColumns, PrintedTableReader } from './tables/printed-table.ts';
import { stackedColumns, stackedRecords } from './tables/stacked-cells.ts';
import { TableReader } from './tables/table-reader.ts';

/** The lines about one thing, perhaps a vehicle. */
export interface Block {
  readonly line: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly page: string | undefined;
  readonly pictures?: readonly string[];
  readonly thumbnail?: string | undefined;
  readonly status?: string | undefined;
  readonly isLeftOut?: boolean;
  /** All that it says, if the page was within its lines. */
  readonly source?: string;
}

/** `Mileage: 41,000`, `First reg.: 2018`, `STOCK_NO=12`, `OLD_PRICE=`, `clock ......... 38,412 miles`. */
const LABELLED =
  /^(\p{L}[\p{L}\p{N} /&'()_-]{0,30}?(?:\.(?=:))?) ?(?:(?::|=>?|->|\.{2,} ?:?)\s{0,40}(\S.*)|=)$/u;
/** `Mileage - 41,000`, if the label is that of a fact, unlike `Kia Rio - one owner`. */
const BEFORE_DASH = /^(\p{L}[\p{L} ]{0,30}?) [-\u2013] {1,40}(\S.*)$/u;
const QUOTED_WHOLE = /^(["'])(.*)\1$/;
/** What texts about vehicles say: an amount, a distance, a year. */
const SIGNS: readonly RegExp[] = [
  /£ ?[0-9]/,
  /[0-9](?:k| thousand)? ?(?:miles|mls|kms?)(?![a-z])/i,
  /(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])/,
  /(?<![0-9.])[0-9]\.[0-9] ?(?:litres?|ltr|l)(?![a-z])/i,
];
/** `Transit 2.2, 61 plate`. */
const SIZE = /(?<![0-9.,£])[0-9]\.[0-9](?=[ ,]|$)/;
/** `2016 (16), 52,000 miles`. */
const YEAR_FIRST = /^(?:19|20)[0-9]{2}(?: ?\([0-9]{2}[12]?\))?(?=,|$)/;
/** `71k` beside other facts. */
const THOUSANDS = /^[0-9]{1,3}(?:\.[0-9])?k$/i;
/** `Stock no SM41 - `, `Ref: 1077 | `. */
const REFERENCE =
  /^(?:stock|ref(?:erence)?|unit|lot|item|id)(?: ?(?:no|number|id|ref)\b\.?)?[ :#]{1,3}([a-z]{0,4}-?[0-9]{1,8}[a-z]{0,2})(?: ?[|:,]| [\u2013-]) (?=\S)/i;
/** `OC51 - `, a number of the stock if the page has it too and no model is called so. */
const CODE_FIRST = /^([A-Z]{1,4}-?[0-9]{1,8}[A-Z]{0,2})(?::| [-\u2013]) (?=\S)/;
const MIN_FACTS = 3;
const CLAUSE_END = /,(?![0-9])|[;:()*|\u2013\u2014]|\s-\s/;
/** A full stop that ends a sentence, not one within `2.5` or `www.moor.example`. */
const SENTENCE_END = /\.(?:\s+|$)/;

/** The record of a block, or a notice if the block is not a vehicle. */
export function itemOf(
  { line, title: heading, lines, page, pictures = [], thumbnail, status, isLeftOut, source }: Block,
  fieldOf: FieldOf,
): FeedItem {
  const text = [heading, ...lines].join('\n');
  const [label, named] = labelled(heading, fieldOf);
  const pairs = lines.filter((one) => labelled(one, fieldOf).length > 0).length;
  const isCard = label !== undefined && pairs > 0 && pairs * 2 >= lines.length;
  const [reference = '', id] = (isCard ? null : (REFERENCE.exec(heading) ?? codeFirst(heading, page))) ?? [];
  // `My wife's car: Kia Rio`
  const isCalled = fieldOf(label?.split(' ').at(-1) ?? '') === 'make_model';
  const title = isCard ? '' : ((isCalled ? named : undefined) ?? heading.slice(reference.length));
  const columns = new Map<string, string>();
  const others: string[] = [];
  for (const one of isCard ? [heading, ...lines] : lines) {
    const [label, value = ''] = labelled(one, fieldOf);
    if (label === undefined || columns.has(label)) others.push(one);
    else columns.set(label, value);
  }
  const fields = [...columns.keys()].map((label) => fieldOf(label) ?? '');
  const signs = SIGNS.filter((sign) => sign.test(text)).length;
  // But for the name of the vehicle: `Electric scooter`.
  const sentences = [title, ...others].flatMap((one) => one.split(SENTENCE_END));
  const tags = sentences.flatMap((one) => one.split(/,(?![0-9])/).map((tag) => tag.trim())).slice(1);
  const thousands = fields.includes('mileage') ? undefined : tags.find((tag) => THOUSANDS.test(tag));
  const classes = [fuelInColumn, gearboxInColumn].filter((read) =>
    tags.some((tag) => read(tag) !== undefined),
  );
  // Parts have sizes too, but no mileage.
  const isSized = (thousands !== undefined || SIGNS[1]?.test(text) === true) && SIZE.test(title);
  const facts =
    signs +
    (isSized ? 1 : 0) +
    classes.length +
    (thousands === undefined ? 0 : 1) +
    fields.filter((field) => VEHICLE_ONLY_FIELDS.has(field)).length;
  if (page === undefined || facts < MIN_FACTS || isLeftOut === true)
    return noticeOf('outside_records', line, source ?? text);
  const year = fields.includes('year')
    ? undefined
    : others.map((one) => YEAR_FIRST.exec(one)?.[0]).find(Boolean);
  const apart = sentences.filter(isPrice);
  const alone = new Set(apart.length > 0 ? apart : tags.filter(isPrice));
  const price = fields.includes('price')
    ? undefined
    : (others.find(isPrice) ?? (alone.size === 1 ? [...alone][0] : undefined));
  // `Deposit - £99 holds any` is about deposits, `Deposit taken` and `Sold.` about the vehicle.
  const isClear = (said: string, sentence: string): boolean => said.includes(' ') || said === sentence.trim();
  const remarks = sentences.flatMap((one) => statusInRemark(one).filter((found) => isClear(found, one)));
  const clauses = sentences.flatMap((one) => one.split(CLAUSE_END)).flatMap(statusesIn);
  const said =
    status ?? remarks[0] ?? clauses.find((found) => found.includes(' ') || found === found.toUpperCase());
  const value = {
    ...(title !== '' && { title }),
    ...{ url: page, ...(id !== undefined && { id }), ...Object.fromEntries(columns) },
    ...(thousands !== undefined && { mileage: scaled(thousands.slice(0, -1), 1000) }),
    ...(year !== undefined && { year }),
    ...(price !== undefined && { price }),
    ...(pictures.length > 0 && { images: pictures }),
    ...(thumbnail !== undefined && { thumbnail }),
    description: others.filter((one) => one !== price),
  };
  return { kind: 'record', line, value, ...(said !== undefined && { status: said }) };
}

/** The label of a line and its value; none if it has no label. */
function labelled(line: string, fieldOf: FieldOf): readonly [label?: string, value?: string] {
  const [, label, value = ''] = LABELLED.exec(line) ?? [];
  if (label !== undefined) return [label.trim(), value.replace(QUOTED_WHOLE, '$2')];
  const [, fact = '', said = ''] = BEFORE_DASH.exec(line) ?? [];
  const field = fact === '' ? '' : (fieldOf(fact) ?? '');
  return field === 'status' || VEHICLE_ONLY_FIELDS.has(field) ? [fact, said] : [];
}

function codeFirst(heading: string, page = ''): RegExpExecArray | null {
  const found = CODE_FIRST.exec(heading);
  return found !== null && isIn(page, found[1]) && nameModel(null, found[1]) === undefined ? found : null;
}

function isPrice(text: string): boolean {
  return text.includes('£') && typeof readPrice(text, { vat: 'add' }) === 'number';
}

const LINE_END = /\r\n|\r|\n/;
/** A line that separates blocks: blank, or drawn. */
const APART = /^[\s=_*~#.+-]*$/;
const ADDRESS =
  /(?:https?:\/\/|www\.|(?<![\w@./-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?=\/\w))[^\s<>"|]{0,2000}(?<![.,;:)\]])/gi;
/** What is left of a line or a sentence whose addresses are taken: `page ......`, `photos:`. */
const LABEL_ALONE =
  /^[\p{L}_ ]{0,30}[0-9]{0,2}[.:,;=>"'\s\u2013-]*$|(?<=[.,;]) {0,4}\p{L}[\p{L} ]{1,20}: *$/u;
/** A line that is only a number of the stock. */
const CODE = /^(?=.*[0-9])[A-Z0-9][A-Z0-9-]{1,9}$/i;
/** `[1] `, `2) `, `- `. */
const COUNTED = /^(?:[[(][0-9]{1,4}[\])]|[0-9]{1,3}[.)]|[-*\u2022\u2013])\s+/;
/** The first lines, which show whether a text is a list. */
const MAX_START_LINES = 100;

/** Reads a text that may be a list of vehicles, or a table whose cells are lines; if it is neither, `table` reads it. */
export class TextReader implements RecordReader {
  readonly #feed: string;
  readonly #options: ReaderOptions;
  #table: RecordReader;
  #text = '';
  /** How the text is read; undefined while its start does not show it. */
  #kind: 'list' | 'cells' | 'table' | undefined;

  constructor(feed: string, options: ReaderOptions, table: RecordReader) {
    this.#feed = feed;
    this.#options = options;
    this.#table = table;
  }

  push(text: string): FeedItem[] {
    if (this.#kind === 'table') return this.#table.push(text);
    this.#text += text;
    const isLong = this.#text.length > MAX_RECORD_LENGTH;
    if (this.#kind !== undefined && isLong) throw recordTooLong(this.#feed, 1);
    const isEnough = isLong || this.#text.split(LINE_END, MAX_START_LINES + 2).length > MAX_START_LINES + 1;
    return this.#kind === undefined && isEnough ? this.#decide() : [];
  }

  end(): FeedItem[] {
    const items = this.#kind === undefined ? this.#decide() : [];
    if (this.#kind === 'table') return [...items, ...this.#table.end()];
    const blocks = blocksIn(this.#text);
    const { fieldOf } = this.#options;
    if (this.#kind === 'cells') return stackedRecords(blocks, this.#feed, this.#options);
    const { rows, others } = tablesAmong(blocks, this.#feed, this.#options);
    const vehicles = others.flatMap(vehiclesIn);
    const isOld = vehicles.some(({ lines }) => lines.flatMap(pagesIn).length > 0 && !isQuoted(lines));
    const described = vehicles.map(({ line, lines }) =>
      itemOf({ ...blockOf(lines, line, fieldOf), isLeftOut: isOld && isQuoted(lines) }, fieldOf),
    );
    return [...rows, ...described].sort((a, b) => a.line - b.line);
  }

  #decide(): FeedItem[] {
    const { fieldOf } = this.#options;
    const lines = this.#text.split(LINE_END, MAX_START_LINES);
    const areCells = (block: Lines): boolean => stackedColumns(block.lines, fieldOf) !== undefined;
    if (isList(lines, fieldOf)) this.#kind = 'list';
    else this.#kind = blocksIn(lines.join('\n')).some(areCells) ? 'cells' : 'table';
    const printed = this.#kind === 'table' ? printedColumns(lines, fieldOf) : undefined;
    if (printed !== undefined) this.#table = new PrintedTableReader(this.#feed, this.#options, printed);
    return this.#kind === 'table' ? this.#table.push(this.#text) : [];
  }
}

interface Lines {
  readonly line: number;
  readonly lines: readonly string[];
}

/** The lines of a text, trimmed, in blocks that are apart. */
function blocksIn(text: string): Lines[] {
  const blocks: Lines[] = [];
  const lines: string[] = [];
  const all = [...text.split(LINE_END), ''];
  for (const [at, line] of all.entries()) {
    if (!isApart(line)) lines.push(line.trim());
    else if (lines.length > 0) blocks.push({ line: at + 1 - lines.length, lines: lines.splice(0) });
  }
  return blocks;
}

/** Whether several lines have an address, each in a block of its own, above the header of any table. */
function isList(given: readonly string[], fieldOf: FieldOf): boolean {
  const isHeader = (line: string): boolean => knownNames(line.split(delimiterIn(line)), fieldOf) > 0;
  const header = given.findIndex(isHeader);
  const lines = header === -1 ? given : given.slice(0, header);
  const pages = pageLines(lines, fieldOf, 2);
  // Behind blocks of lines, vehicles may have a line each.
  const ofBlocks = pages.filter((at) => !lines[at]?.includes('|'));
  const addressed = ofBlocks.length > 1 ? ofBlocks : pages;
  const areApart = addressed.every((at, n) => n === 0 || lines.slice(addressed[n - 1], at).some(isApart));
  return addressed.length > 1 && areApart && !arePrinted(lines.filter((line) => !isApart(line)));
}

/** Whether lines quote an earlier mail, whose vehicles may be gone. */
function isQuoted(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('>'));
}

function isApart(line: string): boolean {
  return APART.test(line);
}

const MIN_NAMES = 3;
/** `no / car / year`, as people write a row by hand. */
const SLASH = ' / ';

function delimiterIn(line: string): Delimiter | typeof SLASH {
  return line.split(SLASH).length > MIN_NAMES ? SLASH : detectDelimiter(line);
}

function pagesIn(text = ''): string[] {
  return (text.match(ADDRESS) ?? []).filter((address) => !PICTURE_FILE.test(address));
}

/** The lines with the addresses of pages: those whose labels say that it is the advert's, if so many do. */
function pageLines(lines: readonly string[], fieldOf: FieldOf, many = 1): readonly number[] {
  const all = [...lines.keys()].filter((at) => pagesIn(lines[at]).length > 0);
  const named = all.filter((at) => fieldOf(labelled(lines[at] ?? '', fieldOf)[0] ?? '') === 'advert_url');
  return named.length >= many ? named : all;
}

/** The rows of tables among the blocks of a list, and the other lines. The names of the columns begin a table. */
function tablesAmong(
  blocks: readonly Lines[],
  feed: string,
  options: ReaderOptions,
): { readonly rows: FeedItem[]; readonly others: Lines[] } {
  const rows: FeedItem[] = [];
  let table:
    | { readonly reader: TableReader; readonly delimiter: Delimiter | typeof SLASH; readonly width: number }
    | undefined;
  const others = blocks.map(({ line, lines }) => ({
    line,
    lines: lines.filter((text, n) => {
      const delimiter = table?.delimiter ?? delimiterIn(text);
      const given = delimiter === SLASH ? text.split(SLASH) : cellsOf(text, delimiter);
      const cells = given.map((cell) => cell.trim());
      if (cells.length !== table?.width) {
        rows.push(...(table?.reader.end() ?? []));
        table = undefined;
        if (knownNames(cells, options.fieldOf) < MIN_NAMES) return true;
        const reader = new TableReader(feed, { ...options, header: (names) => names });
        table = { reader, delimiter, width: cells.length };
      }
      rows.push(...table.reader.add({ line: line + n, text, cells, isCut: false }));
      return false;
    }),
  }));
  rows.push(...(table?.reader.end() ?? []));
  return { rows, others: others.filter(({ lines }) => lines.length > 0) };
}

/** A block, or its lines if each has a page and a vehicle of its own: `GF70 | Kia Rio | 2014 | £4,450 | moor.example/rio`. */
function vehiclesIn({ line, lines }: Lines): readonly Lines[] {
  const rows = lines.filter((text) => text.includes('|') && pagesIn(text).length > 0);
  if (rows.length === 0 || (rows.length === 1 && lines.length > 1)) return [{ line, lines }];
  return lines.map((text, n) => ({ line: line + n, lines: text.split('|').map((part) => part.trim()) }));
}

/** The page is the advert's address by its label, or else the first that is not a picture's; what is left of the lines, unless that is a label, stays. */
function blockOf(lines: readonly string[], line: number, fieldOf: FieldOf): Block {
  const [page] = pageLines(lines, fieldOf).flatMap((at) => pagesIn(lines[at]));
  const pictures: string[] = [];
  const texts = lines.map((text) => {
    const left = text.replace(ADDRESS, (found) => {
      if (PICTURE_FILE.test(found)) pictures.push(found.replace(/^(?!https?:)/i, 'https://'));
      return PICTURE_FILE.test(found) || found === page ? '' : found;
    });
    return left === text ? text : left.replace(LABEL_ALONE, '').trim();
  });
  const [title = '', ...others] = texts
    .map((text) => text.replace(COUNTED, ''))
    .filter((text) => text !== '');
  const isCode = others.length > 1 && CODE.test(title);
  const [name = '', ...more] = isCode ? others : [title, ...others];
  const own = isCode ? [`Ref: ${title}`, ...more] : more;
  return { line, title: name, lines: own, page, pictures, source: lines.join('\n') };
}
