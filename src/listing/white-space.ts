// Trims all white space that people paste without seeing it. String.trim leaves the next-line and zero-width characters. A
// loop, because a regular expression anchored at the end takes quadratic time on long runs.

const WHITE_SPACE = /[\s\u0085\u200b\u2060]/;

export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (start < end && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
