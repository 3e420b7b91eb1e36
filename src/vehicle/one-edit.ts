// Words that differ by one edit, and lists of words in which those next to a typed one are found without comparing all of them.

/**
 * Whether two words differ by one edit: a letter added, dropped, replaced, or two neighbours swapped. Digits never differ:
 * `A3` is not `A4`.
 */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++;
  if (one.length - start - end > 2) return false;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (/[0-9]/.test(a + b)) return false;
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

/** A list of words, by their first letter and length. */
export class NearWords {
  readonly #words = new Map<string, { readonly word: string; readonly place: number }[]>();

  constructor(words: Iterable<string>) {
    let place = 0;
    for (const word of words) {
      const bucket = bucketOf(word, word.length);
      const known = this.#words.get(bucket);
      if (known === undefined) this.#words.set(bucket, [{ word, place }]);
      else known.push({ word, place });
      place += 1;
    }
  }

  /**
   * The words that are one edit away from a typed one, in the order of the list. The first letter must be right: `banger` is not a
   * misspelt Ranger.
   */
  near(typed: string): string[] {
    const found: { readonly word: string; readonly place: number }[] = [];
    for (let length = typed.length - 1; length <= typed.length + 1; length++) {
      for (const one of this.#words.get(bucketOf(typed, length)) ?? [])
        if (isOneEditApart(one.word, typed)) found.push(one);
    }
    return found.sort((a, b) => a.place - b.place).map(({ word }) => word);
  }
}

function bucketOf(word: string, length: number): string {
  return `${word.charAt(0)}${length}`;
}
