// Words that belong to no field of a listing and that people search for: colour, body, doors, equipment.
import { truncateText, isBlankValue, isPlaceholder, cleanText, cleanHtml } from './values/text.ts';

/** All of a listing's keywords. Some feeds list every nut and bolt; the index must not. */
const MAX_KEYWORDS_LENGTH = 2000;

export interface Keywords {
  readonly text: string;
  /** Whether there were more of them. */
  readonly isTruncated: boolean;
  /** What is neither text nor number. */
  readonly invalid: readonly unknown[];
}

/** The texts in a value, each once, as one line. */
export function readKeywords(value: unknown): Keywords {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = new Set<string>();
  const invalid: unknown[] = [];
  for (const element of list) {
    if (element === null || element === undefined) continue;
    if (typeof element !== 'string' && typeof element !== 'number') {
      invalid.push(element);
      continue;
    }
    const word = cleanHtml(String(element)).replaceAll('\n', ' ');
    if (!isBlankValue(word) && !isPlaceholder(word)) words.add(word);
  }
  const text = [...words].join(' ');
  const truncated = cleanText(truncateText(text, MAX_KEYWORDS_LENGTH));
  return { text: truncated, isTruncated: truncated.length < text.length, invalid };
}
