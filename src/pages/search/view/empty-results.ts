// Explains why a search finds nothing: which of its filters and words find nothing even alone, and what is found without them.
import { valuesInWords } from '../../../query/parameter-text.ts';
import { readClauses, type QueryClause } from '../../../query/query-runs.ts';
import { DISTANCE_BANDS, activeFilters } from './labels.ts';
import type { EmptyReason } from './page-model.ts';
import {
  isPageParameter,
  PLACE,
  toQueryString,
  withChange,
  type StateChange,
  type SearchState,
} from '../../view/search-state.ts';

interface Part {
  readonly search: SearchState;
  readonly sentence: string;
  readonly removed: StateChange;
  /** The part of the text that is counted. */
  readonly clause?: QueryClause;
}

/** Maximum parts of a text counted one by one. Longer texts are counted as a whole. */
const MAX_WORDS = 12;

/** `count` returns the number of listings that match a search; undefined, if it is unknown, ends the explanation. */
export async function explainEmpty(
  search: SearchState,
  count: (search: SearchState) => Promise<number | undefined>,
): Promise<EmptyReason> {
  if ((await count({})) === 0) return { sentences: ['There is no stock yet.'], change: null, total: 0 };
  const clauses = readClauses(search.q ?? '');
  const parts = partsOf(search, clauses);
  const totals = await Promise.all(parts.map((part) => count(part.search)));
  const alone = parts.filter((_, i) => totals[i] === 0);
  const isMakeDead = alone.some(
    (part) => part.search['make'] !== undefined && part.search['model'] === undefined,
  );
  // If a make is missing, so are all its models.
  const dead = alone.filter((part) => !isMakeDead || part.search['model'] === undefined);
  const sentences = dead.map(({ sentence }) => sentence);
  const others = clauses.filter((clause) => dead.every((part) => part.clause !== clause));
  const change = dead.reduce<StateChange>(
    (all, { removed, clause }) => ({ ...all, ...(clause === undefined ? removed : { q: textOf(others) }) }),
    {},
  );
  const rest = withChange(search, change);
  if (dead.length === 0 || toQueryString({ ...rest, sort: undefined }) === '') {
    return { sentences, change: null, total: 0 };
  }
  const total = (await count(rest)) ?? 0;
  return { sentences, change: total === 0 ? null : change, total };
}

function partsOf(search: SearchState, clauses: readonly QueryClause[]): Part[] {
  const { make, model, location, distance } = search;
  const parts: Part[] = [];
  // Alone, an exclusion finds nearly everything.
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  if (wanted.length > MAX_WORDS) {
    const q = textOf(wanted);
    const rest = textOf(clauses.filter(({ isExcluded }) => isExcluded)) || null;
    parts.push({ search: { q }, sentence: `No car in stock has all of “${q}”.`, removed: { q: rest } });
  } else {
    for (const clause of wanted) {
      const sentence = `No car in stock has “${clause.words.join(' or ')}”.`;
      parts.push({ search: { q: clause.typed }, sentence, removed: {}, clause });
    }
  }
  for (const { label, removed } of activeFilters(search)) {
    const names = Object.keys(removed).filter((name) => search[name] !== undefined);
    const [name] = names;
    if (name === undefined || name === 'q' || name === 'sort' || !isPageParameter(name)) continue;
    if (name === 'model') {
      const alone = make === undefined ? { model } : { make, model };
      const named = [make ?? '', model ?? ''].map(valuesInWords).join(' ').trim();
      parts.push({ search: alone, sentence: noneOf(named), removed });
    } else if (name === 'make') {
      parts.push({ search: { make }, sentence: noneOf(label), removed });
    } else if (name === 'location' || name === 'distance') {
      const band = DISTANCE_BANDS.find(({ value }) => value === distance);
      if (band === undefined) continue;
      const sentence = `No car in stock is within ${band.label} of ${search[PLACE] ?? location ?? ''}.`;
      parts.push({ search: { location, distance }, sentence, removed: { distance: null } });
    } else if (name === 'dealer') {
      parts.push({ search: { dealer: search.dealer }, sentence: `${label} has no car in stock.`, removed });
    } else {
      const isKind = name === 'fuel_type' || name === 'transmission';
      const sentence = isKind ? noneOf(label, `${label.toLowerCase()} car`) : fitting(label);
      parts.push({ search: Object.fromEntries(names.map((one) => [one, search[one]])), sentence, removed });
    }
  }
  return parts;
}

function textOf(clauses: readonly QueryClause[]): string {
  return clauses.map(({ typed }) => typed).join(' ');
}

/** Excluded values make no sentence with "no". */
function noneOf(label: string, named = label): string {
  return /(?:^|, | )not /.test(label) ? fitting(label) : `No ${named} is in stock.`;
}

function fitting(label: string): string {
  return `No car in stock fits “${label}”.`;
}
