// Who may call the MCP endpoint. Programs may, from anywhere: they send no Origin. A page in a browser may if it comes
// from this service itself, from the user's own machine, or from an origin that the operator named. The name that the
// service was asked under is checked as well: a hostile page can make its own name lead to this machine (DNS rebinding),
// but not an IP address, a name of ours, or one without a dot.
import { isIP } from 'node:net';

export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

export interface OriginRules {
  /** What this service is reached under. */
  readonly baseUrl: string;
  /** True: a proxy stands in front. It answers to our names only, and may call us by any. */
  readonly trustProxy: boolean;
  /** Origins of pages, such as `https://chat.example`; `*` is all of them. */
  readonly origins: readonly string[];
}

/** Why the caller is refused, in a sentence; undefined if it is not. */
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

/** Whether a Host header has a name of ours, or one that nobody elsewhere can have: an IP address, or a name without a dot. */
export function isOwnHost(
  host: string | undefined,
  { baseUrl, trustProxy }: Omit<OriginRules, 'origins'>,
): boolean {
  // Every browser says which host it asks.
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

function isLoopback(name: string): boolean {
  const bare = withoutBrackets(name);
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}

/** Without port, in lower case; an IPv6 address in brackets. */
function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/g, '');
}
