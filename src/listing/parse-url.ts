// Parses a URL by the WHATWG standard. URL.canParse is not used for texts from outside: Node 20 reads letters such as ü wrongly in it
// once the function has been optimised, and then refuses valid URLs.

/** The parsed URL; undefined if it is invalid. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
