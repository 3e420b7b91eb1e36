// The results: their number, their order, the cards of one page, and links to other pages. If there are none, or there was no
// response, suggestions what to do next.
import type { SummaryTotals } from '../../../api/responses.ts';
import { card } from '../../view/car-parts.ts';
import { problemSentences, warningLines } from './field-errors.ts';
import { button, h, type Child, type ElementNode } from '../../element.ts';
import { FORM } from './form-fields.ts';
import { isUnread } from './search-box.ts';
import type { PageModel } from './page-model.ts';
import { SORT_CHOICES } from '../../view/search-fields.ts';
import {
  carPages,
  choicesQuery,
  searchPageUrl,
  withChange,
  toQueryString,
  type SearchState,
} from '../../view/search-state.ts';
import { formatCount, pluralize } from '../../../format.ts';
import { activeFilters, DISTANCE_BANDS, parameterLabel } from './labels.ts';

export function results(model: PageModel): ElementNode {
  const { results, phase } = model;
  const isLoading = phase === 'loading' || phase === 'slow';
  const pageOf = carPages(model.basePath, model.search);
  return h(
    'section',
    {
      id: 'results',
      class: `results ${phase}`,
      'aria-labelledby': 'found',
      'aria-busy': isLoading ? 'true' : null,
    },
    [
      h('div', { class: 'found' }, [
        h('div', { class: 'count' }, [
          h('h2', { id: 'found', tabindex: -1 }, headline(model)),
          keepButton(model),
        ]),
        bar(model),
      ]),
      h('p', { class: 'unseen', role: 'status' }, headline(model)),
      h('div', { id: 'notice', class: 'notice', role: 'status' }, notice(model)),
      h('ol', { class: 'cards' }, [
        phase === 'invalid' || phase === 'unauthorized'
          ? null
          : (results?.cars.map((car, at) => card(car, at, pageOf(car.url), model.saved.has(car.url))) ??
            null),
      ]),
      pages(model),
    ],
  );
}

export function headline(model: PageModel): string {
  const { results, phase, interpretation } = model;
  if (phase === 'invalid') return 'Please check this search';
  if (phase === 'unauthorized') return 'A token is needed here';
  if (results === null) return 'Used cars';
  const { total_vehicles, current_page, total_pages } = results;
  if (total_vehicles === 0) return 'No car matches';
  const cars = pluralize(total_vehicles, 'car');
  const outcome = interpretation?.refines === true ? 'Nothing changed' : 'Nothing understood';
  const found = isUnread(model) ? `${outcome}: ${cars}` : cars;
  return current_page === 1 || current_page > total_pages
    ? found
    : `${found}, page ${formatCount(current_page)} of ${formatCount(total_pages)}`;
}

/** A button to save the search, if it has filters. */
function keepButton({ search, kept, phase }: PageModel): ElementNode {
  const query = choicesQuery(search);
  const isKept = kept.has(query);
  return button(isKept ? '★ Kept' : '☆ Keep search', {
    class: 'keep scripted',
    'aria-pressed': String(isKept),
    hidden: query === '' || phase === 'invalid' || phase === 'unauthorized',
  });
}

/** Map and chart need results. */
export function hasNoCharts({ phase, results }: PageModel): boolean {
  return results?.total_vehicles === 0 || phase === 'unauthorized' || phase === 'invalid';
}

/** The bar that stays at the top on a phone, with links to the parts that results hide there. */
function bar(model: PageModel): ElementNode {
  const { search, filtersAreOpen } = model;
  const count = activeFilters({ ...search, sort: undefined }).length;
  return h('div', { class: 'bar' }, [
    button(count === 0 ? 'Filters' : `Filters (${count})`, {
      class: 'to-filters',
      'aria-controls': 'filters',
      'aria-expanded': String(filtersAreOpen),
    }),
    sortField(model),
    [
      ['map', 'Map'],
      ['chart', 'Prices'],
    ].map(([id, label]) =>
      h('a', { class: 'button to-part', href: `#${id}`, hidden: hasNoCharts(model) }, label),
    ),
  ]);
}

function sortField({ search }: PageModel): ElementNode {
  const sorts = SORT_CHOICES.filter(
    ({ name, needs }) =>
      name !== 'relevance' && (needs === undefined || search[needs] !== undefined || name === search.sort),
  );
  return h('label', { class: 'order' }, [
    h('span', {}, 'Sort'),
    h('select', { name: 'sort', form: FORM }, [
      h('option', { value: '', selected: search.sort === undefined || search.sort === 'relevance' }, [
        'Best match',
      ]),
      sorts.map(({ name, label }) => h('option', { value: name, selected: name === search.sort }, label)),
    ]),
  ]);
}

function notice(model: PageModel): Child {
  const { phase, basePath, asked, problem, results, retrySeconds } = model;
  const again = h('a', { class: 'button', href: basePath + asked }, 'Try again');
  const clear = h('a', { class: 'button', href: basePath }, 'Clear all filters');
  switch (phase) {
    case 'slow':
      return [h('p', {}, 'This takes longer than usual. It is still running.'), again];
    case 'failed':
      return [h('p', {}, 'No response. Check your connection, then try again.'), again];
    case 'retrying':
      return [
        h('p', {}, `${retryReason(problem?.code)} This page will retry ${formatDelay(retrySeconds)}.`),
        again,
      ];
    case 'unauthorized':
      return [
        h('p', {}, 'This service requires a token, and the search page has none.'),
        h('p', {}, 'Ask its operator for one. Programs send it with every request.'),
        h('a', { class: 'button', href: `${basePath}docs` }, 'API documentation'),
      ];
    case 'invalid':
      return [
        (problem === null ? [] : problemSentences(problem)).map((sentence) => h('p', {}, sentence)),
        h('p', {}, 'Change it, or remove it above.'),
        clear,
      ];
    case 'loading':
    case 'loaded':
      return [
        warningLines(model),
        results?.total_vehicles === 0
          ? noResults(model)
          : results?.cars.length === 0
            ? pastLastPage(model)
            : null,
      ];
  }
}

