// The base URL of a response. It comes from configuration, so clients cannot choose it; if a proxy is trusted, its X-Forwarded-Proto
// and X-Forwarded-Host replace scheme and host.
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from './http-context.ts';

/** A function from a request's headers to the base URL, without a final slash. */
export function baseUrlSource({
  baseUrl,
  trustProxy,
}: Pick<HttpOptions, 'baseUrl' | 'trustProxy'>): (headers: IncomingHttpHeaders) => string {
  const configured = (): string => withoutFinalSlashes(typeof baseUrl === 'function' ? baseUrl() : baseUrl);
  if (!trustProxy) return configured;
  return (headers) => forwardedBaseUrl(headers, configured());
}

/** The path of a base URL, with a final slash. */
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

// Proxies append to a list; the last entry is the trusted proxy's own.
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
