// The base URL of a response. A configured one is used whatever the headers contain. Otherwise a trusted proxy may forward the
// host name by which it was reached; only hosts on the operator's list are accepted, and for any other the URL of the listening
// address is used. The same host names decide which pages may call the MCP endpoint.
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from './http-context.ts';
import { isIP } from 'node:net';

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

// Origin validation of the MCP endpoint. Programs send no Origin and may call. Pages may call from this service, from the user's
// own machine, and from origins that the operator configured. The Host header is validated against DNS rebinding: a hostile page
// can point its own name at this machine, but not an IP address, a name of this service, or a name without a dot.

export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

export interface OriginRules {
  readonly baseUrl: string;
  /** True: a proxy in front validates the host, and may send any. */
  readonly trustProxy: boolean;
  /** Allowed origins such as `https://chat.example`; `*` allows all. */
  readonly origins: readonly string[];
}

/** Why the request is refused, as a sentence; undefined if it is allowed. */
export function checkMcpOrigin({ host, origin }: RequestOrigin, rules: OriginRules): string | undefined {
  const ownName = hostnameOf(rules.baseUrl);
  const requestedName = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (!isOwnHost(host, rules)) {
    return 'The Host header names another service. The operator sets the address of this one with --base-url.';
  }
  if (origin === undefined || rules.origins.includes('*') || rules.origins.includes(origin)) return undefined;
  const name = /^https?:/.test(origin) ? hostnameOf(origin) : undefined;
  const sameHost = !rules.trustProxy && name === requestedName;
  if (name !== undefined && (sameHost || name === ownName || isLoopback(name))) return undefined;
  return 'Pages of this origin may not call this service. The operator names those that may with --mcp-origins.';
}

/** True if a Host header names this service, an IP address, or a name without a dot, which public DNS does not have. */
export function isOwnHost(
  host: string | undefined,
  { baseUrl, trustProxy }: Omit<OriginRules, 'origins'>,
): boolean {
  // Browsers always send Host.
  if (trustProxy || host === undefined) return true;
  const name = hostnameOf(`http://${host}`);
  if (name === undefined) return false;
  return (
    name === hostnameOf(baseUrl) ||
    isLoopback(name) ||
    isIP(withoutBrackets(name)) !== 0 ||
    !name.includes('.')
  );
}

/** True for names and IP addresses that always mean this machine. */
export function isLoopback(name: string): boolean {
  const bare = withoutBrackets(name).toLowerCase();
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}

/** In lower case, without port; IPv6 addresses have brackets. */
export function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/g, '');
}
