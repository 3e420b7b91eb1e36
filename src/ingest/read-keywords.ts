// Reads keywords: searchable words without a field of their own, such as colour, body style and equipment.
import { truncateText, isBlankValue, isPlaceholder, cleanText, cleanHtml } from './values/text.ts';

/** Maximum length of a listing's keywords; bounds the index, because some feeds list every part. */
const MAX_KEYWORDS_LENGTH = 2000;

export interface Keywords {
  readonly text: string;
  /** Whether keywords were cut off. */
  readonly isTruncated: boolean;
  /** Elements that are neither strings nor numbers. */
  readonly invalid: readonly unknown[];
}

/** The distinct keywords in a value, as one line. */
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
