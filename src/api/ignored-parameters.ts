// The Ignored-Parameters header: a request's unknown parameters, with suggestions, and known ones that were probably not
// intended, with the reason. It is a structured field (RFC 9651), a list of strings. The names are the client's own words, so
// they are truncated and written in plain ASCII. Also the Corrections header, and corrections as sentences.
import type { UnusedParameter } from '../query/read-parameters.ts';
import type { ParameterIssue } from '../problem.ts';
import type { Correction } from '../query/search-query.ts';

const MAX_NAME_LENGTH = 64;
/** Reasons are our own sentences with two numbers. */
const MAX_REASON_LENGTH = 200;

/**
 * For example `"brand"; did-you-mean="make", "distance"; reason="distance has no effect without location."`; undefined for none.
 * Names are percent-encoded UTF-8. For a known parameter, `did-you-mean` is a value.
 */
export function ignoredParametersHeader(
  ignored: readonly UnusedParameter[],
  warnings: readonly ParameterIssue[] = [],
): string | undefined {
  if (ignored.length === 0 && warnings.length === 0) return undefined;
  const items = ignored.map(({ name, suggestion }) => itemOf(name, suggestion));
  for (const { parameter, suggestion, message } of warnings)
    items.push(`${itemOf(parameter, suggestion)}; reason=${quotedAscii(message, MAX_REASON_LENGTH)}`);
  return items.join(', ');
}

function itemOf(name: string, suggestion: string | undefined): string {
  return suggestion === undefined
    ? quotedAscii(name)
    : `${quotedAscii(name)}; did-you-mean=${quotedAscii(suggestion)}`;
}

/** A string of a structured field. Characters beyond ASCII are percent-encoded. */
function quotedAscii(text: string, maxLength = MAX_NAME_LENGTH): string {
  let ascii = '';
  for (const character of text) {
    const written = /[\x20-\x24\x26-\x7e]/.test(character) ? character : encodeURIComponent(character);
    if (ascii.length + written.length > maxLength) break;
    ascii += written;
  }
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The Corrections header: the names and words of a search that were read as others, for example `"make"; from="Frod"; to="Ford"`;
 * undefined for none. It is a structured field (RFC 9651) too.
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
