// Finds the fuel consumption that a text states: `53.3 mpg`, `Combined: 53.3 mpg`. Combined figures are preferred.

const MPG_FIGURE = /(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) ?mpg\b(?! ?\(?(?:urban|extra))/gi;
const UNIT = /mpg/i;
/** Maximum length of a figure and the blank after it. */
const FIGURE_LENGTH = 8;
const IS_COMBINED = /^ ?\(?combined|combined[^\d]{0,30}$/i;
const AROUND = 40;
/** Figures outside these limits are not a car's. */
const MIN_MPG = 5;
const MAX_MPG = 500;

/** The fuel consumption in miles per imperial gallon; null if the text states none. */
export function findConsumption(text: string): number | null {
  const unit = text.search(UNIT);
  if (unit < 0) return null;
  let first: number | null = null;
  MPG_FIGURE.lastIndex = Math.max(0, unit - FIGURE_LENGTH);
  for (let match = MPG_FIGURE.exec(text); match !== null; match = MPG_FIGURE.exec(text)) {
    const mpg = Number(match[1]);
    if (mpg < MIN_MPG || mpg > MAX_MPG) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (IS_COMBINED.test(text.slice(end, end + AROUND)) || IS_COMBINED.test(before)) return mpg;
    first ??= mpg;
  }
  return first;
}
