// Names and words of a search that were read as others: the Corrections header, and sentences for people and assistants.
import type { Correction } from '../query/search-query.ts';
import { quotedAscii } from './quoted-ascii.ts';

/**
 * The Corrections header: the names and words of a search that were read as others, for example `"make"; from="Frod"; to="Ford"`;
 * undefined for none. It is a structured field (RFC 9651).
 */
export function correctionsHeader(corrections: readonly Correction[] = []): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections
    .map(({ parameter, from, to }) => `"${parameter}"; from=${quotedAscii(from)}; to=${quotedAscii(to)}`)
    .join(', ');
}

/** Only the first sentence explains how to search for the word as it was sent. */
export function correctionSentences(corrections: readonly Correction[] = []): string[] {
  return corrections.map(({ parameter, from, to }, i) => {
    // For a word, without `q=`: a client would send the word alone, and lose the others.
    const quoted = parameter === 'q' ? `"${from}" in q` : `${parameter}="${from}"`;
    const how = i === 0 ? `; in quotes (${quoted}) it is taken as it is` : '';
    return `No listing has the ${NOUNS[parameter]} "${from}": it was read as "${to}"${how}.`;
  });
}

const NOUNS = { make: 'make', model: 'model', q: 'word' } as const;
