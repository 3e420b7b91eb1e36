// Guards against server-side request forgery: one HTTP GET to public IP addresses unless `allowPrivate` is set. A name is
// checked by all its addresses, and the connection uses these. node:http, because fetch accepts truncated gzip and has no
// connect timeout. No environment proxies, no reused connections.
import ipaddr from 'ipaddr.js';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { FetchError, seconds } from './fetch-error.ts';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Network {
  /** Why connections to an IP address are blocked, for the operator; undefined if they are allowed. */
  blockReason(address: string): string | undefined;
  resolve(name: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void): void;
}

export const ANY_NETWORK: Network = {
  blockReason: () => undefined,
  resolve(name, done) {
    dnsLookup(name, { all: true }, done);
  },
};

export const PUBLIC_NETWORK: Network = {
  ...ANY_NETWORK,
  blockReason(address) {
    const range = nonPublicRangeOf(address);
    if (range === undefined) return undefined;
    return `it leads to ${address}, ${RANGE_NAMES.get(range) ?? 'a reserved address'}; set allowPrivate in its settings to allow that`;
  },
};

/** `network` restricted to loopback addresses, for credentials without TLS. */
export function loopbackOf(network: Network): Network {
  return {
    ...network,
    blockReason: (address) =>
      network.blockReason(address) ??
      (nonPublicRangeOf(address) === 'loopback'
        ? undefined
        : 'credentials are sent over https only, except to loopback addresses'),
  };
}

/** Whether a URL's host names the loopback interface. `localhost` must still resolve to it. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    /^(?:.+[.])?localhost[.]?$/.test(hostname) || nonPublicRangeOf(withoutBrackets(hostname)) === 'loopback'
  );
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** One blocked address rejects the whole name: its owner chooses the order of the addresses, and connections try all of them. */
function checkedLookup(network: Network): LookupFunction {
  return (hostname, { all, family }, done) => {
    network.resolve(hostname, (error, resolved) => {
      if (error !== null) return done(error, []);
      const blockReason = resolved.map(({ address }) => network.blockReason(address)).find((found) => found);
      if (blockReason !== undefined) return done(new FetchError(blockReason), []);
      const usable =
        family === 4 || family === 6 ? resolved.filter((one) => one.family === family) : resolved;
      const [first] = usable;
      if (first === undefined) return done(new FetchError('there is no such host'), []);
      if (all === true) done(null, [...usable]);
      else done(null, first.address, first.family);
    });
  };
}

const RANGE_NAMES: ReadonlyMap<string, string> = new Map([
  ['loopback', 'a loopback address'],
  ['private', 'a private address'],
  ['linkLocal', 'a link-local address'],
  ['uniqueLocal', 'a unique-local address'],
  ['carrierGradeNat', 'a carrier-grade NAT address'],
  ['unspecified', 'an unspecified address'],
  ['multicast', 'a multicast address'],
  ['broadcast', 'a broadcast address'],
]);

/** The range of a non-public address in ipaddr.js's terms; undefined for public addresses. */
function nonPublicRangeOf(address: string): string | undefined {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return 'unknown';
  // Normalize to hexadecimal, because ipaddr.js confuses `::8.8.8.8` with `::ffff:8.8.8.8`.
  const normalized = isIPv6(bare) ? withoutBrackets(new URL(`http://[${bare}]/`).hostname) : bare;
  const parsed = embedded(ipaddr.process(normalized));
  const range = parsed.range();
  if (range !== 'unicast') return range;
  // IPv6 unicast outside 2000::/3 is unassigned, IPv4-compatible addresses included.
  return parsed.kind() === 'ipv4' || isGlobal(parsed as ipaddr.IPv6) ? undefined : 'reserved';
}

/** The IPv4 address inside a NAT64 address (RFC 6052), which is how IPv6-only hosts reach IPv4; any other address as it is. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4' || !(address as ipaddr.IPv6).match(NAT64, 96)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

function isGlobal({ parts }: ipaddr.IPv6): boolean {
  return ((parts[0] ?? 0) & 0xe000) === 0x2000;
}

export interface RequestLimits {
  /** For connecting, TLS included. */
  readonly connectTimeoutMs: number;
  /** Without a byte from the server. */
  readonly idleTimeoutMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { connectTimeoutMs: 10_000, idleTimeoutMs: 30_000 };

/**
 * The response, its body unread. Rejects with a FetchError or the connection's error; aborts `controller` when the server is
 * idle, later too.
 */
export function httpGet(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits,
  network: Network,
  controller: AbortController,
): Promise<IncomingMessage> {
  const { signal } = controller;
  return new Promise((resolve, reject) => {
    // An IP address needs no lookup, so checkedLookup never sees it.
    const address = withoutBrackets(url.hostname);
    const blockReason = isIP(address) === 0 ? undefined : network.blockReason(address);
    if (blockReason !== undefined) return reject(new FetchError(blockReason));
    const secure = url.protocol === 'https:';
    const options = { headers, signal, agent: false, lookup: checkedLookup(network) } as const;
    const request = (secure ? httpsRequest : httpRequest)(url, options);
    const connecting = setTimeout(
      () => request.destroy(new FetchError(`no connection within ${seconds(limits.connectTimeoutMs)}`)),
      limits.connectTimeoutMs,
    );
    request.once('socket', (socket) => {
      // Check the actual peer as well, before anything is sent.
      socket.prependOnceListener('connect', () => {
        const { remoteAddress } = socket;
        const blockReason = remoteAddress === undefined ? undefined : network.blockReason(remoteAddress);
        if (blockReason !== undefined) request.destroy(new FetchError(blockReason));
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.setTimeout(limits.idleTimeoutMs, () =>
        controller.abort(new FetchError(`no data for ${seconds(limits.idleTimeoutMs)}`)),
      );
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => clearTimeout(connecting));
    request.end();
  });
}
