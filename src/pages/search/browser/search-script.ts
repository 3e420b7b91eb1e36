// The page's script: keeps URL, model and document in step. It starts with the state that the server sent with the page.
import { firstModel, type PageModel, type PageState } from '../view/page-model.ts';
import {
  carPageUrl,
  lastingSettings,
  phraseToInterpret,
  phraseUrl,
  phraseWithPlace,
  PHRASE_NAME,
  searchBefore,
  searchPageUrl,
  toSearchState,
  type SearchState,
} from '../../view/search-state.ts';
import { hidesWriteOffs, withWords } from '../../view/term-choices.ts';
import { PageApiClient } from './api-client.ts';
import { bindForm } from './form.ts';
import { ListingDialog } from './listing-dialog.ts';
import { Renderer } from './renderer.ts';
import { addPictures, replaceFailedPictures, replacePicture, turnPictures } from './card-pictures.ts';
import { activeFilters } from '../view/labels.ts';
import { compareWithSaved, store, stored } from '../../browser/browser-storage.ts';
import { copy } from '../../browser/clipboard.ts';
import { KeptSearches } from './kept-searches.ts';
import { SavedCars } from './saved-cars.ts';
import { Suggestions } from './suggestions.ts';
import { SearchController } from './search-controller.ts';
import type * as WebMcp from './web-mcp.ts';

const {
  root: basePath = '/',
  site: baseUrl = '',
  folder: assetsPath = '/',
} = document.documentElement.dataset;
const element = document.getElementById('page') ?? document.body;
const api = new PageApiClient(basePath);

const keptSearches = new KeptSearches(api, () => {
  showSaved();
  savedCars.showNews();
});
const savedCars = new SavedCars(basePath, api, keptSearches, showSaved);

function showSaved(): void {
  controller.set({ saved: savedCars.urls(), kept: keptSearches.queries(), news: keptSearches.countNews() });
}

const sent = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
const start = firstModel({ basePath, baseUrl }, sent);
const renderer = new Renderer(element, start, { api, basePath, assetsPath });
const controller = new SearchController(start, api, show);
let focusNext: string | undefined;

const listing = new ListingDialog({
  pageOf: (car) => carPageUrl(basePath, car.url, controller.model.search),
  isSaved: ({ url }) => controller.model.saved.has(url),
  onSave: (car) => savedCars.toggle(car),
  onCompare: (car) => location.assign(compareWithSaved(car, basePath)),
});

function show(model: PageModel): void {
  renderer.render(model);
  if (model.phase === 'loaded') replaceFailedPictures(element, model.results?.cars ?? []);
  if (model.phase === 'loading' || focusNext === undefined) return;
  document.getElementById(focusNext)?.focus();
  focusNext = undefined;
}

function showUrl(url: string, how: 'push' | 'replace'): void {
  if (how === 'replace' || url === location.pathname + location.search) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
}

/** Visitors who return after this time see the number of new cars. */
const RETURN_MS = 60 * 60 * 1000;

/** Key of the visitor's last choice to hide write-offs, for the next visit. */
const HIDES_WRITE_OFFS = 'forecourt.hides-write-offs';

function remember(search: SearchState): void {
  const hides = hidesWriteOffs(search);
  if (hides !== hidesWriteOffs(controller.latest)) store(HIDES_WRITE_OFFS, hides ? 'yes' : null);
}

function go(search: SearchState, how: 'push' | 'replace' = 'push'): void {
  remember(search);
  showUrl(searchPageUrl(basePath, search), how);
  controller.load(searchPageUrl('', search), search);
}

/** Interprets a phrase, which may refine the search before it. */
function goToPhrase(
  phrase: string,
  how: 'push' | 'replace',
  before = searchBefore(phrase, controller.latest, controller.model),
): void {
  showUrl(phraseUrl(basePath, phrase, before), how);
  load(new URLSearchParams(location.search));
}

/** The search of these pairs without their phrase, which may refine it. */
function searchBeside(pairs: URLSearchParams): SearchState {
  return toSearchState(Array.from(pairs).filter(([name]) => name !== PHRASE_NAME));
}

function load(pairs: URLSearchParams): void {
  const phrase = phraseToInterpret(pairs);
  const search = searchBeside(pairs);
  const asked = phrase === undefined ? searchPageUrl('', search) : phraseUrl('', phrase, search);
  controller.load(asked, search);
}

function bindSuggestions(): void {
  const input = element.querySelector<HTMLInputElement>('#phrase');
  const box = document.getElementById('suggest');
  if (input === null || box === null) return;
  // Suggestions count new searches, so choosing one starts a new search.
  new Suggestions(input, box, api, (phrase) =>
    goToPhrase(phrase, 'push', lastingSettings(controller.latest)),
  );
}

/** The link of this page that was plainly clicked; undefined for other clicks. */
function plainLinkClick(event: MouseEvent): Element | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && link?.hasAttribute('target') === false ? link : undefined;
}

