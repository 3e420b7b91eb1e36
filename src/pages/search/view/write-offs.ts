// Hiding cars that were written off: a search without adverts that say so in any spelling, as an exclusion in `q` that the page shows
// as a box to tick and a chip of its own, not as words.
import { WRITE_OFFS } from './search-fields.ts';

/** The words of `q`. */
export const NO_WRITE_OFFS = WRITE_OFFS.map((words) => `-"${words}"`).join(' ');

interface Search {
  readonly q?: string;
}

export function hidesWriteOffs({ q = '' }: Search): boolean {
  return q.toLowerCase().includes(NO_WRITE_OFFS.toLowerCase());
}

/** The other words of `q`; undefined if there are none. */
export function wordsBeside(q = ''): string | undefined {
  const at = q.toLowerCase().indexOf(NO_WRITE_OFFS.toLowerCase());
  const words = at < 0 ? q : `${q.slice(0, at).trim()} ${q.slice(at + NO_WRITE_OFFS.length).trim()}`.trim();
  return words === '' ? undefined : words;
}

/** The `q` of these words that hides them, or does not. */
export function withWords(words: string | undefined, isHidden: boolean): string | undefined {
  const text = [isHidden ? NO_WRITE_OFFS : '', words ?? ''].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}
