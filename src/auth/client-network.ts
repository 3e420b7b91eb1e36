// The network that an IP address stands for where clients are counted or take turns: a client with one IPv6 address usually has its
// whole /64.
import { isIP } from 'node:net';

/** `198.51.100.7`, also for its IPv4-mapped IPv6 form, or `2001:db8:0:7::/64`. Other texts are returned unchanged. */
export function clientNetwork(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const groups = groupsOf(ip);
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) return asIpv4(groups);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [withoutZone] = ip.split('%');
  const [before, after] = withoutZone.split('::');
  const first = parts(before);
  if (after === undefined) return first;
  const last = parts(after);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function parts(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [parseInt(part, 16)];
    const [a, b, c, d] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function asIpv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
