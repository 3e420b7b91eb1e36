// Slots of the tables' rows: placeholders for words that no list can have. Here are those of any table, and what the others are
// made of.
import type { PhraseContext } from './match.ts';
import { EMPTY, type PhraseMatcher } from './phrase-matcher.ts';
import type { SlotKind } from './row-language.ts';
import { flowsAt, type Phrase } from './tokenized-phrase.ts';

export function endOf(list: PhraseMatcher<unknown> | undefined, phrase: Phrase, at: number) {
  const found = list?.find(phrase, at);
  return found && at + found.length;
}

/** The first words of the list make others unlikely to be as long. */
const MAX_PHRASE = 4;

/** Matches behind a phrase of the list, with no words or up to `max` between; of the same clause, or of any. */
export function after(isOfClause: boolean): SlotKind {
  return ({ max } = { min: 0, max: 0 }, list) => ({
    ...EMPTY,
    end(phrase, at) {
      for (let from = at - 1; from >= Math.max(0, at - max - MAX_PHRASE); from--) {
        if (isOfClause && !flowsAt(phrase, from + 1)) return undefined;
        const end = endOf(list, phrase, from) ?? Infinity;
        if (end <= at && at - end <= max) return at;
      }
      return undefined;
    },
  });
}

/** Matches before a phrase of the list, with no words or up to `max` between; of the same clause, or of any. */
export function before(isOfClause: boolean): SlotKind {
  return ({ max } = { min: 0, max: 0 }, list) => ({
    ...EMPTY,
    end(phrase, at) {
      for (let from = at; from <= at + max && (!isOfClause || flowsAt(phrase, from)); from++)
        if (endOf(list, phrase, from) !== undefined) return at;
      return undefined;
    },
  });
}

/** Words whose text has a form; of the list, if the row has one. */
export function word(form: RegExp, mayBegin: (key: string) => boolean = () => true): SlotKind {
  return (_, list) => ({
    mayBegin,
    end(phrase, at) {
      if (!form.test(phrase.words[at].text)) return undefined;
      return list === undefined ? at + 1 : endOf(list, phrase, at);
    },
  });
}

/** A slot without numbers and units. */
export function slot(
  end: (phrase: Phrase, at: number, context: PhraseContext) => number | undefined,
  mayBegin?: (key: string) => boolean,
): SlotKind {
  // Safe: the matchers of slots are looked up with a context.
  return () => ({
    end: (phrase, at, context) => end(phrase, at, context as PhraseContext),
    ...(mayBegin && { mayBegin }),
  });
}

/** A slot that may come where a clause ends, and has no words. */
export function mark(isHere: (phrase: Phrase, at: number) => boolean): SlotKind {
  return () => ({ ...EMPTY, end: (phrase, at) => (isHere(phrase, at) ? at : undefined) });
}

export function ofList(list: PhraseMatcher<unknown>): SlotKind {
  return slot((phrase, at) => endOf(list, phrase, at), list.mayBegin);
}

export function hasDigit(key: string): boolean {
  return /[0-9]/.test(key);
}
