// The Corrections header: the names and words of a search that were read as others. It is a structured field (RFC 9651), a list of
// parameters with what was sent and what was searched for. The same in sentences, for people and assistants.
import type { Correction } from '../listing/search-query.ts';
import { quotedAscii } from './ignored-parameters.ts';

/** For example `"make"; from="Frod"; to="Ford"`; undefined for none. */
export function correctionsHeader(corrections: readonly Correction[] = []): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections
    .map(({ parameter, from, to }) => `"${parameter}"; from=${quotedAscii(from)}; to=${quotedAscii(to)}`)
    .join(', ');
}

/** How to search for the word as it was sent is part of the first sentence only. */
export function correctionSentences(corrections: readonly Correction[] = []): string[] {
  return corrections.map(({ parameter, from, to }, i) => {
    const how = i === 0 ? `; in quotes (${parameter}="${from}") it is taken as it is` : '';
    return `No listing has the ${NOUNS[parameter]} "${from}": it was read as "${to}"${how}.`;
  });
}

const NOUNS = { make: 'make', model: 'model', q: 'word' } as const;
