// Strings of structured fields (RFC 9651): headers with clients' own words.

const MAX_NAME_LENGTH = 64;

/** The text in quotes, truncated. Characters beyond ASCII are percent-encoded. */
export function quotedAscii(text: string, maxLength = MAX_NAME_LENGTH): string {
  let ascii = '';
  for (const character of text) {
    const written = /[\x20-\x24\x26-\x7e]/.test(character) ? character : encodeURIComponent(character);
    if (ascii.length + written.length > maxLength) break;
    ascii += written;
  }
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}
