// Phrases beside a search, with the bundled tables.
import { parseQuery } from '../../src/query/parse-query.ts';
import { resolveBeside, type Refinement } from '../../src/phrases/refine/refine.ts';
import { searchSoFar } from '../../src/phrases/refine/search-under-change.ts';
import { KNOWLEDGE } from './interpret-here.ts';

/** `missing`: words that no listing has. */
export function refine(search: string, phrase: string, missing: readonly string[] = []): Refinement {
  const pairs = [...new URLSearchParams(search)];
  const current = searchSoFar(pairs, parseQuery(pairs, KNOWLEDGE.gazetteer).query);
  return resolveBeside(phrase, current, KNOWLEDGE).describe(new Set(missing));
}

/** The parameters of the search after the phrase, or `new: ` and those of a new search. */
export function after(search: string, phrase: string): string {
  const { refines, parameters } = refine(search, phrase);
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return refines ? text : `new: ${text}`;
}
