// The start of every address in an answer. It comes from configuration; a client can never choose it. Only where
// the operator says that a proxy is trusted do that proxy's own headers replace scheme and host.
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from './http-context.ts';

/** A function from a request's headers to the base URL, which has no slash at its end. */
export function baseUrlSource({
  baseUrl,
  trustProxy,
}: Pick<HttpOptions, 'baseUrl' | 'trustProxy'>): (headers: IncomingHttpHeaders) => string {
  const configured = (): string => withoutFinalSlashes(typeof baseUrl === 'function' ? baseUrl() : baseUrl);
  if (!trustProxy) return configured;
  return (headers) => forwardedBaseUrl(headers, configured());
}

/** The path of the service under a base URL, with a slash at its end. */
export function basePathOf(baseUrl: string): string {
  const path = URL.canParse(baseUrl) ? new URL(baseUrl).pathname : '/';
  return path.endsWith('/') ? path : `${path}/`;
}

function forwardedBaseUrl(headers: IncomingHttpHeaders, configured: string): string {
  const scheme = lastEntry(headers['x-forwarded-proto']).toLowerCase();
  const host = lastEntry(headers['x-forwarded-host']).toLowerCase();
  const parts = /^(https?):\/\/([^/]*)(.*)$/.exec(configured);
  if (parts === null) throw new Error(`base URL is not an absolute http(s) address: ${configured}`);
  const [, ownScheme, ownHost, path] = parts;
  return `${isScheme(scheme) ? scheme : ownScheme}://${isHost(host) ? host : ownHost}${path}`;
}

// Proxies append to a list; the last entry is the one that our own proxy wrote.
function lastEntry(value: string | string[] | undefined): string {
  return (
    String(value ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
}

function isScheme(text: string): boolean {
  return text === 'http' || text === 'https';
}

function isHost(text: string): boolean {
  return text.length <= 255 && /^(?:[a-z0-9](?:[a-z0-9.-]*)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(text);
}

function withoutFinalSlashes(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
