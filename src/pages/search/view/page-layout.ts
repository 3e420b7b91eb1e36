// The whole search page, rendered by the server and updated by the browser.
import { chips, interpretationNotes, searchBox } from './search-box.ts';
import { formatCount, pluralize } from '../../../format.ts';
import { button, h, type Child, type ElementNode } from '../../element.ts';
import { siteFooter } from '../../site-frame.ts';
import { filters } from './filters.ts';
import type { PageModel } from './page-model.ts';
import { hasNoCharts, headline, results } from './results.ts';
import { activeFilters } from './labels.ts';
import { priceChart } from './price-chart.ts';
import { apiUrl, choicesQuery, type SearchState } from '../../view/search-state.ts';

export function pageTitle(model: PageModel): string {
  const labels = activeFilters(model.search).map(({ label }) => label);
  return [...labels, headline(model), 'Forecourt'].join(' – ');
}

/** The children of the body's one element, in this order. `map` is the server's drawing; in the browser the map draws itself. */
export function page(model: PageModel, map: Child = null): ElementNode {
  return h('div', { id: 'page' }, [
    header(model),
    h('main', {}, [filters(model), results(model), resultCharts(model, map)]),
    footer(model),
  ]);
}

export function header(model: PageModel): ElementNode {
  const savedCount = model.saved.size + model.kept.size;
  return h('header', {}, [
    h('a', { class: 'skip', href: '#found' }, 'Skip to results'),
    h('h1', {}, h('a', { href: model.basePath }, 'Forecourt')),
    searchBox(model),
    button(`Saved (${savedCount})${model.news === 0 ? '' : ` · ${formatCount(model.news)} new`}`, {
      class: 'to-saved scripted',
      hidden: savedCount === 0,
      'aria-haspopup': 'dialog',
    }),
    lead(model),
    chips(model),
    interpretationNotes(model),
  ]);
}

/** An introduction for visitors who have not searched yet. */
function lead({ search, summary, results }: PageModel): ElementNode | null {
  const dealers = summary?.dealer;
  if (results === null || dealers === undefined || choicesQuery(search) !== '') return null;
  // The counts arrive after the results.
  if (results.total_vehicles === 0 || summary?.total_vehicles !== results.total_vehicles) return null;
  const { values, more } = dealers;
  const stock = `${pluralize(results.total_vehicles, 'used car')} from ${pluralize(values.length + more.values, 'dealer')}`;
  return h('p', { class: 'lead' }, `${stock}, every one counted.`);
}

export function resultCharts(model: PageModel, map: Child = null): ElementNode {
  const attributes = { class: 'pictures', 'aria-label': 'Map and chart of the results' };
  return h('aside', { id: 'pictures', ...attributes, hidden: hasNoCharts(model) }, [
    h('div', { id: 'map', class: 'map', 'data-own': true }, map),
    h('div', { id: 'chart', class: 'chart' }, priceChart(model)),
  ]);
}

export function footer({ basePath, baseUrl, search }: PageModel): ElementNode {
  const samples = codeSamples(baseUrl, search).map(([label, code]) => {
    const id = label.toLowerCase();
    return [
      button(`Copy as ${label}`, { class: 'scripted', 'data-copies': id }),
      h('pre', { id, tabindex: 0, role: 'group', 'aria-label': label }, code),
    ];
  });
  const link = h('a', { href: apiUrl(basePath, search) }, 'This search via the API');
  return siteFooter(basePath, [
    h('details', { 'data-keeps': 'open' }, [h('summary', {}, 'For developers'), h('p', {}, link), samples]),
  ]);
}

/** Code that calls the search. `baseUrl` has no final slash; a quotation mark in it must not end the quoted text. */
export function codeSamples(
  baseUrl: string,
  search: SearchState,
): readonly (readonly [label: string, code: string])[] {
  const url = apiUrl(`${baseUrl}/`, search).replaceAll("'", '%27');
  const typeScript = `const response = await fetch('${url}');
if (!response.ok) throw new Error(await response.text());
const { results } = (await response.json()) as {
  results: { cars: { url: string; price: number | null }[]; total_vehicles: number };
};
console.log(results.total_vehicles, results.cars);`;
  return [
    ['curl', `curl '${url}'`],
    ['TypeScript', typeScript],
  ];
}
