// How names of columns are compared: without case, spaces, underscores and hyphens, and with any number for another, so
// that `Image_URL 12`, `imageurl#` and `IMAGE-URL 3` are one name.

export interface ColumnKey {
  readonly key: string;
  /** The first number in the name; 0 where there is none. */
  readonly number: number;
}

/** `imageurl#` and 12 for `Image_URL 12`. */
export function columnKey(name: string): ColumnKey {
  const folded = name.toLowerCase().replace(/[\s_-]+/g, '');
  const number = /[0-9]+/.exec(folded)?.[0] ?? '0';
  return { key: folded.replace(/[0-9]+/g, '#'), number: Number(number) };
}
