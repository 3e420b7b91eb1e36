// The semantics of a summary: the same search with filters omitted, and its listings counted one by one. It shares only
// types with the implementations, and gets the matches from its caller.
import type { Point } from '../../src/geo/great-circle.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { makeKey, titleOf } from '../../src/vehicle/model-terms.ts';
import { modelKey } from '../../src/vehicle/name-key.ts';
import { baseModel } from '../../src/vehicle/model-name.ts';
import { hasBase, variantsIn } from '../../src/vehicle/variants.ts';
import type { ParameterName } from '../../src/query/parameters.ts';
import { queryClauses } from '../../src/query/query-runs.ts';
import type { Relaxation } from '../../src/stock/relaxations.ts';
import { tradeTerms } from '../../src/vehicle/trade-terms.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { Values } from '../../src/listing/field.ts';
import type {
  UnknownExcludingFilter,
  Distribution,
  NumberSummary,
  StockSummary,
  ValueCounts,
} from '../../src/stock/summary.ts';
import { isClass, meaningOf, wordsOf } from './reference-words.ts';

interface MatchingListing {
  readonly listing: Listing;
  readonly point: Point | null;
  /** From each word and tag of its texts to its impact. */
  readonly terms: ReadonlyMap<string, number>;
}

type Find = (query: SearchQuery) => readonly MatchingListing[];

const RANGES = [
  { name: 'priceGbp', min: 'price_min', max: 'price_max' },
  { name: 'mileageMiles', min: 'miles_min', max: 'miles_max' },
  { name: 'year', min: 'year_min', max: 'year_max' },
  { name: 'engineLitres', min: 'engine_min', max: 'engine_max' },
] as const;

const VALUES = [
  ['dealer', 'dealer'],
  ['transmission', 'transmission'],
  ['fuelType', 'fuel_type'],
  ['model', 'model'],
  ['make', 'make'],
] as const;

export function referenceSummary(query: SearchQuery, find: Find): StockSummary {
  const total = find(query).length;
  const listings = (dropped: Partial<SearchQuery>) =>
    find({ ...query, ...dropped }).map(({ listing }) => listing);
  const names = (
    dropped: Partial<SearchQuery>,
    valueOf: (listing: Listing) => string | null,
    keyOf = itself,
  ) => countsOf(listings(dropped).map(valueOf), keyOf);
  const years = listings({ year: undefined }).map(({ year }) => year);
  const newestFirst = [...new Set(years)].filter((year) => year !== null).sort((a, b) => b - a);
  const isPlaced = query.center !== undefined && query.distanceBand !== undefined && query.distanceBand < 6;
  const excludable = (Object.keys(query) as (keyof SearchQuery)[]).filter(
    (name): name is UnknownExcludingFilter =>
      name === 'distanceBand' ? isPlaced : !['q', 'dealer', 'center', 'cells', 'sort', 'page'].includes(name),
  );
  return {
    total,
    variant: variantCounts(query, find),
    terms: termCounts(find(query)),
    facets: {
      make: truncateFacet(
        names({ make: undefined, model: undefined }, ({ make }) => make, makeKey),
        50,
      ),
      model: truncateFacet(
        names(
          { model: undefined },
          ({ make, model }) => (model === null ? null : baseModel(make, model)),
          modelKey,
        ),
        20,
      ),
      fuel_type: truncateFacet(
        names({ fuelType: undefined }, ({ fuelType }) => fuelType),
        20,
      ),
      transmission: truncateFacet(
        names({ transmission: undefined }, ({ transmission }) => transmission),
        20,
      ),
      dealer: truncateFacet(
        names({ dealer: undefined }, ({ dealer }) => dealer),
        20,
      ),
      year: {
        values: newestFirst.map((year) => ({
          value: String(year),
          count: years.filter((other) => other === year).length,
        })),
        more: { values: 0, count: 0 },
        unknown: years.filter((year) => year === null).length,
      },
    },
    distributions: {
      price: distributionOf(
        listings({ priceGbp: undefined }).map(({ priceGbp }) => priceGbp),
        500,
      ),
      mileage: distributionOf(
        listings({ mileageMiles: undefined }).map(({ mileageMiles }) => mileageMiles),
        1000,
      ),
    },
    matching: {
      price: numbersOf(listings({}).map(({ priceGbp }) => priceGbp)),
      mileage: numbersOf(listings({}).map(({ mileageMiles }) => mileageMiles)),
      year: numbersOf(listings({}).map(({ year }) => year)),
    },
    excludedUnknown: new Map(
      excludable.map((name) => {
        const rest = find({ ...query, [name]: undefined });
        const unknown = rest.filter(({ listing, point }) =>
          name === 'distanceBand' ? point === null : listing[name] === null,
        );
        return [name, unknown.length];
      }),
    ),
    relaxations: total > 0 ? null : relaxationsOf({ ...query, page: 1 }, find),
  };
}

