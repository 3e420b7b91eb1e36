// The facts about a car that adverts' texts state beyond its fields: one row per fact. The index reads the texts once and has a
// column per row; pages, cards and assistants loop over the rows. The table is data alone, so that browsers can import it.

/** A fact about a car. Its column and its member in vehicles have the same name. */
interface StatedField {
  readonly name: string;
  /** The label of the fact on pages. */
  readonly label: string;
  /** The fact in a line of facts, with `#` for its value. */
  readonly words: string;
  /**
   * How a text states it:
   * - `only term`: as the only term of the trade in the group of the fact's name
   * - `only number`: as the number in that term, `5` of `5 door`
   * - `own`: by a rule of its own, in index/words/stated-facts.ts
   */
  readonly reader: 'only term' | 'only number' | 'own';
}

export const STATED_FIELDS = [
  { name: 'trim', label: 'Trim', words: '#', reader: 'own' },
  { name: 'body', label: 'Body', words: '#', reader: 'only term' },
  { name: 'doors', label: 'Doors', words: '# doors', reader: 'only number' },
  { name: 'seats', label: 'Seats', words: '# seats', reader: 'only number' },
  { name: 'colour', label: 'Colour', words: '#', reader: 'only term' },
  // `Cat N`, or the general term if no category is named.
  { name: 'written_off', label: 'History', words: '#', reader: 'own' },
  // Only a single owner is read.
  { name: 'owners', label: 'Owners', words: '# owners', reader: 'own' },
] as const satisfies readonly StatedField[];

export type StatedName = (typeof STATED_FIELDS)[number]['name'];

/** Facts in the trade's terms. Null if no text states the fact, or one states several. */
export type StatedTexts = Readonly<Record<StatedName, string | null>>;

export interface StatedFacts extends StatedTexts {
  /** Miles per imperial gallon. */
  readonly consumptionMpg: number | null;
  /** Ids of the trade's terms. */
  readonly trims: readonly string[];
}

/** These facts of an object that may have more or fewer members. */
export function statedTexts(known: Partial<StatedTexts>): Record<StatedName, string | null> {
  const texts: Partial<Record<StatedName, string | null>> = {};
  for (const { name } of STATED_FIELDS) texts[name] = known[name] ?? null;
  return texts as Record<StatedName, string | null>;
}
