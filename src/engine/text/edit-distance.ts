// Typing errors. The distance of two words is the least number of letters inserted, left out, replaced or swapped
// with a neighbour (optimal string alignment), which is how people mistype.

/** Errors that a word of this length may have: one up to seven letters, two beyond. */
export function allowedErrors(word: string): number {
  return word.length <= 7 ? 1 : 2;
}

/**
 * The indexes of the words of a sorted list that are at most `errors` away from `word`. The list is walked as if it
 * were a tree of letters: words that begin alike share the rows of the distance table, and a beginning that is
 * already too far away skips all words that have it.
 */
export function findSimilar(sorted: readonly string[], word: string, errors: number): number[] {
  const width = word.length + 1;
  const found: number[] = [];
  // Row d of the table holds the distances of the first d letters of the listed word to every beginning of `word`.
  const table: Uint16Array[] = [Uint16Array.from({ length: width }, (_, column) => column)];
  let previous = '';
  let index = 0;
  while (index < sorted.length) {
    const candidate = sorted[index];
    let depth = sharedLength(previous, candidate);
    let dead = false;
    for (; depth < candidate.length && !dead; depth++) {
      dead = fillRow(table, depth + 1, candidate, word) > errors;
    }
    previous = candidate.slice(0, depth);
    if (dead) {
      index = skipBeginning(sorted, index, previous);
    } else {
      if (table[depth][width - 1] <= errors) found.push(index);
      index++;
    }
  }
  return found;
}

/** Fills the row of the letter `candidate[depth - 1]`; returns the smallest distance that a longer word may have. */
function fillRow(table: Uint16Array[], depth: number, candidate: string, word: string): number {
  const row = (table[depth] ??= new Uint16Array(word.length + 1));
  const above = table[depth - 1];
  const letter = candidate[depth - 1];
  row[0] = depth;
  let least = row[0];
  for (let column = 1; column <= word.length; column++) {
    let distance = Math.min(above[column] + 1, row[column - 1] + 1);
    distance = Math.min(distance, above[column - 1] + (word[column - 1] === letter ? 0 : 1));
    const swapped =
      depth > 1 && column > 1 && letter === word[column - 2] && candidate[depth - 2] === word[column - 1];
    if (swapped) distance = Math.min(distance, table[depth - 2][column - 2] + 1);
    row[column] = distance;
    least = Math.min(least, distance);
  }
  // A swap reaches back to the row above, for one error; the least there is at most one less, so this bounds it too.
  return least;
}

function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let length = 0;
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** First index after `from` whose word does not begin with `beginning`. */
function skipBeginning(sorted: readonly string[], from: number, beginning: string): number {
  let low = from + 1;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle].startsWith(beginning)) low = middle + 1;
    else high = middle;
  }
  return low;
}
