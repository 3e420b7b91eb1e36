// What was found: how many, in which order, the cards of one page, the way to other pages; and where there is nothing,
// or no answer, what to do next.
import type { Relaxation } from './answers.ts';
import { card } from './card.ts';
import { h, type Child, type ElementNode } from './element.ts';
import { FORM } from './filters.ts';
import type { Model } from './model.ts';
import { addressOf, changed, queryOf, type Search } from './search.ts';
import { amount, askedBy, BANDS, counted, ORDERS } from './words.ts';

export function results(model: Model): ElementNode {
  const { results, phase } = model;
  const isWaiting = phase === 'asking' || phase === 'slow';
  return h(
    'section',
    {
      id: 'results',
      class: `results ${phase}`,
      'aria-labelledby': 'found',
      'aria-busy': isWaiting ? 'true' : null,
    },
    h('div', { class: 'found' }, h('h2', { id: 'found', tabindex: -1 }, headline(model)), orderField(model)),
    h('p', { class: 'unseen', role: 'status' }, headline(model)),
    h('div', { id: 'notice', class: 'notice', role: 'status' }, notice(model)),
    h(
      'ol',
      { class: 'cards' },
      phase === 'refused' || phase === 'closed' ? null : (results?.cars.map(card) ?? null),
    ),
    pages(model),
  );
}

export function headline({ results, phase }: Model): string {
  if (phase === 'refused') return 'Something about this search is wrong';
  if (phase === 'closed') return 'A token is needed here';
  if (results === null) return 'Used cars';
  const { total_vehicles, current_page, total_pages } = results;
  if (total_vehicles === 0) return 'No car matches';
  const found = counted(total_vehicles);
  return current_page === 1 ? found : `${found}, page ${amount(current_page)} of ${amount(total_pages)}`;
}

function orderField({ search }: Model): ElementNode {
  const isPossible = (order: string): boolean =>
    (order !== 'relevance' || search.q !== undefined) &&
    (order !== 'distance' || search.location !== undefined);
  const orders = Object.entries(ORDERS).filter(([order]) => isPossible(order) || order === search.sort);
  return h(
    'label',
    { class: 'order' },
    h('span', {}, 'Order'),
    h(
      'select',
      { name: 'sort', form: FORM },
      h('option', { value: '', selected: search.sort === undefined }, 'Complete adverts first'),
      orders.map(([order, words]) => h('option', { value: order, selected: order === search.sort }, words)),
    ),
  );
}

function notice(model: Model): Child {
  const { phase, root, search, refusal, results, waitSeconds } = model;
  const again = h('a', { class: 'button', href: addressOf(root, search) }, 'Try again');
  const clear = h('a', { class: 'button', href: root }, 'Start anew');
  switch (phase) {
    case 'slow':
      return [h('p', {}, 'This takes longer than usual. It still goes on.'), again];
    case 'failed':
      return [h('p', {}, 'No answer came. Look at the connection, then try again.'), again];
    case 'waiting':
      return [
        h('p', {}, `${reasonToWait(refusal?.code)} This page asks again by itself ${inTime(waitSeconds)}.`),
        again,
      ];
    case 'closed':
      return [
        h('p', {}, 'This service answers those who have a token, and the search page has none.'),
        h('p', {}, 'Ask whoever runs it for one. Programs send it with every request.'),
        h('a', { class: 'button', href: `${root}docs` }, 'How programs ask'),
      ];
    case 'refused':
      return [
        h('p', {}, refusal?.detail ?? ''),
        h('p', {}, 'Change the field, or take it away above.'),
        clear,
      ];
    case 'asking':
    case 'shown':
      return results?.total_vehicles === 0 ? nothing(model) : results?.cars.length === 0 ? past(model) : null;
  }
}

