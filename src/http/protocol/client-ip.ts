// The client's IP address: the peer's, or, if the peer is a trusted proxy, the last one of X-Forwarded-For that is not a trusted
// proxy. Entries further left may be forged, and are not read. No header makes this throw.
import type { IncomingMessage } from 'node:http';
import { normalizeIp } from '../../auth/client-network.ts';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Longer chains of proxies are implausible. */
const MAX_PROXIES = 16;

/** More than the longest IP address, with brackets and a port. */
const MAX_ENTRY_LENGTH = 64;

type Request = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** A function from a request to the client's IP address. `trustedProxies` are IP addresses and blocks such as `10.0.0.0/8`. */
export function clientIpSource(trustedProxies: readonly string[]): (request: Request) => string {
  if (trustedProxies.length === 0) return peerOf;
  const isProxy = proxyTest(trustedProxies);
  return (request) => {
    const peer = peerOf(request);
    if (!isProxy(peer)) return peer;
    return lastUntrustedIp(String(request.headers['x-forwarded-for'] ?? ''), peer, isProxy);
  };
}

/** A function that tells whether a proxy has an IP address, given as `clientIpSource` returns it. */
export function proxyTest(trustedProxies: readonly string[]): (ip: string) => boolean {
  const proxies = blockListOf(trustedProxies);
  // Texts that are not IP addresses match no proxy.
  return (ip) => proxies.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
}

/** The peer's IP address; empty if the connection is closed. */
export function peerOf({ socket }: Pick<Request, 'socket'>): string {
  return normalizeIp(socket.remoteAddress ?? '');
}

// Each proxy appends its peer's IP address, so the list is read from its end. If an entry is not an IP address, the proxy that
// appended it counts as the client.
function lastUntrustedIp(list: string, peer: string, isProxy: (ip: string) => boolean): string {
  let forwardedBy = peer;
  let end = list.length;
  for (let seen = 0; seen < MAX_PROXIES && end > 0; seen += 1) {
    const comma = list.lastIndexOf(',', end - 1);
    const ip = findIp(list.slice(comma + 1, end));
    if (ip === undefined) return forwardedBy;
    if (!isProxy(ip)) return ip;
    forwardedBy = ip;
    end = comma;
  }
  return forwardedBy;
}

/** The IP address of an entry, which may have a port, and brackets around IPv6. */
function findIp(entry: string): string | undefined {
  if (entry.length > 2 * MAX_ENTRY_LENGTH) return undefined;
  const text = entry.trim();
  if (text.length > MAX_ENTRY_LENGTH) return undefined;
  const [, inBrackets, beforePort] =
    /^\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?$|^([0-9.]+):[0-9]{1,5}$/.exec(text) ?? [];
  const ip = normalizeIp(inBrackets ?? beforePort ?? text);
  return isIP(ip) === 0 ? undefined : ip;
}

function blockListOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [ip, bits] = proxy.split('/');
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return list;
}
