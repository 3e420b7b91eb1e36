// The page with script: the address bar, the model and the document are kept to each other. It starts from what the server
// sent, which stays as it is until an answer says otherwise.
import type { Model } from '../view/model.ts';
import { addressOf, PHRASE, queryOf, searchOf, type Search } from '../view/search.ts';
import { Api } from './api.ts';
import { listenToCopying } from './copying.ts';
import { listenToForm } from './form.ts';
import { OpenedListing } from './opened-listing.ts';
import { Painter } from './painter.ts';
import { Pictures } from './pictures.ts';
import { Searcher } from './searcher.ts';

const { root = '/', site = '', folder = '/' } = document.documentElement.dataset;
const element = document.getElementById('page') ?? document.body;
const api = new Api(root);

const start: Model = {
  root,
  site,
  search: searchOf(new URLSearchParams(location.search)),
  phase: 'asking',
  results: null,
  summary: null,
  refusal: null,
  waitSeconds: 0,
  reading: null,
  filtersAreOpen: false,
};
const painter = new Painter(element, start, (model) => pictures.show(model));
const searcher = new Searcher(start, api, show);
/** What was asked before the phrase that is being typed. */
let base: Search | undefined;
/** Element that gets the focus with the next results. */
let focusNext: string | undefined;

const listing = new OpenedListing();
const pictures = new Pictures({
  api,
  placesAddress: `${folder}places.tsv`,
  onOpen: (car) => listing.open(car),
  onChoosePlace: (outcode) => go({ ...searcher.model.search, location: outcode, page: undefined }),
});

function show(model: Model): void {
  painter.paint(model);
  if (model.phase === 'asking' || focusNext === undefined) return;
  document.getElementById(focusNext)?.focus();
  focusNext = undefined;
}

/** Asks for a search as a new step of the history, or in place of the last one. */
function go(search: Search, how: 'push' | 'replace' = 'push'): void {
  settle();
  const address = addressOf(root, search);
  if (how === 'replace' || address === location.pathname + location.search)
    history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  searcher.search(search);
}

/** What was typed so far is part of the search now, and can be taken away as chips. */
function settle(): void {
  if (base === undefined) return;
  base = undefined;
  const box = element.querySelector<HTMLInputElement>('#phrase');
  if (box !== null) box.value = '';
}

async function hear(phrase: string, isFinal: boolean): Promise<void> {
  base ??= searcher.model.search;
  const before = base;
  if (phrase === '') return go(before, 'replace');
  const search = await searcher.hear(phrase, before);
  if (search === undefined) return;
  if (isFinal) {
    settle();
    history.replaceState(null, '', addressOf(root, before));
    history.pushState(null, '', addressOf(root, search));
  } else {
    const typed = new URLSearchParams({ [PHRASE]: phrase }).toString();
    const address = addressOf(root, before);
    history.replaceState(null, '', `${address}${address.includes('?') ? '&' : '?'}${typed}`);
  }
}

/** A plain click on a link of this page; undefined for all others. */
function followed(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && link !== null && link.target === '' ? link : undefined;
}

element.addEventListener('click', (event) => {
  const link = followed(event);
  if (link === undefined) return;
  const at = link.dataset['car'];
  const car = at === undefined ? undefined : searcher.model.results?.cars[Number(at)];
  if (car !== undefined && car.url === link.getAttribute('href')) {
    event.preventDefault();
    return listing.open(car);
  }
  const address = new URL(link.href);
  if (address.origin !== location.origin || address.pathname !== root || address.hash !== '') return;
  event.preventDefault();
  focusNext = 'found';
  const phrase = address.searchParams.get(PHRASE);
  if (phrase === null) go(searchOf(address.searchParams));
  else void hear(phrase, true);
});

element.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.to-filters') : null;
  if (button !== null) searcher.showFilters(!searcher.model.filtersAreOpen);
});

// A picture that cannot be loaded leaves its place as it is.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement) target.setAttribute('data-state', 'missing');
  },
  true,
);

window.addEventListener('popstate', () => {
  if (listing.follow()) return;
  settle();
  // A field that has the focus keeps what was typed into it, which is not what was asked then.
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  const search = searchOf(new URLSearchParams(location.search));
  if (queryOf(search) !== queryOf(searcher.model.search)) searcher.search(search);
});

listenToCopying(element);
listenToForm(element, {
  onChange: (search, again) => go(search, again ? 'replace' : 'push'),
  onPhrase: (phrase, isFinal) => void hear(phrase, isFinal),
  search: () => searcher.model.search,
});

listing.follow();
performance.mark('listening');

const phrase = new URLSearchParams(location.search).get(PHRASE)?.trim() ?? '';
if (phrase === '') searcher.search(start.search);
else {
  const search = await searcher.hear(phrase, start.search);
  if (search !== undefined) history.replaceState(history.state, '', addressOf(root, search) + location.hash);
}
