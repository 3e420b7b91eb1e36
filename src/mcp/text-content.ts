// Lines of text for assistants that do not read structured content: short, in whole sentences, and never longer than a
// client is sure to show.
import { echoed } from '../problem.ts';

/** Of all lines of an answer together. */
const MAX_CHARACTERS = 8000;

/** `lines` up to the greatest length. If some do not fit, a last line says how many. */
export function joinTextContent(lines: readonly string[]): string {
  const fitting: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > MAX_CHARACTERS)
      return [...fitting, `(${lines.length - fitting.length} more lines)`].join('\n');
    fitting.push(line);
  }
  return fitting.join('\n');
}

/** Text of a listing or of a caller as a line may show it: short, and unable to forge another line. */
export function escapeControls(text: string): string {
  return echoed(text);
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-GB');
}

export function formatPounds(value: number): string {
  return `£${value.toLocaleString('en-GB', { maximumFractionDigits: 2 })}`;
}
