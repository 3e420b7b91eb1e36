// The Ignored-Parameters header: the unknown parameters of a request, with suggestions. It is a structured field
// (RFC 9651), a list of strings. The names are the client's own words, so they are truncated and written in plain ASCII.
import type { IgnoredParameter } from '../listing/parse-query.ts';

const MAX_NAME_LENGTH = 64;

/** For example `"brand"; did-you-mean="make", "foo"`; undefined if nothing was ignored. Names are percent-encoded UTF-8. */
export function ignoredParametersHeader(ignored: readonly IgnoredParameter[]): string | undefined {
  if (ignored.length === 0) return undefined;
  return ignored
    .map(({ name, suggestion }) =>
      suggestion === undefined
        ? quotedAscii(name)
        : `${quotedAscii(name)}; did-you-mean=${quotedAscii(suggestion)}`,
    )
    .join(', ');
}

function quotedAscii(text: string): string {
  let ascii = '';
  for (const character of text) {
    const written = /[\x20-\x24\x26-\x7e]/.test(character) ? character : encodeURIComponent(character);
    if (ascii.length + written.length > MAX_NAME_LENGTH) break;
    ascii += written;
  }
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}
