// The page's script: keeps URL, model and document in step. The server's results stay until the first response.
import type { PageModel } from '../view/page-model.ts';
import {
  searchPageUrl,
  PHRASE,
  toQueryString,
  toSearchState,
  type SearchState,
} from '../view/search-state.ts';
import { PageApiClient } from './api-client.ts';
import { bindCopyButtons } from './copy-buttons.ts';
import { bindForm } from './form.ts';
import { ListingHistory } from './listing-history.ts';
import { Renderer } from './renderer.ts';
import { ResultCharts } from './charts.ts';
import { SearchController } from './search-controller.ts';

const {
  root: basePath = '/',
  site: baseUrl = '',
  folder: assetsPath = '/',
} = document.documentElement.dataset;
const element = document.getElementById('page') ?? document.body;
const api = new PageApiClient(basePath);

const start: PageModel = {
  basePath,
  baseUrl,
  search: toSearchState(new URLSearchParams(location.search)),
  phase: 'loading',
  results: null,
  summary: null,
  problem: null,
  retrySeconds: 0,
  interpretation: null,
  filtersAreOpen: false,
};
const renderer = new Renderer(element, start, (model) => charts.show(model));
const controller = new SearchController(start, api, show);
/** The search before the phrase being typed. */
let base: SearchState | undefined;
/** Id of the element to focus with the next results. */
let focusNext: string | undefined;

const listing = new ListingHistory();
const charts = new ResultCharts({
  api,
  districtsUrl: `${assetsPath}places.tsv`,
  onOpen: (car) => listing.open(car),
  onChooseDistrict: (outcode) => go({ ...controller.model.search, location: outcode, page: undefined }),
});

function show(model: PageModel): void {
  renderer.render(model);
  if (model.phase === 'loading' || focusNext === undefined) return;
  document.getElementById(focusNext)?.focus();
  focusNext = undefined;
}

/** Runs a search as a new history entry, or in place of the current one. */
function go(search: SearchState, how: 'push' | 'replace' = 'push'): void {
  settle();
  const url = searchPageUrl(basePath, search);
  if (how === 'replace' || url === location.pathname + location.search) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  controller.search(search);
}

/** Ends the phrase being typed: its parameters are now part of the search. */
function settle(): void {
  if (base === undefined) return;
  base = undefined;
  const box = element.querySelector<HTMLInputElement>('#phrase');
  if (box !== null) box.value = '';
}

async function interpret(phrase: string, isFinal: boolean): Promise<void> {
  base ??= controller.model.search;
  const before = base;
  if (phrase === '') return go(before, 'replace');
  const search = await controller.interpretPhrase(phrase, before);
  if (search === undefined) return;
  if (isFinal) {
    settle();
    history.replaceState(null, '', searchPageUrl(basePath, before));
    history.pushState(null, '', searchPageUrl(basePath, search));
  } else {
    const typed = new URLSearchParams({ [PHRASE]: phrase }).toString();
    const url = searchPageUrl(basePath, before);
    history.replaceState(null, '', `${url}${url.includes('?') ? '&' : '?'}${typed}`);
  }
}

/** A plain click on a link of this page; undefined for all others. */
function plainLinkClick(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && link !== null && link.target === '' ? link : undefined;
}

element.addEventListener('click', (event) => {
  const link = plainLinkClick(event);
  if (link === undefined) return;
  const at = link.dataset['car'];
  const car = at === undefined ? undefined : controller.model.results?.cars[Number(at)];
  if (car !== undefined && car.url === link.getAttribute('href')) {
    event.preventDefault();
    return listing.open(car);
  }
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname !== basePath || url.hash !== '') return;
  event.preventDefault();
  focusNext = 'found';
  const phrase = url.searchParams.get(PHRASE);
  if (phrase === null) go(toSearchState(url.searchParams));
  else void interpret(phrase, true);
});

element.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.to-filters') : null;
  if (button !== null) controller.showFilters(!controller.model.filtersAreOpen);
});

// Marks pictures that failed to load, for the style.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement) target.setAttribute('data-state', 'missing');
  },
  true,
);

window.addEventListener('popstate', () => {
  if (listing.sync()) return;
  settle();
  // Patching skips the focused field, whose text belongs to the entry that was left.
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  const search = toSearchState(new URLSearchParams(location.search));
  if (toQueryString(search) !== toQueryString(controller.model.search)) controller.search(search);
});

bindCopyButtons(element);
bindForm(element, {
  onChange: (search, isSameField) => go(search, isSameField ? 'replace' : 'push'),
  onPhrase: (phrase, isFinal) => void interpret(phrase, isFinal),
  search: () => controller.model.search,
});

listing.sync();
performance.mark('listening');

const phrase = new URLSearchParams(location.search).get(PHRASE)?.trim() ?? '';
if (phrase === '') controller.search(start.search);
else {
  const search = await controller.interpretPhrase(phrase, start.search);
  if (search !== undefined)
    history.replaceState(history.state, '', searchPageUrl(basePath, search) + location.hash);
}
