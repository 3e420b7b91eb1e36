// The Ignored-Parameters header: a request's unknown parameters, with suggestions, and known ones that were probably not
// intended, with the reason. It is a structured field (RFC 9651), a list of strings. The names are the client's own words, so
// they are truncated and written in plain ASCII.
import type { UnusedParameter } from '../query/read-parameters.ts';
import type { ParameterIssue } from '../problem.ts';
import { quotedAscii } from './quoted-ascii.ts';

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
