// Parameters of a search that are probably not meant, in a person's words, each with the search that is meant.
import { h, type Child } from '../../element.ts';
import { activeFilters, DISTANCE_BANDS } from './labels.ts';
import type { PageModel, QueryWarning } from './page-model.ts';
import { FORM_FIELDS } from './search-fields.ts';
import { searchPageUrl, withChange, type StateChange, type SearchState } from './search-state.ts';

/** A sentence for each warning, with a link to the search that is meant, if it is known. */
export function warningLines({
  warnings,
  search,
  basePath,
  phase,
}: Pick<PageModel, 'warnings' | 'search' | 'basePath' | 'phase'>): Child[] {
  // Before, they are those of another search.
  if (phase !== 'loaded') return [];
  return warnings.flatMap((warning) => {
    const line = lineOf(warning, search);
    if (line === undefined) return [];
    const [sentence, change, label = ''] = line;
    if (change === undefined) return [h('p', {}, sentence)];
    const href = searchPageUrl(basePath, withChange(search, change));
    return [h('p', {}, [`${sentence} `, h('a', { href }, label)])];
  });
}

type Line = readonly [sentence: string, change?: StateChange, label?: string];

function lineOf({ parameter, meant, corrected }: QueryWarning, search: SearchState): Line | undefined {
  const value = search[parameter];
  if (value === undefined) return undefined;
  if (corrected !== undefined) {
    const { from, to } = corrected;
    const change = { [parameter]: value.replace(from, () => `"${from}"`) };
    return [`No car is listed as “${from}”, so these are for “${to}”.`, change, `Search for “${from}” only`];
  }
  if (parameter === 'distance') {
    const band = DISTANCE_BANDS.find((one) => one.value === value);
    return band && [`Cars at any distance: for those within ${band.label}, enter a postcode or town.`];
  }
  if (parameter === 'sort')
    return value === 'distance' ? ['To sort by distance, enter a postcode or town.'] : undefined;
  const label = labelOf(parameter, value);
  if (meant !== undefined)
    return [`“${label}” may be a slip. Did you mean:`, { [parameter]: meant }, labelOf(parameter, meant)];
  const other = reversedWith(parameter, search);
  if (other === undefined) return [`“${label}” may be a slip. Please check the number.`];
  const change = { [parameter]: search[other] ?? null, [other]: value };
  return [`“${label}” and “${labelOf(other, search[other] ?? '')}” exclude each other.`, change, 'Swap them'];
}

function labelOf(parameter: string, value: string): string {
  const [filter] = activeFilters({ [parameter]: value });
  return filter?.label ?? value;
}

/** The upper bound that is below this lower one. */
function reversedWith(parameter: string, search: SearchState): string | undefined {
  for (const field of FORM_FIELDS) {
    if (field.kind !== 'range' || field.min.parameter !== parameter) continue;
    const max = search[field.max.parameter];
    return max !== undefined && Number(search[parameter]) > Number(max) ? field.max.parameter : undefined;
  }
  return undefined;
}
