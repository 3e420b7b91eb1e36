// Lines of text for assistants that do not read structured content: short, in whole sentences, and never longer than a
// client is sure to show.
import { echoed } from '../problem.ts';

/** Of all lines of an answer together. */
const MOST_CHARACTERS = 8000;

/** `lines` up to the greatest length. If some do not fit, a last line says how many. */
export function joinLines(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > MOST_CHARACTERS) return [...kept, `(${lines.length - kept.length} more lines)`].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

/** Text of a listing or of a caller as a line may show it: short, and unable to forge another line. */
export function shown(text: string): string {
  return echoed(text);
}

export function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

export function pounds(value: number): string {
  return `£${value.toLocaleString('en-GB', { maximumFractionDigits: 2 })}`;
}
