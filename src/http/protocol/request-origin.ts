// Validates the Host and Origin headers of requests to the MCP endpoint, and the Host header of requests for operators.
// Programs send no Origin and may call. Pages may call from this service, from the user's own machine, and from origins that
// the operator configured. The Host header is validated against DNS rebinding: a hostile page can point its own name at this
// machine, but not an IP address, a name of this service, or a name without a dot.
import { isIP } from 'node:net';

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
