// The filters of a search as labels for people, in British English. Labels of fields come from pages/view/search-fields.ts.
import { formatCount } from '../../../format.ts';
import { splitValues, valuesInWords } from '../../../query/parameter-text.ts';
import { BANDS_KM, FORM_FIELDS, SORT_CHOICES, type RangeField } from '../../view/search-fields.ts';
import { formatMiles, inWords } from '../../view/vehicle-words.ts';
import type { StateChange, SearchState } from '../../view/search-state.ts';
import { hidesWriteOffs, withWords, wordsBeside } from '../../view/term-choices.ts';

/** The distance bands that limit a search, by their number. */
export const DISTANCE_BANDS = BANDS_KM.map((km, band) => ({
  value: String(band),
  label: `${formatMiles(km)} (${km} km)`,
  km,
}));

/** A filter of a search, and the change that removes it. */
export interface ActiveFilter {
  readonly label: string;
  readonly removed: StateChange;
}

/**
 * The filters of a search as labels. A place and its distance are one filter, and so are equal bounds. The values of a parameter
 * are one filter or one each, as `toFilters` returns.
 */
export function activeFilters(
  search: SearchState,
  toFilters: (parameter: string, value: string) => readonly ActiveFilter[] = filterOfValues,
): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  const add = (label: string | undefined, removed: StateChange): void => {
    if (label !== undefined) filters.push({ label, removed });
  };
  const { q, location, distance, sort } = search;
  const words = wordsBeside(q);
  const isHidden = hidesWriteOffs(search);
  // The first one, because phones show only the first ones.
  if (search['cell'] !== undefined) {
    const { area } = search;
    add(area === undefined ? 'An area of the map' : `On the map: ${area} area`, { cell: null });
  }
  add(words && `“${words}”`, { q: withWords(undefined, isHidden) ?? null });
  for (const field of FORM_FIELDS) {
    if (field.kind === 'choice') {
      const { parameter } = field;
      const value = search[parameter];
      filters.push(...(value === undefined ? [] : toFilters(parameter, value)));
    } else {
      const { min, max } = field;
      const lower = search[min.parameter];
      if (lower !== undefined && lower === search[max.parameter])
        add(boundLabel(field, field.words, lower), { [min.parameter]: null, [max.parameter]: null });
      else
        for (const bound of [min, max]) {
          const value = search[bound.parameter];
          add(value && boundLabel(field, bound.words, value), { [bound.parameter]: null });
        }
    }
  }
  if (isHidden) add('Write-offs hidden', { q: words ?? null });
  const band = DISTANCE_BANDS.find(({ value }) => value === distance);
  if (location !== undefined) {
    const { place = location } = search;
    const label = band === undefined ? `Distances from ${place}` : `Within ${band.label} of ${place}`;
    add(label, { location: null, distance: null });
  }
  add(sort && (SORT_CHOICES.find(({ name }) => name === sort)?.label ?? sort), { sort: null });
  return filters;
}

function filterOfValues(parameter: string, value: string): readonly ActiveFilter[] {
  return [{ label: valuesInWords(value), removed: { [parameter]: null, ...clearedWith(parameter) } }];
}

/**
 * Maximum values with filters of their own. The URL without one value contains all others, so the page would grow with the square
 * of their number.
 */
const MAX_FILTERS_BY_VALUE = 20;

/** A filter per value, excluded values last; a single filter if there are many values. */
export function filtersByValue(parameter: string, value: string): readonly ActiveFilter[] {
  const { any, none } = splitValues(value);
  if (any.length + none.length > MAX_FILTERS_BY_VALUE) return filterOfValues(parameter, value);
  const excluded = none.map((one) => `-${one}`);
  const without = (list: readonly string[], at: number): string | null =>
    list.toSpliced(at, 1).join(',') || null;
  return [
    ...any.map((label, at) => ({
      label,
      removed: { [parameter]: without([...any, ...excluded], at), ...clearedWith(parameter) },
    })),
    ...none.map((one, at) => ({
      label: `Not ${one}`,
      removed: { [parameter]: without([...excluded, ...any], at) },
    })),
  ];
}

/** Removes the parameters that make no sense without this one, or with another value: other makes have other models. */
export function clearedWith(parameter: string): StateChange {
  const clears = FORM_FIELDS.flatMap((field) =>
    field.kind === 'choice' && field.parameter === parameter ? field.clears : [],
  );
  return Object.fromEntries(clears.map((name) => [name, null]));
}

/** The name of a parameter in `Any lowest price`. */
export function parameterLabel(parameter: string): string {
  if (parameter === 'q') return 'words';
  for (const field of FORM_FIELDS) {
    if (field.kind === 'choice' && field.parameter === parameter) return field.label.toLowerCase();
    if (field.kind === 'range') {
      const bound = [field.min, field.max].find((side) => side.parameter === parameter);
      if (bound !== undefined) return bound.label;
    }
  }
  return parameter;
}

function boundLabel({ isGrouped, label }: RangeField, words: string, value: string): string {
  if (!/^-?[\d.]+$/.test(value)) return `${label}: “${value}”`;
  // Digits get commas; other texts stay as typed.
  const text = isGrouped && /^\d{1,15}$/.test(value) ? formatCount(Number(value)) : value;
  return inWords(words, text);
}
