// A search while it is put together: parameters with the words that they came from, and what could not be taken. Each
// parameter has one value; what would be a second one is told.
import { PARAMETER_NAMES, type ParameterName } from '../listing/parameter-names.ts';
import type { Unsupported, Span, Understood } from './interpretation.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

interface Words {
  readonly from: number;
  readonly to: number;
}

export class QueryBuilder {
  readonly #phrase: TokenizedPhrase;
  readonly #values = new Map<ParameterName, string>();
  readonly #understood: Understood[] = [];
  readonly #unsupported: (Unsupported & Words)[] = [];
  readonly #ignoredWords: (Span & Words)[] = [];
  readonly #freeText: (Words & { readonly text: string })[] = [];

  constructor(phrase: TokenizedPhrase) {
    this.#phrase = phrase;
  }

  has(parameter: ParameterName): boolean {
    return this.#values.has(parameter);
  }

  /** Whether `parameter` has no other value yet. */
  isFree(parameter: ParameterName, value: string): boolean {
    return (this.#values.get(parameter) ?? value) === value;
  }

  set(parameter: ParameterName, value: string, words: Words, note?: string): void {
    this.#values.set(parameter, value);
    this.#understood.push({ parameter, value, ...this.#span(words), ...(note !== undefined && { note }) });
  }

  addUnsupported(words: Words, reason: string): void {
    this.#unsupported.push({ ...this.#span(words), why: reason, from: words.from, to: words.to });
  }

  addIgnored(words: Words): void {
    this.#ignoredWords.push({ ...this.#span(words), from: words.from, to: words.to });
  }

  /** Words go to `q`, in the order of the text whenever they are added. */
  addFreeText({ from, to }: Words, as?: string): void {
    const { text, words } = this.#phrase;
    this.#freeText.push({ from, to, text: as ?? text.slice(words[from].start, words[to - 1].end) });
  }

  finish() {
    const q = this.#freeTextOf();
    if (q !== '') this.#values.set('q', q);
    const pairs = PARAMETER_NAMES.flatMap((name) => {
      const value = this.#values.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      pairs,
      q: q === '' ? null : q,
      understood: this.#understood.sort((a, b) => a.start - b.start),
      unsupported: this.#joined(this.#unsupported, (a, b) => a.why === b.why).map(({ words, start, end, why }) => ({ words, start, end, why })), // prettier-ignore
      ignoredWords: this.#joined(this.#ignoredWords, () => true).map(({ words, start, end }) => ({
        words,
        start,
        end,
      })),
    };
  }

  /** Hyphens between words stay: `R-Line`. */
  #freeTextOf(): string {
    let q = '';
    let after = -1;
    for (const { from, to, text } of this.#freeText.sort((a, b) => a.from - b.from)) {
      const gap = from === after ? this.#phrase.words[from].gap : ' ';
      q += q === '' ? text : `${gap === '-' || gap === '' ? gap : ' '}${text}`;
      after = to;
    }
    return q;
  }

  /** Neighbours in one: `vauxhall astra` for what was two refusals for one reason. */
  #joined<Row extends Span & Words>(rows: Row[], areAlike: (a: Row, b: Row) => boolean): Row[] {
    const joined: Row[] = [];
    for (const row of rows.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last?.to === row.from && this.#phrase.words[row.from].flows && areAlike(last, row)) {
        joined[joined.length - 1] = { ...last, ...this.#span({ from: last.from, to: row.to }), to: row.to };
      } else {
        joined.push(row);
      }
    }
    return joined;
  }

  /** From the first word to the last, with the signs that belong to their numbers. */
  #span({ from, to }: Words): Span {
    const { text, words } = this.#phrase;
    let { start } = words[from];
    let { end } = words[to - 1];
    const floor = from === 0 ? 0 : words[from - 1].end;
    while (start > floor && /[£<>≤≥~]/.test(text.charAt(start - 1))) start--;
    if (text.charAt(end) === '+') end++;
    return { words: text.slice(start, end), start, end };
  }
}