element.addEventListener('click', (event) => {
  const link = plainLinkClick(event);
  if (link === undefined) return;
  const at = link.getAttribute('data-car') ?? undefined;
  const car = at === undefined ? undefined : controller.model.results?.cars[Number(at)];
  const { search } = controller.model;
  if (car !== undefined && link.getAttribute('href') === carPageUrl(basePath, car.url, search)) {
    event.preventDefault();
    return listing.open(car);
  }
  const url = new URL(link.getAttribute('href') ?? '', location.href);
  const field = document.getElementById(url.hash.slice(1));
  if (field instanceof HTMLInputElement) {
    event.preventDefault();
    if (element.querySelector('.to-filters')?.checkVisibility() === true) showFilters(true);
    return field.focus();
  }
  if (url.origin !== location.origin || url.pathname !== basePath || url.hash !== '') return;
  event.preventDefault();
  focusNext = controller.model.filtersAreOpen ? 'filters' : 'found';
  if (phraseToInterpret(url.searchParams) === undefined) remember(toSearchState(url.searchParams));
  showUrl(url.pathname + url.search, 'push');
  load(url.searchParams);
});

// The search key of a phone's keyboard leads to the results.
element.addEventListener('submit', () => showFilters(false));

document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented && controller.model.filtersAreOpen) showFilters(false);
});

/** Shows or hides the filters, which cover the results on a phone. The focus follows. */
function showFilters(isOpen: boolean): void {
  const wasOpen = controller.model.filtersAreOpen;
  controller.set({ filtersAreOpen: isOpen });
  if (isOpen) document.getElementById('filters')?.focus();
  else if (wasOpen) element.querySelector<HTMLElement>('.to-filters')?.focus();
}

// Marks failed pictures for the style, and replaces those of cards.
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return;
    target.setAttribute('data-state', 'missing');
    replacePicture(target, controller.model.results?.cars ?? []);
  },
  true,
);

window.addEventListener('popstate', () => {
  if (listing.sync()) return;
  // Patching skips the focused field, whose text belongs to the previous entry.
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  load(new URLSearchParams(listing.query));
});

for (const type of ['pointerover', 'touchstart'])
  element.addEventListener(
    type,
    ({ target }) => {
      const strip = target instanceof Element ? target.closest<HTMLElement>('.strip') : null;
      if (strip !== null) addPictures(strip, controller.model.results?.cars[Number(strip.dataset['car'])]);
    },
    { passive: true },
  );

element.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  turnPictures(target);
  const at = target.closest<HTMLElement>('[data-save]')?.dataset['save'];
  const car = at === undefined ? undefined : controller.model.results?.cars[Number(at)];
  if (car !== undefined) savedCars.toggle(car);
  if (target.closest('.to-saved') !== null) savedCars.open();
  if (target.closest('.to-filters') !== null) showFilters(!controller.model.filtersAreOpen);
  if (target.closest('.to-results') !== null) showFilters(false);
  const copies = target.closest<HTMLElement>('[data-copies]');
  const sample = document.getElementById(copies?.dataset['copies'] ?? '');
  if (copies !== null && sample !== null) void copy(copies, sample);
  if (target.closest('.keep') !== null) {
    const { search } = controller.model;
    const labels = activeFilters({ ...search, sort: undefined }).map(({ label }) => label);
    if (!keptSearches.toggle(search, labels.join(', '))) savedCars.open('searches');
  }
});

bindForm(element, {
  onChange(search, isSameField) {
    const { interpretation, before } = controller.model;
    const how = isSameField ? 'replace' : 'push';
    const phrase = phraseWithPlace(search, interpretation);
    if (phrase === undefined) go(search, how);
    else goToPhrase(phrase, how, before);
  },
  onPhrase: (phrase, isSameField, isNew) =>
    goToPhrase(phrase, isSameField ? 'replace' : 'push', isNew ? controller.latest : undefined),
  search: () => controller.latest,
});

bindSuggestions();
// Loaded separately, because few browsers need it.
const owners = [document, navigator];
if (owners.some((owner) => 'modelContext' in owner))
  void (import(`${assetsPath}web-mcp.js`) as Promise<typeof WebMcp>)
    .then(({ registerSearchTool }) => registerSearchTool(owners, api, (search) => go(search)))
    .catch(() => undefined);
listing.sync();
replaceFailedPictures(element, start.results?.cars ?? []);
if (savedCars.urls().size + keptSearches.queries().size > 0) {
  showSaved();
  void keptSearches.refresh(RETURN_MS);
}
for (const mark of ['listening', 'shown', 'counted']) performance.mark(mark);

const pairs = new URLSearchParams(location.search);
const phrase = phraseToInterpret(pairs);
const hidden = (search: SearchState): SearchState => ({ ...search, q: withWords(search.q, true) });
if (stored(HIDES_WRITE_OFFS) === 'yes' && !hidesWriteOffs(start.search)) {
  if (phrase === undefined) go(hidden(start.search), 'replace');
  else goToPhrase(phrase, 'replace', hidden(searchBeside(pairs)));
}
// The server was too busy to send results with the page.
else if (start.phase === 'retrying') load(pairs);
