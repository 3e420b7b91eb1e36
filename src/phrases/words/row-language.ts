// The language of the phrases in assets/phrases/, which its README explains: words, alternatives, lists in braces, slots in angle
// brackets. A row becomes one phrase for each choice of its words, each a sequence of parts for a PhraseMatcher.
import { nameKey } from '../../vehicle/name-key.ts';
import { mistake } from '../../tables.ts';
import { EMPTY, PhraseMatcher, type Part, type Slot } from './phrase-matcher.ts';
import { flowsAt, type Phrase } from './tokenized-phrase.ts';

export interface Cells {
  readonly phrase: string;
  readonly means: string;
  readonly line: number;
}

export interface Row extends Cells {
  /** Undefined if all are words: `phrase` has their keys then, with one space between them. */
  readonly parts: readonly Part[] | undefined;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The slot of a name with the numbers that it accepts and the units that must follow, if the row has any. */
export type SlotKind = (bounds: Bounds | undefined, unit: PhraseMatcher<unknown> | undefined) => Slot;

interface Language {
  /** Names the table in errors. */
  readonly what: string;
  readonly rowsOf: (list: string) => readonly Cells[] | undefined;
  readonly slots: ReadonlyMap<string, SlotKind>;
}

type Written = readonly [text: string, part: Part];

const WORDS_ONLY = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const TOKEN = /!?\{[^{}]*\}[?*]?|!?<[^<>]*>|[^\s{<]+/g;
const LIST = /^(!?)\{([^{}]*?)([?*]?)\}$/;
const SLOT = /^(!?)<([a-z ]*[a-z]|[^a-z\s])(?: ([0-9]+)-([0-9]*))?(?: \{([^{}]*)\})?(\??)>$/;
const MAX_REPEATED = 3;

/** Turns rows into phrases. Keeps the lists and slots, so that equal parts are one part. */
export class RowReader {
  readonly #language: Language;
  /** Undefined while the list is read. */
  readonly #parts = new Map<string, Part | undefined>();

  constructor(language: Language) {
    this.#language = language;
  }

  /** One row for each choice of optional parts, alternatives and verb forms. */
  read(row: Cells): Row[] {
    if (WORDS_ONLY.test(row.phrase)) return [{ ...row, parts: undefined }];
    let sequences: readonly (readonly Written[])[] = [[]];
    for (const [token] of row.phrase.matchAll(TOKEN)) {
      const choices = this.#choicesOf(token, row);
      sequences = sequences.flatMap((before) => choices.map((choice) => [...before, ...choice]));
    }
    const rows = sequences.map((written) => {
      const isWords = written.length > 0 && written.every(([, part]) => typeof part === 'string');
      return {
        ...row,
        phrase: written.map(([text]) => text).join(' '),
        parts: isWords ? undefined : written.map(([, part]) => part),
      };
    });
    return [...new Map(rows.map((one) => [one.phrase, one])).values()];
  }

  #choicesOf(token: string, row: Cells): readonly (readonly Written[])[] {
    const [, isNot, list, how] = LIST.exec(token) ?? [];
    if (list !== undefined) {
      const part = this.#list(list, token, row);
      if (isNot !== '') return [[[token, this.#once(token, () => not(part))]]];
      const most = how === '*' ? MAX_REPEATED : 1;
      const least = how === '' ? 1 : 0;
      return Array.from({ length: most - least + 1 }, (_, i) =>
        Array<Written>(most - i).fill([`{${list}}`, part]),
      );
    }
    if (token.startsWith('<') || token.startsWith('!<')) {
      const isOptional = token.endsWith('?>');
      const text = token.replace(/^!|\?(?=>$)/g, '');
      const slot = this.#once(text, () => this.#slot(text, row));
      const one: Written = token.startsWith('!') ? [token, this.#once(token, () => not(slot))] : [text, slot];
      return isOptional ? [[one], []] : [[one]];
    }
    const isOptional = token.endsWith('?');
    const words = token
      .replace(/\?$/, '')
      .split('|')
      .flatMap((word) => (word.endsWith('~') ? formsOf(word.slice(0, -1)) : [word]))
      .map((word) => nameKey(word));
    if (words.includes(''))
      throw mistake(this.#language.what, row.line, `'${row.phrase}' has a word without letters and digits`);
    return [...words.map((word): Written[] => [[word, word]]), ...(isOptional ? [[]] : [])];
  }

  #slot(text: string, { line }: Cells): Slot {
    const { what, slots } = this.#language;
    const [, , name = '', min, max = '', unit] = SLOT.exec(text) ?? [];
    if (/^[^a-z\s]$/.test(name)) return sign(name);
    const kind = slots.get(name);
    if (kind === undefined) throw mistake(what, line, `there is no slot '${text}'`);
    const list = unit === undefined ? undefined : this.#list(unit, text, { line });
    const bounds =
      min === undefined ? undefined : { min: Number(min), max: max === '' ? Infinity : Number(max) };
    return kind(bounds, list);
  }

  #list(list: string, token: string, { line }: Pick<Cells, 'line'>): PhraseMatcher<unknown> {
    const { what, rowsOf } = this.#language;
    const own = rowsOf(list);
    if (own === undefined) throw mistake(what, line, `there is no list '${list}' for '${token}'`);
    const text = `{${list}}`;
    if (this.#parts.has(text) && this.#parts.get(text) === undefined)
      throw mistake(what, line, `the list '${list}' is a part of itself`);
    return this.#once(
      text,
      () =>
        new PhraseMatcher(own.flatMap((row) => this.read(row).map((one) => [partsOf(one), true] as const))),
    );
  }

  #once<One extends Part>(text: string, make: () => One): One {
    let part = this.#parts.get(text);
    if (part === undefined) {
      this.#parts.set(text, undefined);
      this.#parts.set(text, (part = make()));
    }
    // Safe: a text is always read as the same kind of part.
    return part as One;
  }
}

export function partsOf({ phrase, parts }: Row): string | readonly Part[] {
  return parts ?? phrase;
}

function formsOf(verb: string): string[] {
  if (/[^aeiou]y$/.test(verb))
    return [verb, verb.replace(/y$/, 'ies'), verb.replace(/y$/, 'ied'), `${verb}ing`];
  const isShort = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb);
  const stem = isShort ? verb + verb.slice(-1) : verb.replace(/e$/, '');
  return [verb, `${verb}${/(?:ch|sh|s|x|z)$/.test(verb) ? 'es' : 's'}`, `${stem}ed`, `${stem}ing`];
}

function endOf(part: Slot | PhraseMatcher<unknown>, phrase: Phrase, at: number, context: unknown) {
  if (!(part instanceof PhraseMatcher)) return part.end(phrase, at, context);
  const found = part.find(phrase, at, context);
  return found && at + found.length;
}

/** Matches where a part does not follow, in the clause if it does not cross clauses itself. */
function not(part: Slot | PhraseMatcher<unknown>): Slot {
  const crosses = 'crosses' in part;
  return {
    ...EMPTY,
    end(phrase, at, context) {
      const isNext = crosses || flowsAt(phrase, at);
      return isNext && endOf(part, phrase, at, context) !== undefined ? undefined : at;
    },
  };
}

/** Matches before a word that the sign precedes, or at the end of a text that ends with it. */
function sign(character: string): Slot {
  return {
    ...EMPTY,
    end({ text, words }, at) {
      const gap = words.at(at)?.gap ?? text.slice(words.at(-1)?.end ?? 0);
      const found = /^\s*(\S)[\s,.;!?)"“]*$/u.exec(gap)?.[1];
      return found?.replace(/[’′]/, "'") === character ? at : undefined;
    },
  };
}
