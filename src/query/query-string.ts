// Searches as people paste them: a query string, or the URL or path that it is part of.

/** The query string, without a leading `?`, or a URL or path before it. Another `?` is part of a value: `q=golf?`. */
export function queryStringOf(sent: string): string {
  return sent.replace(/^(?:[^?=&/]*\/[^?]*)?\?/, '');
}
