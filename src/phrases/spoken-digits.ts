// Reads digits that are said in words, as in names: `one oh eight` is 108, `three twenty` 320, `five hundred` 500, `three
// thousand and eight` 3008.
import { ONES, TEENS, TENS } from './numerals.ts';
import { oncePerWord } from './once-per-word.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const MAX_PARTS = 4;

interface Digits {
  readonly digits: string;
  /** In words. */
  readonly length: number;
}

/** The digits of the first words from `at` on, of more words first. */
export const spokenDigitsAt = oncePerWord((phrase, at): readonly Digits[] => {
  const found: Digits[] = [];
  let digits = '';
  let next = at;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const part = partAt(phrase, next);
    if (part === undefined) break;
    digits += part.digits;
    next += part.length;
    found.unshift({ digits, length: next - at });
  }
  return found;
});

const PLURALS: ReadonlyMap<string, string> = new Map(
  [...ONES.keys(), ...TEENS.keys(), ...TENS.keys()].map((word) => [`${word}s`, word] as const),
);

/** Without the plural of `q fives`. */
function numberOf(key: string): string {
  return PLURALS.get(key) ?? key;
}

function partAt({ words }: TokenizedPhrase, at: number): Digits | undefined {
  const keyAt = (index: number): string =>
    index === 0 || words.at(index)?.joins === true ? numberOf(words.at(index)?.key ?? '') : '';
  const first = keyAt(at);
  if (first === 'oh' || first === 'o') return { digits: '0', length: 1 };
  const teen = TEENS.get(first);
  if (teen !== undefined) return { digits: String(teen), length: 1 };
  const one = ONES.get(first) ?? -1;
  const second = keyAt(at + 1);
  if (one > 0 && second === 'hundred') return { digits: `${one}00`, length: 2 };
  if (one > 0 && second === 'thousand' && keyAt(at + 2) === 'and') {
    const last = ONES.get(keyAt(at + 3)) ?? 0;
    return last > 0 ? { digits: `${one}00${last}`, length: 4 } : undefined;
  }
  if (one >= 0) return { digits: String(one), length: 1 };
  if (first === 'double' && (second === 'oh' || second === 'o')) return { digits: '00', length: 2 };
  const ten = TENS.get(first);
  const unit = ONES.get(second) ?? 0;
  if (ten === undefined) return undefined;
  return { digits: String(ten + unit), length: unit > 0 ? 2 : 1 };
}