/** By the code of a refusal that goes by. */
const REASONS_TO_WAIT: Readonly<Record<string, string>> = {
  not_ready: 'The service has just started and still reads its stock.',
  overloaded: 'More people search at the moment than can be answered at once.',
  too_many_requests: 'More was asked from here than one visitor may ask in that time.',
};

function reasonToWait(code = ''): string {
  return REASONS_TO_WAIT[code] ?? 'The service cannot look into its stock at the moment.';
}

function inTime(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  return seconds < 120 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function past({ root, search, results }: Model): Child {
  const last = results?.total_pages ?? 1;
  return [
    h('p', {}, `There is no page ${search.page ?? ''}: the last one is page ${amount(last)}.`),
    h('a', { class: 'button', href: addressOf(root, changed(search, { page: String(last) })) }, 'Last page'),
  ];
}

function nothing({ root, search, summary }: Model): Child {
  if (askedBy(search).length === 0) {
    return h('p', {}, 'There is no stock yet. Import some: ', h('code', {}, 'forecourt import FILE'));
  }
  const relaxations = summary?.relaxations ?? [];
  if (relaxations.length === 0) {
    return [
      h('p', {}, 'No single change would find one. Take away more than one of the filters above.'),
      h('a', { class: 'button', href: root }, 'Start anew'),
    ];
  }
  return [
    h('p', {}, 'Each of these changes alone finds some:'),
    h(
      'ul',
      { class: 'changes' },
      relaxations.map((change) =>
        h(
          'li',
          { 'data-key': changeWords(change, search) },
          h(
            'a',
            { href: addressOf(root, changed(search, { [change.parameter]: change.value })) },
            changeWords(change, search),
          ),
          ` ${counted(change.total_vehicles)}`,
        ),
      ),
    ),
  ];
}

const NAMES: Readonly<Partial<Record<string, string>>> = {
  q: 'the words',
  make: 'the make',
  model: 'the model',
  fuel_type: 'the fuel',
  transmission: 'the gearbox',
  dealer: 'the dealer',
  price_min: 'the lowest price',
  price_max: 'the highest price',
  miles_min: 'the lowest mileage',
  miles_max: 'the highest mileage',
  year_min: 'the earliest year',
  year_max: 'the latest year',
  engine_min: 'the smallest engine',
  engine_max: 'the largest engine',
  distance: 'the distance',
};

function changeWords({ parameter, value }: Relaxation, search: Search): string {
  if (value === null) return `Any ${(NAMES[parameter] ?? parameter).replace('the ', '')}`;
  if (parameter === 'distance') {
    return `Within ${BANDS.find((band) => band.value === value)?.words ?? value}`;
  }
  const asked = askedBy(changed(search, { [parameter]: value }));
  const before = new Set(askedBy(search).map(({ words }) => words));
  return asked.find(({ words }) => !before.has(words))?.words ?? value;
}

/** First, last, and those around the current one. */
function pages({ root, search, results }: Model): ElementNode {
  const last = results?.total_pages ?? 0;
  const current = results?.current_page ?? 1;
  const near = [1, current - 1, current, current + 1, last];
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  const to = (page: number): string => addressOf(root, changed(search, { page: String(page) }));
  const items: Child[] = [];
  shown.forEach((page, i) => {
    if (page - (shown[i - 1] ?? 0) > 1) items.push(h('li', { 'aria-hidden': 'true', class: 'gap' }, '…'));
    const label = `Page ${amount(page)}`;
    const here = page === current ? 'page' : null;
    items.push(
      h('li', {}, h('a', { href: to(page), 'aria-label': label, 'aria-current': here }, amount(page))),
    );
  });
  return h(
    'nav',
    { class: 'pages', 'aria-label': 'Pages', 'data-key': queryOf(changed(search, {})), hidden: last < 2 },
    current > 1 && current <= last ? h('a', { href: to(current - 1), rel: 'prev' }, 'Previous') : null,
    h('ul', {}, items),
    current < last ? h('a', { href: to(current + 1), rel: 'next' }, 'Next') : null,
  );
}
