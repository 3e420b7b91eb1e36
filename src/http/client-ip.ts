// The address that a request came from. It is the one that is connected to us, unless that is a proxy which the operator
// named: then it is the last one in X-Forwarded-For that is no such proxy. What stands further left was written by whoever
// wanted to, and is never looked at. Nothing that a client sends makes this throw.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Nobody has more proxies in a row; a longer list is made up. */
const MAX_PROXIES = 16;

/** The longest address, with brackets and a port. */
const MAX_ENTRY_LENGTH = 64;

type Request = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** A function from a request to its address. `trustedProxies` are addresses and blocks such as `10.0.0.0/8`. */
export function clientIpSource(trustedProxies: readonly string[]): (request: Request) => string {
  if (trustedProxies.length === 0) return peerOf;
  const proxies = blockListOf(trustedProxies);
  const isProxy = (ip: string): boolean => proxies.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
  return (request) => {
    const peer = peerOf(request);
    if (isIP(peer) === 0 || !isProxy(peer)) return peer;
    return lastUntrustedIp(String(request.headers['x-forwarded-for'] ?? ''), peer, isProxy);
  };
}

/** Empty where the connection is gone already. */
function peerOf({ socket }: Request): string {
  return normalizeIp(socket.remoteAddress ?? '');
}

// Each proxy added the address that it was connected to, so the list is read from its end. An entry that is no address
// says nothing about who sent it: the proxy that passed it on counts instead.
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

/** Some proxies add the port, and brackets to IPv6. */
function findIp(entry: string): string | undefined {
  if (entry.length > 2 * MAX_ENTRY_LENGTH) return undefined;
  const text = entry.trim();
  if (text.length > MAX_ENTRY_LENGTH) return undefined;
  const [, inBrackets, beforePort] =
    /^\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?$|^([0-9.]+):[0-9]{1,5}$/.exec(text) ?? [];
  const ip = normalizeIp(inBrackets ?? beforePort ?? text);
  return isIP(ip) === 0 ? undefined : ip;
}

/** Without a zone (`fe80::1%eth0`); an address of IPv4 in the form of IPv6, as sockets of both kinds give it, as IPv4. */
function normalizeIp(ip: string): string {
  const zone = ip.indexOf('%');
  const withoutZone = zone === -1 ? ip : ip.slice(0, zone);
  const embedded = withoutZone.slice('::ffff:'.length);
  return withoutZone.toLowerCase().startsWith('::ffff:') && isIPv4(embedded) ? embedded : withoutZone;
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
