// An input that may be slow: the pairs of a request. Every time that it is sent it differs in its fresh letters, so that
// neither responses nor words that the server remembers make it look faster than it is to a client that never repeats itself.

/** Names and values in the order in which they are sent. */
export type SlowInput = readonly (readonly [name: string, value: string])[];

/** Stands for a letter that is another one in each run: `fi\u0001sta`. A private character, which no text has. */
export const FRESH_LETTER = '\ue000';
/** Stands for the number of the run, in seven digits: a price of 9 and these is beyond all prices. */
export const RUN_NUMBER = '\ue001';

const RUN_DIGITS = 7;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The input as it is sent in a run. Equal words stay equal. */
export function renderInput(input: SlowInput, run: number): SlowInput {
  return input.map(([name, value]) => [renderText(name, run), renderText(value, run)]);
}

function renderText(text: string, run: number): string {
  if (!/[\ue000\ue001]/u.test(text)) return text;
  const number = String(run).padStart(RUN_DIGITS, '0');
  return text.replaceAll(RUN_NUMBER, number).replace(/\S*\ue000\S*/gu, (word) => {
    let hash = run;
    for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return word.replaceAll(FRESH_LETTER, () => {
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
      return LETTERS[(hash >>> 8) % LETTERS.length] ?? 'a';
    });
  });
}

/** As a report shows it, with `*` for a fresh letter and `#` for the number of the run. */
export function showInput(input: SlowInput): string {
  const pairs = input.map(([name, value]) => `${name}=${value}`).join(' & ');
  return pairs.replaceAll(FRESH_LETTER, '*').replaceAll(RUN_NUMBER, '#');
}
