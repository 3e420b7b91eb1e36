// The Ignored-Parameters header: the unknown parameters of a request, with suggestions, and the known ones that are probably not meant,
// with the reason. It is a structured field (RFC 9651), a list of strings. The names are the client's own words, so they are truncated
// and written in plain ASCII.
import type { IgnoredParameter } from '../listing/parse-query.ts';
import type { ParameterIssue } from '../problem.ts';

const MAX_NAME_LENGTH = 64;
/** Reasons are our own words around two numbers. */
const MAX_REASON_LENGTH = 200;

/**
 * For example `"brand"; did-you-mean="make", "distance"; reason="distance has no effect without location."`; undefined for none.
 * Names are percent-encoded UTF-8. Of a known parameter `did-you-mean` is a value.
 */
export function ignoredParametersHeader(
  ignored: readonly IgnoredParameter[],
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

/** A string of a structured field. What is not ASCII is percent-encoded. */
export function quotedAscii(text: string, maxLength = MAX_NAME_LENGTH): string {
  let ascii = '';
  for (const character of text) {
    const written = /[\x20-\x24\x26-\x7e]/.test(character) ? character : encodeURIComponent(character);
    if (ascii.length + written.length > maxLength) break;
    ascii += written;
  }
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}
