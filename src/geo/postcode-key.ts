// Unit postcodes as numbers of 31 bits, so that millions of them fit in one sorted typed array. Different postcodes
// have different keys. The unit table's file holds them: whoever changes them raises the format in postcode-table.ts.

// Every outward part is a letter, perhaps a second one, a digit, and perhaps one more digit or letter.
const LETTERS = 26;
const LETTER_OR_NONE = LETTERS + 1;
const DIGITS = 10;
const DIGIT_LETTER_OR_NONE = DIGITS + LETTERS + 1;

const CODE_OF_0 = 48;
const CODE_OF_A = 65;

/** The key of a unit postcode, given as its canonical halves: `SW1A` and `1AA`. */
export function postcodeKey(outward: string, inward: string): number {
  const second = outward.charCodeAt(1);
  const hasSecond = second >= CODE_OF_A;
  const digitAt = hasSecond ? 2 : 1;
  let key = letter(outward.charCodeAt(0));
  key = key * LETTER_OR_NONE + (hasSecond ? 1 + letter(second) : 0);
  key = key * DIGITS + digit(outward.charCodeAt(digitAt));
  key = key * DIGIT_LETTER_OR_NONE + lastOf(outward, digitAt + 1);
  key = key * DIGITS + digit(inward.charCodeAt(0));
  key = key * LETTERS + letter(inward.charCodeAt(1));
  return key * LETTERS + letter(inward.charCodeAt(2));
}

function lastOf(outward: string, position: number): number {
  if (position === outward.length) return 0;
  const code = outward.charCodeAt(position);
  return code >= CODE_OF_A ? 1 + DIGITS + letter(code) : 1 + digit(code);
}

function letter(code: number): number {
  return code - CODE_OF_A;
}

function digit(code: number): number {
  return code - CODE_OF_0;
}
