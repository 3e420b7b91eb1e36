// Gives codes the words that a feed explains them with beside its records, above or below: `FUEL: P=Petrol D=Diesel`,
// `STS|1=In stock|8=Sold`, `gearbox: MA manual, AU automatic`, `Key: S = sold, R = reserved`, `F: P petrol / D diesel`.
import { isObject } from '../../../json.ts';
import { partKey } from '../../tables/feed-tables.ts';
import { readSaleStatus } from '../../values/sale-status.ts';
import type { RawRecord } from '../feed-record.ts';

type Codes = ReadonlyMap<string, string>;

/** A column's codes with their words. */
interface Explained {
  /** The name of the column, or a word such as `Key`. */
  readonly name: string;
  readonly codes: Codes;
}

const EQUAL = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{1,6}) ?= ?(?=(?:[0-9]+[a-z]? )?\p{L})/u;
/** Ends what stands before a first code: `Fuel`, also behind two spaces, as in `KEY  Fuel: `. */
const LAST_NAME = /(\p{L}(?:(?!\s\s)[^|:;,\t=]){0,30}?)[\s|:;,\t(]*$/u;
/** The next column behind the words of a code: `Electric   TRN: `. */
const NEXT_NAME = /(?<=\s\s|[;|\t]\s*|\.\s+)(\p{L}[\p{L}\p{N} ._/-]{0,30}?)\s*[:|]\s*$/u;
/** The separators after the words of a code. */
const SEPARATORS = /(?<![\s|;,/)".])[\s|;,/)".]+$/;
const BEHIND_COLON = /^\P{L}*(\p{L}[\p{L}\p{N} _.-]{0,30}):\s*(\S.*)$/u;
/** Where the next column of a text of several begins: `F: P petrol / D diesel    Box: M manual`. */
const COLUMN_START =
  /\n|(?:[;,|\t"]\s{0,40}|\s{2,40}|\.\s{1,40})(?=\p{L}(?:[\p{L}\p{N}_-]|[ .](?=[\p{L}\p{N}])){0,30}:\s)/u;
const CODE_AND_WORDS = /^\(?([A-Z0-9]{1,8})\)? (?:is |[-\u2013] |for )?(\p{L}.{0,60})$/u;
/** What may be between codes with their words. */
const BETWEEN_CODES: readonly RegExp[] = [
  ...[/,/, /;/, /\s\/\s/, /\||\s{2,}/, /\s[\u2013\u2022\u00b7-]\s/],
  /\s{1,40}(?=\(?[A-Z0-9]{1,2}\)? \p{L})/u,
];
const MAX_CODES = 200;
/** Shorter statuses may be codes of anything. */
const MIN_STATUS_LENGTH = 4;

/** The codes that a text explains. */
export function codesExplained(whole: string): readonly Explained[] {
  const text = whole.replace(/https?:\S*/gi, ' ');
  const found = text.split(EQUAL).length > 4 ? equalIn(text) : text.split(COLUMN_START).flatMap(listedIn);
  return found.filter(({ codes }) => codes.size > 1);
}

function equalIn(text: string): readonly Explained[] {
  const [before = '', ...parts] = text.split(EQUAL);
  const found: { name: string; codes: Map<string, string> }[] = [];
  let name = LAST_NAME.exec(before)?.[1] ?? '';
  for (let at = 0; at < parts.length; at += 2) {
    const [code = '', said = ''] = parts.slice(at, at + 2);
    const next = NEXT_NAME.exec(said);
    const [words = ''] = said.slice(0, next?.index).split(/\.\s/);
    if (found.at(-1)?.name !== name) found.push({ name, codes: new Map() });
    found.at(-1)?.codes.set(code, words.replace(SEPARATORS, ''));
    name = next?.[1] ?? name;
  }
  return found;
}

function listedIn(text: string): readonly Explained[] {
  const [, name = '', list = text.trim()] = BEHIND_COLON.exec(text.trim()) ?? [];
  const [said = ''] = list.split(/\.(?:\s|$)/);
  // `A for sale, S sold; ask Jo`, but also `1 petrol; 2 diesel`.
  for (const text of [said.split(';', 1)[0] ?? '', said]) {
    for (const between of BETWEEN_CODES) {
      const parts = text.replace(SEPARATORS, '').split(between);
      const codes = parts.flatMap((one) => {
        const [, code, words] = CODE_AND_WORDS.exec(one.trim()) ?? [];
        return code === undefined || words === undefined ? [] : [[code, words] as const];
      });
      if (codes.length > 1 && codes.length === parts.length) return [{ name, codes: new Map(codes) }];
    }
  }
  return [];
}

export class Legend {
  readonly #explained: Explained[] = [];
  /** The codes of each column of the records. */
  readonly #columns = new Map<string, Codes | undefined>();

  /** Whether no codes are explained, so that records are left as they are. */
  get isEmpty(): boolean {
    return this.#explained.length === 0;
  }

  /** Takes the codes that a text beside the records explains. */
  take(explained: readonly Explained[]): void {
    if (this.#explained.length < MAX_CODES) this.#explained.push(...explained);
    this.#columns.clear();
  }

  /** Finds the column of codes that no column is named for: the only other one with only these codes in the first records. */
  settle(records: readonly RawRecord[]): void {
    const rows = this.#explained.length === 0 ? [] : records.map(({ value }) => value).filter(isObject);
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    for (const { name, codes } of this.#explained.toSorted((a, b) => a.codes.size - b.codes.size)) {
      if (names.some((column) => isNamed(column, name))) continue;
      const areCodes = (column: string): boolean => {
        if (this.#codesOf(column) !== undefined && this.#codesOf(column) !== codes) return false;
        const texts = rows.map((row) => legendText(row[column])).filter((text) => text !== '');
        return new Set(texts).size > 1 && texts.every((text) => codes.has(text));
      };
      const columns = names.filter(areCodes);
      if (columns.length === 1) this.#columns.set(columns[0], codes);
    }
  }

  /** The record with words for its codes. */
  decode(record: RawRecord): RawRecord {
    if (this.isEmpty) return record;
    const { value } = record;
    if (!isObject(value)) return record;
    let isOther = false;
    const members = Object.entries(value).map(([name, said]): [string, unknown] => {
      const words = this.#codesOf(name)?.get(legendText(said));
      // `DELETE: take offline`: a status that is known by itself stays, unless its words are known too.
      const isWord = legendText(said).length >= MIN_STATUS_LENGTH;
      const isKnown = isWord && readSaleStatus(said) !== undefined && readSaleStatus(words) === undefined;
      if (words === undefined || isKnown) return [name, said];
      isOther = true;
      return [name, words];
    });
    return isOther ? { ...record, value: Object.fromEntries(members), source: undefined } : record;
  }

  #codesOf(name: string): Codes | undefined {
    if (!this.#columns.has(name) && this.#columns.size < MAX_CODES)
      this.#columns.set(name, this.#explained.find((one) => isNamed(name, one.name))?.codes);
    return this.#columns.get(name);
  }
}

function legendText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Whether a column has the name, alone or for the code below it: `vehicle.fuel.code`. */
function isNamed(column: string, name: string): boolean {
  const parts = column.split('.').slice(-2).map(partKey);
  return parts.includes(partKey(name));
}
