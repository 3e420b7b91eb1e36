// Applies the limits of a clause to a search: a new one takes the place of the earlier one of its side, and of one that it contradicts.
import type { ParameterName } from '../../listing/parameters.ts';
import type { Clause } from './steps.ts';
import type { Span } from '../query-builder.ts';
import type { SearchUnderChange } from './search-under-change.ts';

const BOUNDS = [
  ['price_min', 'price_max'],
  ['miles_min', 'miles_max'],
  ['year_min', 'year_max'],
  ['engine_min', 'engine_max'],
] as const;

export function applyBounds(search: SearchUnderChange, clause: Clause): void {
  for (const bounds of BOUNDS) {
    const said = bounds.filter((name) => clause.asked[name] !== undefined);
    const had = bounds.filter((name) => search.get(name) !== undefined);
    // After `2017 or newer`, `no, 2015` means 2015 or newer.
    const asked = clause.corrects && said.length === 2 && had.length === 1 ? had : said;
    for (const name of asked) {
      const value =
        clause.how === 'remove'
          ? undefined
          : boundOf(search, clause, name, said.length === 2 && had.length === 2);
      search.change(clause.how === 'remove' ? 'remove' : 'set', name, value, clause.wordsOf(name));
    }
    const [set] = asked;
    if (set !== undefined) settle(search, set, clause.wordsOf(set));
  }
}

/** Of `or 2020` after 2019, the wider bound. */
function boundOf(
  search: SearchUnderChange,
  { how, asked }: Clause,
  name: ParameterName,
  isRange: boolean,
): string | undefined {
  const [value, before] = [asked[name], search.get(name)];
  if (how !== 'add' || !isRange || value === undefined || before === undefined) return value;
  const isWider = name.endsWith('_min') ? Number(before) < Number(value) : Number(before) > Number(value);
  return isWider ? before : value;
}

/** Removes the bound on the other side if nothing could match beside the one that was just set. */
function settle(search: SearchUnderChange, set: ParameterName, words: Span): void {
  const pair = BOUNDS.find((bounds) => bounds.some((name) => name === set));
  if (pair === undefined) return;
  const [min, max] = pair;
  const [low, high] = [search.number(min), search.number(max)];
  if (low === undefined || high === undefined || low <= high) return;
  search.change('remove', set === min ? max : min, undefined, words, 'which contradicts the new one');
}
