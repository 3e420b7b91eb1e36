// The base URL of a response. A configured one is used whatever the headers contain. Otherwise a trusted proxy may forward the
// host name by which it was reached; only hosts on the operator's list are accepted, and for any other the URL of the listening
// address is used.
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from '../http-context.ts';

type BaseUrlOptions = Pick<HttpOptions, 'baseUrl' | 'trustProxy' | 'allowedHosts'>;

export function baseUrlSource(options: BaseUrlOptions): (headers: IncomingHttpHeaders) => string {
  const { baseUrl, allowedHosts } = options;
  const ownUrl = (): string => withoutFinalSlashes(typeof baseUrl === 'function' ? baseUrl() : baseUrl);
  if (!isChosenByProxy(options)) return ownUrl;
  const allowed = new Set(allowedHosts);
  return (headers) => {
    const origin = forwardedOrigin(headers, new URL(ownUrl()).protocol);
    return origin !== undefined && allowed.has(origin.host) ? origin.origin : ownUrl();
  };
}

/** The Vary header of responses that contain the base URL, after `others`; undefined if it would be empty. */
export function varyByBaseUrl(options: BaseUrlOptions, ...others: readonly string[]): string | undefined {
  const names = [...others, ...(isChosenByProxy(options) ? ['X-Forwarded-Proto', 'X-Forwarded-Host'] : [])];
  return names.length === 0 ? undefined : names.join(', ');
}

function isChosenByProxy({ trustProxy, allowedHosts = [] }: BaseUrlOptions): boolean {
  return trustProxy && allowedHosts.length > 0;
}

/** The path of a base URL, with a final slash. */
export function basePathOf(baseUrl: string): string {
  const path = URL.canParse(baseUrl) ? new URL(baseUrl).pathname : '/';
  return path.endsWith('/') ? path : `${path}/`;
}

/** The origin in X-Forwarded-Host, or else Host. The scheme's usual port, a final dot and the case of letters are ignored. */
function forwardedOrigin(headers: IncomingHttpHeaders, ownProtocol: string): URL | undefined {
  const forwardedHost = headers['x-forwarded-host'];
  const host = (forwardedHost === undefined ? (headers.host ?? '') : lastEntry(forwardedHost)).replace(
    /\.(?=:|$)/,
    '',
  );
  const scheme = lastEntry(headers['x-forwarded-proto']).toLowerCase();
  const protocol = scheme === 'http' || scheme === 'https' ? `${scheme}:` : ownProtocol;
  // Anything but a name or an IP address and a port could be read as another part of a URL.
  const isHost = host.length <= MAX_HOST_LENGTH && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
  const url = `${protocol}//${host}`;
  return isHost && URL.canParse(url) ? new URL(url) : undefined;
}

const MAX_HOST_LENGTH = 261;

// Proxies append to a list; the last entry is the trusted proxy's own.
function lastEntry(value: string | string[] | undefined): string {
  return (
    String(value ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
}

function withoutFinalSlashes(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
