// Reads phrases that only turn the page of a search: `next page`, `show me more`, `page 3`.
import type { TokenizedPhrase, WordRange } from '../tokenized-phrase.ts';
import { ASKING_LISTS } from '../asking-words.ts';
import { endOfFillers, REFINEMENT_LISTS } from './refine-words.ts';

export interface PageStep extends WordRange {
  readonly kind: 'page';
  readonly page: number | 'next' | 'previous';
}

/** The page that all of the phrase asks for. */
export function pageStepOf(phrase: TokenizedPhrase): PageStep | undefined {
  const { words } = phrase;
  const end = words.length;
  for (let from = 0; from < end; from++) {
    const named = REFINEMENT_LISTS.page.find(phrase, from);
    if (named !== undefined && endOfFillers(phrase, from + named.length) === end)
      return { kind: 'page', from: 0, to: end, page: named.meaning === 'first' ? 1 : named.meaning };
    const numbered = REFINEMENT_LISTS['page number'].find(phrase, from);
    const number = words.at(from + (numbered?.length ?? 0))?.key ?? '';
    const isLast = numbered !== undefined && endOfFillers(phrase, from + numbered.length + 1) === end;
    if (isLast && /^[1-9][0-9]{0,5}$/.test(number))
      return { kind: 'page', from: 0, to: end, page: Number(number) };
    const filler = ASKING_LISTS.filler.find(phrase, from);
    if (filler === undefined) return undefined;
    from += filler.length - 1;
  }
  return undefined;
}
