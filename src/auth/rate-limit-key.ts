// The name under which requests from an address are counted. Whoever has one address of IPv6 has the 2^64 that share its
// first half, so all of these count as one.
import { isIP } from 'node:net';

/** `198.51.100.7` as it is, in either of its spellings; `2001:db8:0:7::/64` for IPv6. What is no address stays as it is. */
export function rateLimitKey(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const groups = groupsOf(ip);
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) return asIpv4(groups);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an address of IPv6. */
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
