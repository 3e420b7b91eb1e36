// What says which field a column feeds, by sorts of evidence. Of several columns for one field, the one with the strongest evidence counts; among equals
// the order of columns.tsv decides, then the number in the name, then the order of the record.

/** How far each sort puts a column behind those that the table names; several sorts add up. */
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

/** The last sort of evidence that a column is known by, and how far all sorts put it behind. */
export interface Evidence {
  readonly by: keyof typeof EVIDENCE;
  readonly behind: number;
}

export const BY_NAME: Evidence = { by: 'name', behind: 0 };

/** The column as it is known by this evidence besides. */
export function weaker<C extends Evidence>(column: C, by: Evidence['by']): C {
  return { ...column, by, behind: column.behind + EVIDENCE[by].behind };
}

/** For people: `the words of its name`. */
export function whatSays({ by }: Evidence): string {
  return EVIDENCE[by].means;
}