/** Reasons by problem code. */
const RETRY_REASONS: Readonly<Record<string, string>> = {
  not_ready: 'The service has just started and is still loading its listings.',
  overloaded: 'Too many people are searching right now.',
  too_many_requests: 'You have sent too many requests.',
};

function retryReason(code = ''): string {
  return RETRY_REASONS[code] ?? 'The service cannot search right now.';
}

function formatDelay(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  return seconds < 120 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function pastLastPage({ basePath, search, results }: PageModel): Child {
  const last = results?.total_pages ?? 1;
  return [
    h('p', {}, `There is no page ${search.page ?? ''}: the last one is page ${formatCount(last)}.`),
    h('a', { class: 'button', href: searchPageUrl(basePath, withChange(search, { page: String(last) })) }, [
      'Last page',
    ]),
  ];
}

function noResults({ basePath, search, summary, emptyReason }: PageModel): Child {
  if (activeFilters(search).length === 0) {
    return h('p', {}, [
      'There is no stock yet. Import some: ',
      h('code', {}, 'forecourt import FILE'),
      ', or try the demo’s: ',
      h('code', {}, 'forecourt serve --demo'),
    ]);
  }
  const { sentences = [], change = null, total = 0 } = emptyReason ?? {};
  const reason =
    sentences.length > 0
      ? sentences.map((sentence) => h('p', {}, sentence))
      : h('p', {}, 'Nothing matches all of this.');
  const wayUrl = change === null ? null : searchPageUrl(basePath, withChange(search, change));
  const way =
    wayUrl === null
      ? null
      : h('a', { class: 'button', href: wayUrl }, [
          `Search without ${sentences.length === 1 ? 'it' : 'these'}: ${pluralize(total, 'car')}`,
        ]);
  const urlOf = (relaxation: Relaxation): string =>
    searchPageUrl(basePath, withRelaxation(search, relaxation));
  const relaxations = (summary?.relaxations ?? []).filter((relaxation) => urlOf(relaxation) !== wayUrl);
  if (relaxations.length === 0) {
    return [reason, way, h('a', { class: 'button', href: basePath }, 'Clear all filters')];
  }
  return [
    reason,
    way,
    h('p', {}, 'Try:'),
    h('ul', { class: 'changes' }, [
      relaxations.map((relaxation) =>
        h('li', { 'data-key': changeLabel(relaxation, search) }, [
          h('a', { href: urlOf(relaxation) }, changeLabel(relaxation, search)),
          `: ${pluralize(relaxation.total_vehicles, 'car')}`,
        ]),
      ),
    ]),
  ];
}

type Relaxation = NonNullable<SummaryTotals['relaxations']>[number];

function withRelaxation(search: SearchState, { parameter, value, parameters }: Relaxation): SearchState {
  return withChange(search, { [parameter]: value, ...parameters });
}

function changeLabel(relaxation: Relaxation, search: SearchState): string {
  const { parameter, value, parameters } = relaxation;
  if (parameters !== undefined)
    return activeFilters(withRelaxation(search, relaxation))
      .map(({ label }) => label)
      .join(', ');
  if (value === null) return `Any ${parameterLabel(parameter)}`;
  if (parameter === 'distance') {
    return `Within ${DISTANCE_BANDS.find((band) => band.value === value)?.label ?? value}`;
  }
  const filters = activeFilters(withChange(search, { [parameter]: value }));
  const before = new Set(activeFilters(search).map(({ label }) => label));
  return filters.find(({ label }) => !before.has(label))?.label ?? value;
}

/** Links to the first page, the last, and those around the current one. */
function pages({ basePath, search, results }: PageModel): ElementNode {
  const last = results?.total_pages ?? 0;
  const current = results?.current_page ?? 1;
  const near = [1, current - 1, current, current + 1, last];
  const numbers = [...new Set(near)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  const first = withChange(search, {});
  const to = (page: number): string =>
    searchPageUrl(basePath, { ...first, page: page === 1 ? undefined : String(page) });
  const items: Child[] = [];
  numbers.forEach((page, i) => {
    if (page - (numbers[i - 1] ?? 0) > 1) items.push(h('li', { 'aria-hidden': 'true', class: 'gap' }, '…'));
    const label = `Page ${formatCount(page)}`;
    const here = page === current ? 'page' : null;
    items.push(
      h('li', {}, h('a', { href: to(page), 'aria-label': label, 'aria-current': here }, formatCount(page))),
    );
  });
  return h(
    'nav',
    {
      class: 'pages',
      'aria-label': 'Pages',
      'data-key': toQueryString(first),
      hidden: last < 2,
    },
    [
      current > 1 && current <= last ? h('a', { href: to(current - 1), rel: 'prev' }, 'Previous') : null,
      h('ul', {}, items),
      current < last ? h('a', { href: to(current + 1), rel: 'next' }, 'Next') : null,
    ],
  );
}
