// The whole search page, rendered by the server and updated by the browser.
import { apiUrl, asCurl, asTypeScript } from './code-samples.ts';
import { chips, interpretationNotes, searchBox } from './search-box.ts';
import { pluralize } from '../../../api/format.ts';
import type { FieldSummaries } from '../../../api/responses.ts';
import { button, h, type ElementNode } from '../../element.ts';
import { descriptionLinks, sourcesNote } from '../../site-notes.ts';
import { filters } from './filters.ts';
import type { PageModel } from './page-model.ts';
import { headline, results } from './results.ts';
import { activeFilters } from './labels.ts';
import { choicesQuery } from './search-state.ts';

export function pageTitle(model: PageModel): string {
  const labels = activeFilters(model.search, model.placeName).map(({ label }) => label);
  return [...labels, headline(model), 'Forecourt'].join(' – ');
}

/** The children of the body's one element, in this order. The server's `map` and `chart`; in the browser they draw themselves. */
export function page(
  model: PageModel,
  map: readonly ElementNode[] = [],
  chart: readonly ElementNode[] = [],
): ElementNode {
  return h('div', { id: 'page' }, [
    header(model),
    h('main', {}, [filters(model), results(model), resultCharts(model, map, chart)]),
    footer(model),
  ]);
}

export function header(model: PageModel): ElementNode {
  const savedCount = model.saved.size + model.kept.size;
  return h('header', {}, [
    h('a', { class: 'skip', href: '#found' }, 'Skip to results'),
    h('h1', {}, h('a', { href: model.basePath }, 'Forecourt')),
    searchBox(model),
    button(`Saved (${savedCount})`, {
      class: 'to-saved scripted',
      hidden: savedCount === 0,
      'aria-haspopup': 'dialog',
    }),
    lead(model),
    chips(model),
    interpretationNotes(model),
  ]);
}

/** What this is, for somebody who has not asked for anything yet. */
function lead({ search, summary, results }: PageModel): ElementNode | null {
  const dealers = summary === null ? undefined : (summary as Partial<FieldSummaries>).dealer;
  if (results === null || dealers === undefined || choicesQuery(search) !== '') return null;
  // The counts come after the results.
  if (summary?.total_vehicles !== results.total_vehicles) return null;
  const { values, more } = dealers;
  const stock = `${pluralize(results.total_vehicles, 'used car')} from ${pluralize(values.length + more.values, 'dealer')}`;
  return h('p', { class: 'lead' }, `${stock}, every one counted.`);
}

/** Not of nothing. */
export function resultCharts(
  { phase, results }: PageModel,
  map: readonly ElementNode[] = [],
  chart: readonly ElementNode[] = [],
): ElementNode {
  const isEmpty = results?.total_vehicles === 0;
  return h(
    'aside',
    {
      id: 'pictures',
      class: 'pictures',
      'aria-label': 'Map and chart of the results',
      hidden: isEmpty || phase === 'unauthorized' || phase === 'invalid',
    },
    [
      h('div', { id: 'map', class: 'map', 'data-own': true }, map),
      h('div', { id: 'chart', class: 'chart', 'data-own': true }, chart),
    ],
  );
}

export function footer({ basePath, baseUrl, search }: PageModel): ElementNode {
  const url = apiUrl(baseUrl, search);
  const call = (id: string, label: string, text: string): ElementNode =>
    h('div', { class: 'call' }, [
      h('h3', { id: `${id}-label` }, label),
      button(`Copy as ${label}`, { class: 'copy scripted', 'data-copies': id }),
      h('pre', { id, tabindex: 0, role: 'group', 'aria-labelledby': `${id}-label` }, text),
    ]);
  return h('footer', {}, [
    h('details', { 'data-keeps': 'open' }, [
      h('summary', {}, 'For developers'),
      h('section', { class: 'calls', 'aria-labelledby': 'calls' }, [
        h('h2', { id: 'calls' }, 'This search via the API'),
        call('curl', 'curl', asCurl(url)),
        call('typescript', 'TypeScript', asTypeScript(url)),
        h('p', { class: 'unseen', role: 'status', id: 'copied', 'data-own': true }),
        descriptionLinks(basePath),
      ]),
    ]),
    sourcesNote(),
  ]);
}
