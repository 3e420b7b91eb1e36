// Words that belong to no field of a listing and that people search for: colour, body, doors, equipment.
import { isNothing, isPlaceholder, tidy, tidyPlain } from './read-text.ts';

/** All of a listing's keywords. Some feeds list every nut and bolt; the index must not. */
const LONGEST_KEYWORDS = 2000;

/** The texts in a value, each once, as one line. What is neither text nor number is passed over. */
export function readKeywords(value: unknown): { readonly text: string; readonly isCut: boolean } {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = new Set<string>();
  for (const element of list) {
    if (typeof element !== 'string' && typeof element !== 'number') continue;
    const word = tidyPlain(String(element)).replaceAll('\n', ' ');
    if (!isNothing(word) && !isPlaceholder(word)) words.add(word);
  }
  const text = [...words].join(' ');
  if (text.length <= LONGEST_KEYWORDS) return { text, isCut: false };
  const end = text.lastIndexOf(' ', LONGEST_KEYWORDS);
  return { text: tidy(text.slice(0, end === -1 ? LONGEST_KEYWORDS : end)), isCut: true };
}
