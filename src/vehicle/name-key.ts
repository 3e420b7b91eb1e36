// One key for all spellings of a name: without case, accents, punctuation and spaces. Full-text search has a tokenizer of
// its own.

const LOWER_CASE_ALPHANUMERIC = /^[a-z0-9]*$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu;

/** `mercedesbenz` for `Mercedes-Benz`, `skoda` for `Škoda`; empty if the text holds no letter and no digit. */
export function nameKey(text: string): string {
  const lowerCase = text.toLowerCase();
  if (LOWER_CASE_ALPHANUMERIC.test(lowerCase)) return lowerCase;
  // Lower case once more, because the decomposition may bring capitals: `™` becomes `TM`.
  return lowerCase.normalize('NFKD').toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '');
}

/** As `nameKey`, for models: a plus sign makes another model, so `Ka+` is `kaplus` and `Ka` is `ka`. */
export function modelKey(text: string): string {
  return nameKey(text.includes('+') ? text.replaceAll('+', 'plus') : text);
}
