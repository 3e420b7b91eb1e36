// A search under construction: parameters with the words that they came from, and the words that set none. A parameter
// has one value, or a list of values and exclusions.
import { getParameter, PARAMETER_NAMES, type ParameterName } from '../../query/parameters.ts';
import type { TextPiece } from '../../stock/listing-index.ts';
import { quoted } from '../../quoted-text.ts';
import { NAMES } from './word-lists.ts';
import { textOf, type Phrase, type WordRange } from './tokenized-phrase.ts';

/** Words of the text. `start` and `end` count UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

export interface Understood extends Span {
  readonly parameter: ParameterName;
  /** The parameter's, or one of its list; with `-` in front if it is excluded. */
  readonly value: string;
  /** How ambiguous words were read. */
  readonly note?: string;
  /** The town of a location that was given by name. */
  readonly place?: string;
}

export interface Unsupported extends Span {
  /** One or two sentences. */
  readonly why: string;
  readonly asks?: Question;
  readonly isAbsent?: true;
}

export interface Question {
  readonly question: string;
  /** `parameters` are those that the choice sets. */
  readonly choices: readonly {
    readonly label: string;
    readonly parameters: Readonly<Partial<Record<ParameterName, string>>>;
  }[];
}

/** The texts that no listing has, and those that may be models but are in no title. */
export type MissingTexts = readonly [missing: ReadonlySet<string>, untitled?: ReadonlySet<string>];

interface TextOptions {
  /** How it is searched for, unless as it is written. */
  readonly as?: string | undefined;
  readonly mayBeMisspelt?: boolean | undefined;
  /** Texts with the same number are alternatives; without one, it has none. */
  readonly choice?: number | undefined;
  readonly isColour?: boolean;
  /** It is said of one of several cars, and `choice` of the others. */
  readonly isOfCar?: boolean;
  /** The kind of vehicle that it names: if no listing has it, none is one. */
  readonly plural?: string | undefined;
  readonly isExcluded?: boolean;
  /** Words that are unsupported, and why: the text is a part of them. A listing that lacks it is a further reason. */
  readonly within?: WordRange & { readonly reason: string };
}

interface FreeText extends WordRange, TextPiece, Omit<TextOptions, 'as' | 'mayBeMisspelt'> {
  readonly choice: number;
}

/** In code points. */
export const MAX_TEXT_LENGTH = getParameter('q').maxLength ?? 0;
/** The signs right before a number. */
const SIGNS = /(?:[£<>≤≥~]|GBP ?){0,8}$/i;
const OF_ABSENT =
  'This describes a kind of vehicle that this stock does not have, so it was not searched for.';

const OF_UNKNOWN = 'The words beside it were not understood, so it was not searched for.';

/** A badge such as `320d`: a model if titles say it, else words of `q` beside its base model. */
interface Badge extends WordRange {
  readonly text: string;
  readonly make: string;
  readonly baseModel: string;
  readonly note: string | undefined;
  readonly choice: number;
  /** Of `Golf GTI`, its last word: of `q` if titles say none of these names, and lost if they say another. */
  readonly trim?: WordRange & { readonly text: string };
}

/** An entry of the interpretation, with the words that it is about. */
interface Reported<Entry extends Span> extends WordRange {
  readonly entry: Entry;
}

export class QueryBuilder {
  /** Whether the search that the phrase refines has a place. */
  readonly hasPlace: boolean;
  /** The phrase refines no search. */
  readonly #isWhole: boolean;
  readonly #phrase: Phrase;
  readonly #values = new Map<ParameterName, string>();
  readonly #lists = new Map<ParameterName, Set<string>>();
  #understood: Reported<Understood>[] = [];
  readonly #unsupported: Reported<Unsupported>[] = [];
  readonly #ignoredWords: Reported<Span>[] = [];
  readonly #badges: Badge[] = [];
  #freeText: FreeText[] = [];
  #namesBody = false;
  /** A kind of vehicle that no listing is, such as a motorbike: what is said beside it is of that kind, as some makes are. */
  #isOfOther = false;

  constructor(phrase: Phrase, hasPlace?: boolean) {
    this.#phrase = phrase;
    this.hasPlace = hasPlace === true;
    this.#isWhole = hasPlace === undefined;
  }

  has(parameter: ParameterName): boolean {
    return this.#values.has(parameter);
  }

