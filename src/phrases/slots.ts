// The slots of the phrases in assets/phrases/: what stands for words that no list can have, such as numbers. The README there explains
// each.
import type { MatchContext } from './match.ts';
import { classifyFuel } from '../vehicle/classify.ts';
import { beginsNumber, readNumeral, type Numeral } from './numerals.ts';
import type { PhraseMatcher, Slot } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';
import { COMPARATORS_AFTER, COMPARATORS_BEFORE } from './quantity-words.ts';
import type { Bounds, SlotKind } from './row-language.ts';
import { flowsAt, type TokenizedPhrase } from './tokenized-phrase.ts';

/** A number that `accepts`, without a pound sign, with a unit of the list in the same word or behind it. */
function number(accepts: (numeral: Numeral) => boolean): SlotKind {
  return ({ min, max }, unit) => ({
    mayBegin: beginsNumber,
    end(phrase, at) {
      const found = readNumeral(phrase, at);
      if (found === undefined || found.value < min || found.value > max || !accepts(found)) return undefined;
      if (phrase.words[at].gap.includes('£')) return undefined;
      const next = at + found.length;
      if (unit === undefined) return found.suffix === '' ? next : undefined;
      if (found.suffix !== '') return unit.get(found.suffix) === undefined ? undefined : next;
      const after = flowsAt(phrase, next) ? unit.find(phrase, next) : undefined;
      return after && next + after.length;
    },
  });
}

function ofList(list: PhraseMatcher<unknown>): SlotKind {
  return () => ({
    end(phrase, at) {
      const found = list.find(phrase, at);
      return found && at + found.length;
    },
  });
}

const MAX_WORDS_BEFORE = 3;

/** Matches behind a phrase of the list. */
function after(_bounds: Bounds, list: PhraseMatcher<unknown> | undefined): Slot {
  return {
    crosses: true,
    end(phrase, at) {
      for (let length = 1; length <= Math.min(MAX_WORDS_BEFORE, at); length++)
        if (list?.find(phrase, at - length)?.length === length) return at;
      return undefined;
    },
  };
}

const MAX_NAMES = 2;

/** One or two words with a capital that end the text and name no vehicle. */
function signatureAt(phrase: TokenizedPhrase, at: number, context: MatchContext): number | undefined {
  const rest = phrase.words.slice(at);
  const areNames = rest.every(
    ({ text }) => /^\p{Lu}\p{Ll}*$|^x+$/u.test(text) && classifyFuel(text) === undefined,
  );
  const isVehicle = rest.length > 0 && new PhraseReader(phrase, at).takeName(context);
  return rest.length === 0 || rest.length > MAX_NAMES || !areNames || isVehicle
    ? undefined
    : phrase.words.length;
}

/** A slot without numbers and units. */
function slot(
  end: (phrase: TokenizedPhrase, at: number, context: MatchContext) => number | undefined,
  crosses?: true,
): SlotKind {
  // Safe: the matchers of slots are looked up with a context.
  return () => ({
    end: (phrase, at, context) => end(phrase, at, context as MatchContext),
    ...(crosses && { crosses }),
  });
}

export const SLOTS: ReadonlyMap<string, SlotKind> = new Map<string, SlotKind>([
  ['number', number(() => true)],
  ['digits', number(({ plain }) => plain)],
  ['thousands', number(({ grouped }) => grouped)],
  ['comparator', ofList(COMPARATORS_BEFORE)],
  ['comparator after', ofList(COMPARATORS_AFTER)],
  ['after', after],
  ['start', slot(({ words }, at) => (at === 0 || words.at(at)?.flows === false ? at : undefined), true)],
  ['signature', slot(signatureAt, true)],
]);
