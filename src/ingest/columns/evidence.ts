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

/** From which score on what a name is like and what values are say a field: of the columns that nothing else names. */
export const MIN_SCORES = {
  /** Read by an import, if it is one of the facts that searches need; else written by `feed inspect --suggest`. */
  sure: 0.85,
  /** Written for the operator to check, and named in reports. */
  likely: 0.6,
  /** Asked about. */
  possible: 0.4,
} as const;

export const WEIGHTS = {
  /** What a name's likeness counts. */
  name: 0.85,
  /** What it counts where values speak for another field. */
  contradictedName: 0.35,
  /** A name without the plugin's word that several names begin with. */
  withoutPlugin: 0.95,
  /** The most that a name alone makes of a score. */
  nameAlone: 0.8,
  /** The most of a score beside a column that is about as likely. */
  withRival: 0.8,
  /** From this score on values overrule a name. */
  clearValues: 0.9,
} as const;