  /** Whether `parameter` has no other value yet. */
  isFree(parameter: ParameterName, value: string): boolean {
    return (this.#values.get(parameter) ?? value) === value;
  }

  /** `said`: the part of the value that the words mean. */
  set(
    parameter: ParameterName,
    value: string,
    words: WordRange,
    note?: string,
    said = value,
    place?: string,
  ): void {
    this.#values.set(parameter, value);
    this.#understand(words, {
      parameter,
      value: said,
      ...(note !== undefined && { note }),
      ...(place !== undefined && { place }),
    });
  }

  #understand({ from, to }: WordRange, { parameter, value, ...more }: Omit<Understood, keyof Span>): void {
    const entry = { parameter, value, ...this.#span({ from, to }), ...more };
    this.#understood.push({ from, to, entry });
  }

  add(parameter: ParameterName, value: string, words: WordRange, note?: string): void {
    const list = this.#lists.get(parameter) ?? new Set();
    this.#lists.set(parameter, list.add(value));
    this.set(parameter, [...list].sort().join(','), words, note, value);
  }

  addUnsupported(words: WordRange, reason: string, asks?: Question): void {
    const entry = { ...this.#span(words), why: reason, ...(asks && { asks }) };
    this.#unsupported.push({ from: words.from, to: words.to, entry });
  }

  addIgnored(words: WordRange): void {
    this.#ignoredWords.push({ from: words.from, to: words.to, entry: this.#span(words) });
  }

  /** Adds words to `q`, which has the order of the text, whatever the order of calls. */
  addText(
    { from, to }: WordRange,
    { as, mayBeMisspelt = false, choice = from, ...options }: TextOptions = {},
  ): void {
    const text = as ?? textOf(this.#phrase, from, to);
    this.#freeText.push({ from, to, text, mayBeMisspelt, choice, ...options });
  }

  /** Adds a badge, as the stock says it. Texts with the same `choice` are alternatives. */
  addBadge({ from, to }: WordRange, badge: Omit<Badge, keyof WordRange>): void {
    this.#badges.push({ ...badge, from, to });
  }

  nameBody(): void {
    this.#namesBody = true;
  }

  addAbsent({ from, to }: WordRange, plural: string, isOther = false): void {
    this.#isOfOther ||= isOther;
    const entry = { ...this.#span({ from, to }), why: noneInStock([plural]), isAbsent: true } as const;
    this.#unsupported.push({ from, to, entry });
  }

  excludeText({ from, to }: WordRange, text: string): void {
    const plain = text.replaceAll('"', ' ').replace(/\s+/g, ' ').trim();
    this.addText({ from, to }, { as: plain, isExcluded: true });
  }

  /** The texts for `q`, in its order, behind those that may be models. */
  pieces(): TextPiece[] {
    return [
      ...this.#badges.map(({ text, make }) => ({ text, mayBeMisspelt: false, modelOf: make })),
      ...this.#badges.flatMap(({ trim }) =>
        trim === undefined ? [] : [{ text: trim.text, mayBeMisspelt: false }],
      ),
      ...this.#inOrder().map(({ text, mayBeMisspelt }) => ({ text, mayBeMisspelt })),
    ];
  }

  #inOrder(): FreeText[] {
    return this.#freeText.sort((a, b) => a.from - b.from);
  }

  /** The search without the texts that no listing has. To be called once. */
  finish(...[missing, untitled = new Set()]: MissingTexts) {
    // Words of `q` would limit other models too.
    const isUntitled = ({ text, trim }: Badge): boolean =>
      untitled.has(text) || (trim !== undefined && missing.has(text));
    const isText = !this.#lists.has('model') && this.#badges.every((badge) => isUntitled(badge));
    for (const badge of this.#badges) {
      const { text, baseModel, note, choice, trim, from, to } = badge;
      const words = { from, to };
      const isLost = trim !== undefined && isUntitled(badge);
      this.add('model', isText || isLost ? baseModel : text, words, note);
      if (isText) this.addText(trim ?? words, { as: trim?.text ?? text, choice });
      else if (isLost) this.addUnsupported(trim, `No listing is a ${text}.`);
      else if (trim !== undefined) this.#understand(trim, { parameter: 'model', value: text });
    }
    // What is said of one of several cars would leave out all others if it is all that is left.
    const ofCars = new Set(this.#freeText.filter(({ isOfCar }) => isOfCar).map(({ choice }) => choice));
    const lost = new Set(
      this.#freeText
        .filter(({ text, choice }) => missing.has(text) && ofCars.has(choice))
        .map(({ choice }) => choice),
    );
    const isMissing = ({ text, choice }: FreeText): boolean => missing.has(text) || lost.has(choice);
    this.#dropDescribed(isMissing);
    for (const piece of this.#freeText) this.#report(piece, isMissing(piece));
    this.#freeText = this.#freeText.filter((piece) => !isMissing(piece));
    if (this.#isOfOther && !this.#namesBody && !this.#lists.has('model')) this.#freeText = this.#withoutAll();
    const q = this.#freeTextOf();
    if (q !== '') this.#values.set('q', q);
    const pairs = PARAMETER_NAMES.flatMap((name) => {
      const value = this.#values.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      pairs,
      q: q === '' ? null : q,
      understood: this.#understood.map(({ entry }) => entry).sort((a, b) => a.start - b.start),
      unsupported: this.#joined(this.#unsupported, (a, b) => a.why === b.why && !a.asks && !b.asks),
      ignoredWords: this.#joined(this.#ignoredWords, () => true),
    };
  }

  /**
   * Removes what only words without a meaning here describe or are described by: the seats of `comfy seats`, which every car
   * has, and the red of `red wine`, if nothing else is searched for. A single unknown word may be a misspelt car, which is red.
   */
  #dropDescribed(isMissing: (piece: FreeText) => boolean): void {
    const { words } = this.#phrase;
    const unknown = [...this.#unsupported, ...this.#freeText.filter(isMissing)];
    const isColourAlone =
      this.#isWhole &&
      this.#values.size === 0 &&
      unknown.length > 1 &&
      this.#freeText.every((piece) => piece.isColour === true || isMissing(piece));
    const isDropped = (piece: FreeText): boolean => {
      const { from, to, isExcluded, isColour } = piece;
      if (isExcluded === true || isMissing(piece)) return false;
      const isPart = to === from + 1 && NAMES['part of every car'].has(words[from].key) && words[from].flows;
      if (isPart && unknown.some((other) => other.to === from)) return true;
      return (
        isColour === true &&
        isColourAlone &&
        words.at(to)?.flows === true &&
        unknown.some((other) => other.from === to)
      );
    };
    const dropped = this.#freeText.filter(isDropped);
    for (const piece of dropped) this.addUnsupported({ from: piece.from, to: piece.to }, OF_UNKNOWN);
    this.#freeText = this.#freeText.filter((piece) => !dropped.includes(piece));
  }

  #report({ from, to, text, plural, isExcluded, within }: FreeText, isMissing: boolean): void {
    const words = { from, to };
    const why = `No listing contains ${quoted(text)}.`;
    if (within !== undefined)
      this.addUnsupported(within, isMissing ? `${within.reason} ${why}` : within.reason);
    else if (isMissing && plural !== undefined) this.addAbsent(words, plural);
    else if (isMissing) this.addUnsupported(words, why);
    else if (isExcluded === true)
      this.#understand(words, { parameter: 'q', value: excluded(text), note: `not ${text}` });
  }

  /**
   * Removes what is said of vehicles that no listing is of, because it would find all others. Returns the texts that are left.
   */
  #withoutAll(): FreeText[] {
    this.#values.clear();
    // A place has set several parameters.
    const understood = new Map(this.#understood.map((reported) => [reported.from, reported]));
    this.#understood = [];
    for (const reported of understood.values()) this.addUnsupported(reported, OF_ABSENT);
    for (const { from, to } of this.#freeText) this.addUnsupported({ from, to }, OF_ABSENT);
    return [];
  }

  /** The value of `q`, with hyphens between words kept (`R-Line`), but not beside alternatives, which stand side by side. */
  #freeTextOf(): string {
    let q = '';
    let after = -1;
    const pieces = this.#inOrder();
    for (const piece of pieces) {
      const alternatives = pieces.filter(({ choice }) => choice === piece.choice);
      if (alternatives[0] !== piece) continue;
      const unit = alternatives.map(searchText).join(' or ');
      const isJoined = piece.from === after && piece.isExcluded !== true && alternatives.length === 1;
      const gap = isJoined ? this.#phrase.words[piece.from].gap : ' ';
      const next = q === '' ? unit : `${q}${gap === '-' || gap === '' ? gap : ' '}${unit}`;
      // Quotes and signs may make a text too long.
      if (Array.from(next).length > MAX_TEXT_LENGTH) return q;
      q = next;
      after = alternatives.length > 1 || piece.isExcluded === true ? -1 : piece.to;
    }
    return q;
  }

  /** Neighbours that are alike as one: `vauxhall astra` for two names unsupported for one reason. */
  #joined<Entry extends Span>(
    rows: Reported<Entry>[],
    areAlike: (a: Entry, b: Entry) => boolean,
  ): readonly Entry[] {
    const joined: Reported<Entry>[] = [];
    for (const row of rows.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last?.to === row.from && this.#phrase.words[row.from].flows && areAlike(last.entry, row.entry)) {
        const both = { from: last.from, to: row.to };
        joined[joined.length - 1] = { ...both, entry: { ...last.entry, ...this.#span(both) } };
      } else joined.push(row);
    }
    return joined.map(({ entry }) => entry);
  }

  /** The text from the first word to the last, with the signs before and after their numbers. */
  #span({ from, to }: WordRange): Span {
    const { text, words } = this.#phrase;
    let { start } = words[from];
    let { end } = words[to - 1];
    const floor = from === 0 ? 0 : words[from - 1].end;
    start -= SIGNS.exec(text.slice(floor, start))?.[0].length ?? 0;
    if (text.charAt(end) === '+') end++;
    return { words: text.slice(start, end), start, end };
  }
}

/** Of makes or kinds of vehicles that no listing is of. */
export function noneInStock(names: readonly string[]): string {
  return `No ${names.join(' or ')} in this stock.`;
}

function searchText({ text, isExcluded }: FreeText): string {
  return isExcluded === true ? excluded(text) : text;
}

function excluded(text: string): string {
  return /[^\p{L}\p{N}]/u.test(text) ? `-"${text}"` : `-${text}`;
}
