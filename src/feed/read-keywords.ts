// Words that belong to no field of a listing and that people search for: colour, body, doors, equipment.
import { cutText, isNothing, isPlaceholder, tidy, tidyPlain } from './read-text.ts';

/** All of a listing's keywords. Some feeds list every nut and bolt; the index must not. */
const LONGEST_KEYWORDS = 2000;

export interface Keywords {
  readonly text: string;
  /** Whether there were more of them. */
  readonly isCut: boolean;
  /** What is neither text nor number. */
  readonly refused: readonly unknown[];
}

/** The texts in a value, each once, as one line. */
export function readKeywords(value: unknown): Keywords {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = new Set<string>();
  const refused: unknown[] = [];
  for (const element of list) {
    if (element === null || element === undefined) continue;
    if (typeof element !== 'string' && typeof element !== 'number') {
      refused.push(element);
      continue;
    }
    const word = tidyPlain(String(element)).replaceAll('\n', ' ');
    if (!isNothing(word) && !isPlaceholder(word)) words.add(word);
  }
  const text = [...words].join(' ');
  const kept = tidy(cutText(text, LONGEST_KEYWORDS));
  return { text: kept, isCut: kept.length < text.length, refused };
}
