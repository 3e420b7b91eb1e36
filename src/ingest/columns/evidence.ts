// Kinds of evidence that a column feeds a field, and the weights of guesses. Of several columns for one field, the one with the strongest evidence counts;
// among equals the order of columns.tsv decides, then the number in the name, then the order of the record.

/** How far each kind puts a column behind those that the table names; several kinds add up. */
const EVIDENCE = {
  mapping: { behind: 0, means: 'the mapping' },
  values: { behind: 0, means: 'its values' },
  name: { behind: 0, means: 'its name' },
  /** Words that columns of the field have, in any order: `Prc to clear`. */
  words: { behind: 1, means: 'the words of its name' },
  /** A text beside a number: `price.label`. */
  text: { behind: 1, means: 'the text beside its number' },
  /** The last parts of a path: `lot.price`. */
  end: { behind: 2, means: 'the end of its name' },
  /** A name with a note behind it: `Make (lookup)`. */
  note: { behind: 2, means: 'its name before a note' },
  /** A code beside which there may be words: `Fuel code`. */
  code: { behind: 2, means: 'its code' },
  /** A database's own key, or an amount in another currency. */
  substitute: { behind: 2, means: 'its name, for want of another' },
  translation: { behind: 2, means: 'its name in English' },
} as const;

/** The last kind of evidence for a column, and how far all kinds put it behind. */
export interface Evidence {
  readonly by: keyof typeof EVIDENCE;
  readonly behind: number;
}

export const BY_NAME: Evidence = { by: 'name', behind: 0 };

/** The column with one more kind of evidence. */
export function weaker<C extends Evidence>(column: C, by: Evidence['by']): C {
  return { ...column, by, behind: column.behind + EVIDENCE[by].behind };
}

/** For people: `the words of its name`. */
export function whatSays({ by }: Evidence): string {
  return EVIDENCE[by].means;
}

/** Minimum scores of guesses by the likeness of a name and by values, for columns that no other evidence names. */
export const MIN_SCORES = {
  /** Read by an import, if it is one of the facts that searches need; else written by `feed inspect --suggest`. */
  sure: 0.85,
  /** Written for the operator to check, and named in reports. */
  likely: 0.6,
  /** `feed inspect --suggest` asks the operator. */
  possible: 0.4,
} as const;

export const WEIGHTS = {
  /** Factor for the likeness of a name. */
  name: 0.85,
  /** The factor if the values speak for another field. */
  contradictedName: 0.35,
  /** Score of a known name behind a plugin's word, with which several names begin. */
  withoutPlugin: 0.95,
  /** Maximum score by a name alone. */
  nameAlone: 0.8,
  /** Maximum score if another column is about as likely. */
  withRival: 0.8,
  /** Minimum score with which values overrule a name. */
  clearValues: 0.9,
} as const;
