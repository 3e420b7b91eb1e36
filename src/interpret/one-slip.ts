// Whether one word is the other with a single slip of the hand: one letter too many, too few, wrong, or two swapped.
// Only letters may differ: `A3` is not `A4`.

export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (/[0-9]/.test(a + b)) return false;
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
