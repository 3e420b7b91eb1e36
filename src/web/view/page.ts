// The whole page of a search, as the server sends it and as the browser keeps it up to date.
import { apiAddress, asCurl, asTypeScript } from './call.ts';
import { chips, heard, searchBox } from './asked.ts';
import { h, type ElementNode } from './element.ts';
import { filters } from './filters.ts';
import type { Model } from './model.ts';
import { headline, results } from './results.ts';
import { askedBy } from './words.ts';

export function titleOfPage(model: Model): string {
  const asked = askedBy(model.search).map(({ words }) => words);
  return [...asked, headline(model), 'Forecourt'].join(' – ');
}

/** The children of the body's one element, in this order. */
export function page(model: Model): ElementNode {
  return h(
    'div',
    { id: 'page' },
    header(model),
    h('main', {}, filters(model), results(model), pictures(model)),
    footer(model),
  );
}

export function header(model: Model): ElementNode {
  return h(
    'header',
    {},
    h('a', { class: 'skip', href: '#found' }, 'To the results'),
    h('h1', {}, h('a', { href: model.root }, 'Forecourt')),
    searchBox(model),
    h(
      'button',
      {
        type: 'button',
        class: 'to-filters',
        'aria-controls': 'filters',
        'aria-expanded': String(model.filtersAreOpen),
      },
      'Filters',
    ),
    chips(model),
    heard(model),
  );
}

/** The map and the chart are drawn by script, and by nothing else. */
function pictures({ phase }: Model): ElementNode {
  return h(
    'aside',
    {
      id: 'pictures',
      class: 'pictures scripted',
      'aria-label': 'Map and chart of the results',
      hidden: phase === 'closed',
    },
    h('div', { id: 'map', class: 'map', 'data-own': true }),
    h('div', { id: 'chart', class: 'chart', 'data-own': true }),
  );
}

export function footer({ root, site, search }: Model): ElementNode {
  const address = apiAddress(site, search);
  const call = (id: string, label: string, text: string): ElementNode =>
    h(
      'div',
      { class: 'call' },
      h('h3', { id: `${id}-label` }, label),
      h('button', { type: 'button', class: 'copy scripted', 'data-copies': id }, `Copy as ${label}`),
      h('pre', { id, tabindex: 0, role: 'group', 'aria-labelledby': `${id}-label` }, text),
    );
  return h(
    'footer',
    {},
    h(
      'section',
      { class: 'calls', 'aria-labelledby': 'calls' },
      h('h2', { id: 'calls' }, 'The same search for programs'),
      call('curl', 'curl', asCurl(address)),
      call('typescript', 'TypeScript', asTypeScript(address)),
      h('p', { class: 'unseen', role: 'status', id: 'copied', 'data-own': true }),
    ),
    h(
      'p',
      {},
      h('a', { href: `${root}docs` }, 'API documentation'),
      ' · ',
      h('a', { href: `${root}openapi.json` }, 'OpenAPI'),
      ' · ',
      h('a', { href: `${root}llms.txt` }, 'For language models'),
    ),
    h(
      'p',
      { class: 'sources' },
      'Contains OS data © Crown copyright and database right 2022. Contains Royal Mail data © Royal Mail copyright and ' +
        'Database right 2020. Source: Office for National Statistics licensed under the Open Government Licence v.3.0.',
    ),
  );
}
