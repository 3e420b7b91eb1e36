// Finds the makes of a phrase that no listing has, and adds a note to their entries. The search keeps them and matches nothing.
import { singleValue, splitValues } from '../query/parameter-text.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { noneInStock, type Understood } from '../phrases/words/query-builder.ts';
import type { Refinement } from '../phrases/refine/refine.ts';

export async function withAbsentMakes<Found extends Refinement>(
  found: Found,
  count: (query: SearchQuery) => Promise<number>,
): Promise<Found> {
  const makes = [...new Set(found.understood.flatMap(makesOf))];
  const counts = await Promise.all(makes.map((make) => count({ make: singleValue(make), page: 1 })));
  const absentMakes = makes.filter((_, i) => counts[i] === 0);
  const understood = found.understood.map((entry) => {
    const absent = makesOf(entry).filter((make) => absentMakes.includes(make));
    return absent.length === 0 ? entry : { ...entry, note: noneInStock(absent) };
  });
  return { ...found, understood, absentMakes };
}

function makesOf({ parameter, value }: Understood): readonly string[] {
  return parameter === 'make' ? splitValues(value).any : [];
}
