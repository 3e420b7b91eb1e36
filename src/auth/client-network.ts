// Normalises IP addresses, by which clients are distinguished.
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** The address without a zone (`fe80::1%eth0`), and IPv4-mapped IPv6 (of dual-stack sockets) as IPv4. Else unchanged. */
export function normalizeIp(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [withoutZone] = ip.split('%');
  const address = ipaddr.IPv6.parse(withoutZone);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : withoutZone;
}

/**
 * The network by which clients are counted and take turns: `198.51.100.7` or `2001:db8:0:7::/64`, because a client with one IPv6
 * address usually has its whole /64. Texts that are not IP addresses stay unchanged.
 */
export function clientNetwork(ip: string): string {
  const normal = normalizeIp(ip);
  if (isIP(normal) !== 6) return normal;
  const groups = ipaddr.IPv6.parse(normal).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
