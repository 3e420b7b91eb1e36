// IP addresses as clients are told apart by them.
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Without a zone (`fe80::1%eth0`), and IPv4-mapped IPv6, which dual-stack sockets report, as IPv4. Other texts are returned unchanged. */
export function normalizeIp(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [withoutZone] = ip.split('%');
  const address = ipaddr.IPv6.parse(withoutZone);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : withoutZone;
}

/**
 * The network by which clients are counted or take turns, because a client with one IPv6 address usually has its whole /64:
 * `198.51.100.7` or `2001:db8:0:7::/64`. Texts that are not IP addresses are returned unchanged.
 */
export function clientNetwork(ip: string): string {
  const normal = normalizeIp(ip);
  if (isIP(normal) !== 6) return normal;
  const groups = ipaddr.IPv6.parse(normal).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