/** The base model's variants, each counted by the search that its `model` asks for. */
function variantCounts(query: SearchQuery, find: Find): StockSummary['variant'] {
  const bases = find(query).map(({ listing: { make, model } }) =>
    model === null ? null : baseModel(make, model),
  );
  const [base] = countsOf(bases, modelKey).values.map(({ value }) => value);
  if (base === undefined || bases.some((one) => one === null || modelKey(one) !== modelKey(base)))
    return { values: [], more: { values: 0, count: 0 }, unknown: 0 };
  const search = (model: string) => find({ ...query, model: { any: [model] } });
  const named = search(base)
    .map(({ listing }) => titleOf(listing) ?? '')
    .filter((title) => hasBase(title, modelKey(base)))
    .map(variantsIn);
  const groups = [...new Set(named.flat().map(({ key }) => key))].map((key) => {
    const spellings = named.flatMap((variants) => variants.filter((one) => one.key === key));
    return { key, value: mostCommon(spellings.map(({ name }) => name)), titles: spellings.length };
  });
  groups.sort((a, b) => b.titles - a.titles || (a.key < b.key ? -1 : 1));
  const rest = groups.slice(20).map(({ key }) => key);
  return {
    values: groups
      .slice(0, 20)
      .map(({ value }) => ({ value, model: `${base} ${value}`, count: search(`${base} ${value}`).length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    more: {
      values: rest.length,
      count: named.filter((variants) => variants.some(({ key }) => rest.includes(key))).length,
    },
    unknown: named.filter((variants) => variants.length === 0).length,
  };
}

const COUNTED_GROUPS = ['colour', 'body', 'doors', 'seats', 'owners', 'history', 'equipment', 'drivetrain', 'trim'] as const; // prettier-ignore

interface CountedTerm {
  readonly group: (typeof COUNTED_GROUPS)[number];
  readonly tag: string;
  readonly label: string;
  readonly q: string;
}

let counted: readonly CountedTerm[] | undefined;

/** A spelling that is also one of a class, such as Electric, would find the class. */
function countedTerms(): CountedTerm[] {
  return COUNTED_GROUPS.flatMap((group) =>
    tradeTerms()
      .terms.filter((term) => term.group === group)
      .flatMap(({ id, name, spellings }) => {
        const isFree = (spelling: string): boolean =>
          meaningOf(wordsOf(spelling).join(''))?.spelled.some(isClass) !== true;
        const q = spellings.find(isFree);
        return q === undefined ? [] : [{ group, tag: `=${id}`, label: name, q }];
      }),
  );
}

/** A listing says a term if it has its tag. */
function termCounts(matches: readonly MatchingListing[]): StockSummary['terms'] {
  counted ??= countedTerms();
  const counts = counted
    .map(({ tag, ...term }) => ({ ...term, count: matches.filter(({ terms }) => terms.has(tag)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  const ofGroup = (group: string) =>
    counts.filter((term) => term.group === group).map(({ label, q, count }) => ({ label, q, count }));
  return Object.fromEntries(COUNTED_GROUPS.map((group) => [group, ofGroup(group)]));
}

const itself = (value: string): string => value;

function countsOf(values: readonly (string | null)[], keyOf: (value: string) => string): ValueCounts {
  const known = values.filter((value) => value !== null);
  const key = (value: string): string => keyOf(value) || value;
  const groups = Array.from(new Set(known.map(key)), (one) => known.filter((value) => key(value) === one));
  return {
    values: groups
      .map((group) => ({ value: mostCommon(group), count: group.length }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    more: { values: 0, count: 0 },
    unknown: values.length - known.length,
  };
}

function mostCommon(spellings: readonly string[]): string {
  const times = (one: string): number => spellings.filter((other) => other === one).length;
  return [...spellings].sort((a, b) => times(b) - times(a) || (a < b ? -1 : 1))[0];
}

function truncateFacet({ values, unknown }: ValueCounts, limit: number): ValueCounts {
  const rest = values.slice(limit);
  const count = rest.reduce((sum, one) => sum + one.count, 0);
  return { values: values.slice(0, limit), more: { values: rest.length, count }, unknown };
}

function numbersOf(values: readonly (number | null)[]): NumberSummary {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const unknown = values.length - known.length;
  if (known.length === 0) return { known: 0, unknown, min: null, max: null, percentiles: [] };
  const percentiles = [5, 25, 50, 75, 95].map(
    (percent) => known.find((_, i) => (i + 1) * 100 >= percent * known.length) ?? NaN,
  );
  return { known: known.length, unknown, min: known[0], max: known[known.length - 1], percentiles };
}

function distributionOf(values: readonly (number | null)[], minBinWidth: number): Distribution {
  const numbers = numbersOf(values);
  const { percentiles } = numbers;
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return { ...numbers, histogram: [] };
  const binOf = (value: number, width: number): number => Math.floor(value / width);
  const width = [
    1, 2, 4, 5, 10, 20, 40, 50, 100, 200, 400, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 40_000, 50_000,
    100_000, 200_000,
  ]
    .map((factor) => factor * minBinWidth)
    .filter((width) => /^[125]0*$/.test(String(width)))
    .find((width) => binOf(percentiles[4], width) - binOf(known[0], width) < 20);
  if (width === undefined) throw new Error('the model knows no bin that is so wide');
  const bins = [];
  for (let bin = binOf(known[0], width); bin <= binOf(percentiles[4], width); bin++) {
    const isLast = bin === binOf(percentiles[4], width);
    const count = known.filter((value) =>
      isLast ? binOf(value, width) >= bin : binOf(value, width) === bin,
    ).length;
    if (count > 0) bins.push({ from: bin * width, below: isLast ? null : (bin + 1) * width, count });
  }
  return { ...numbers, histogram: bins };
}

/** Every change that may help is tried, and those that do are put in order. */
function relaxationsOf(query: SearchQuery, find: Find): readonly Relaxation[] {
  const tried: (Relaxation & { readonly steps: number })[] = [];
  const attempt = (
    parameter: ParameterName,
    value: string | null,
    steps: number,
    change: Partial<SearchQuery>,
  ) => {
    const changed = Object.fromEntries(
      Object.entries({ ...query, ...change }).filter(([, member]) => member !== undefined),
    ) as unknown as SearchQuery;
    const total = find(changed).length;
    if (total > 0) tried.push({ parameter, value, total, query: changed, steps });
    return total;
  };
  const words = queryClauses(query.q ?? '');
  const texts =
    words.length < 2 || words.length > 12
      ? []
      : words.map((_, at) => words.filter((_, i) => i !== at).join(' '));
  for (const q of new Set(texts)) attempt('q', q, 3, { q });

  if (query.center !== undefined && query.distanceBand !== undefined && query.distanceBand < 6) {
    let wider = 0;
    for (let band = query.distanceBand + 1; band < 6 && wider === 0; band++) {
      wider = attempt('distance', String(band), band - query.distanceBand, { distanceBand: band });
    }
    const dropped = { distanceBand: undefined };
    if (find({ ...query, ...dropped }).length > wider) attempt('distance', null, Infinity, dropped);
  }
  for (const { name, ...parameters } of RANGES) {
    for (const side of ['min', 'max'] as const) {
      const bound = query[name]?.[side];
      if (bound === undefined) continue;
      const parameter = parameters[side];
      const other = side === 'min' ? query[name]?.max : query[name]?.min;
      const open = other === undefined ? undefined : side === 'min' ? { max: other } : { min: other };
      const beyond = find({ ...query, [name]: open })
        .map(({ listing }) => listing[name])
        .filter((value) => value !== null);
      let moved = 0;
      if (beyond.length > 0) {
        const nearest = side === 'min' ? Math.max(...beyond) : Math.min(...beyond);
        const value =
          name === 'engineLitres' ? nearest : side === 'min' ? Math.floor(nearest) : Math.ceil(nearest);
        const step = {
          priceGbp: Math.max(100, Math.abs(bound) / 10),
          mileageMiles: Math.max(1000, Math.abs(bound) / 10),
          year: 1,
          engineLitres: 0.1,
        }[name];
        moved = attempt(parameter, String(value), Math.abs(value - bound) / step, {
          [name]: { ...open, [side]: value },
        });
      }
      if (find({ ...query, [name]: open }).length > moved)
        attempt(parameter, null, Infinity, { [name]: open });
    }
  }
  for (const [name, parameter] of VALUES) {
    const { any, none = [] }: Values = query[name] ?? {};
    const rests = none.length > 12 ? [] : none.map((dropped) => none.filter((value) => value !== dropped));
    const lists: Values[] = rests.map((rest) => ({ any, none: rest.length > 0 ? rest : undefined }));
    if (any !== undefined && none.length > 0) lists.push({ none });
    const totals = lists
      .filter((values) => values.any !== undefined || values.none !== undefined)
      .map((values) => {
        const known = Object.fromEntries(Object.entries(values).filter(([, list]) => list !== undefined));
        const text = [...(values.any ?? []), ...(values.none ?? []).map((value) => `-${value}`)].join(',');
        return attempt(parameter, text, 3, { [name]: known });
      });
    const dropped = { [name]: undefined };
    if (query[name] !== undefined && find({ ...query, ...dropped }).length > Math.max(0, ...totals))
      attempt(parameter, null, Infinity, dropped);
  }
  if (query.q !== undefined) attempt('q', null, Infinity, { q: undefined });
  const dropped = [
    'distance',
    'engine_min',
    'engine_max',
    'miles_min',
    'miles_max',
    'year_min',
    'year_max',
    'price_min',
    'price_max',
    'dealer',
    'transmission',
    'fuel_type',
    'q',
    'model',
    'make',
  ];
  return tried
    .sort(
      (a, b) =>
        (a.steps === b.steps ? 0 : a.steps - b.steps) ||
        dropped.indexOf(a.parameter) - dropped.indexOf(b.parameter) ||
        (a.value === null ? 0 : b.total - a.total),
    )
    .map(({ parameter, value, total, query }) => ({ parameter, value, total, query }));
}
