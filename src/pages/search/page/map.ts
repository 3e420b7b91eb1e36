// The map in the browser: the server's drawing becomes one that can be moved and zoomed. What has moved is drawn in the next
// frame; the counts of the new view follow once it rests.
import type { MapCounts } from '../../../api/responses.ts';
import { mapPicture, mapQuery, viewOfSearch, type Coastline } from '../view/map-picture.ts';
import {
  canZoom,
  panned,
  parsePlaces,
  WHOLE_COUNTRY,
  zoomed,
  type MapPlaces,
  type MapView,
} from '../view/map-view.ts';
import type { PageModel } from '../view/page-model.ts';
import type { SearchState } from '../view/search-state.ts';
import type { PageApiClient } from './api-client.ts';
import { bindMapGestures } from './map-gestures.ts';
import { patchChildren } from './patch.ts';

const REST_MS = 120;
/** From here on the outline is too coarse. */
const DETAIL_ZOOM = WHOLE_COUNTRY.zoom + 0.6;

export interface ResultMapOptions {
  readonly api: PageApiClient;
  readonly basePath: string;
  /** Where the page's files are, with a final slash. */
  readonly assetsPath: string;
}

export class ResultMap {
  readonly #element: HTMLElement;
  readonly #options: ResultMapOptions;
  readonly #places: Promise<MapPlaces>;
  #loadedPlaces: MapPlaces | undefined;
  #coastline: Coastline;
  #detail: Promise<void> | undefined;
  #search: SearchState | undefined;
  #counts: MapCounts | undefined;
  #view: MapView = WHOLE_COUNTRY;
  #isMoved = false;
  #isDrawing = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #counting = new AbortController();

  constructor(element: HTMLElement, options: ResultMapOptions) {
    this.#element = element;
    this.#options = options;
    this.#places = loadText(`${options.assetsPath}places.tsv`).then(parsePlaces);
    const [ireland = '', islands = ''] = Array.from(
      element.querySelectorAll('.land path'),
      (path) => path.getAttribute('d') ?? '',
    );
    this.#coastline = { ireland, islands };
    bindMapGestures(element, {
      onPan: (by) => this.#move(panned(this.#view, by)),
      onZoom: (by, at) => {
        if (!canZoom(this.#view, by)) return false;
        this.#move(zoomed(this.#view, by, at));
        return true;
      },
    });
  }

  /** A view that was moved stays, unless the place of the search is another one. */
  async show({ search, map }: Pick<PageModel, 'search' | 'map'>): Promise<void> {
    const before = this.#search;
    this.#search = search;
    const places = (this.#loadedPlaces ??= await this.#places);
    if (this.#search !== search) return;
    const isSamePlace = before?.location === search.location && before?.distance === search.distance;
    if (isSamePlace && this.#isMoved) return this.#count();
    this.#view = viewOfSearch(search, places);
    this.#isMoved = false;
    if (map === null) return this.#count();
    this.#counting.abort();
    // Without the detailed coastline the map is only less fine.
    await this.#loadDetail().catch(() => undefined);
    if (this.#search !== search) return;
    this.#counts = map;
    this.#draw();
  }

  #move(view: MapView): void {
    if (this.#counts === undefined) return;
    this.#view = view;
    this.#isMoved = true;
    this.#draw();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#count(), REST_MS);
  }

  async #count(): Promise<void> {
    clearTimeout(this.#resting);
    if (this.#search === undefined) return;
    this.#counting.abort();
    const { signal } = (this.#counting = new AbortController());
    const detail = this.#loadDetail();
    const outcome = await this.#options.api
      .map(mapQuery(this.#search, this.#view), signal)
      .catch(() => undefined);
    await detail.catch(() => undefined);
    if (signal.aborted || outcome?.kind !== 'response') return;
    this.#counts = outcome.response;
    this.#draw();
  }

  #loadDetail(): Promise<void> {
    if (this.#view.zoom < DETAIL_ZOOM && this.#coastline.islands !== '') return Promise.resolve();
    return (this.#detail ??= loadText(`${this.#options.assetsPath}coastline.txt`).then((text) => {
      const [islands = '', ireland = ''] = text.split('\n');
      this.#coastline = { islands, ireland };
    }));
  }

  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      if (this.#search === undefined || this.#counts === undefined || this.#loadedPlaces === undefined)
        return;
      patchChildren(
        this.#element,
        mapPicture({
          basePath: this.#options.basePath,
          search: this.#search,
          view: this.#view,
          counts: this.#counts,
          places: this.#loadedPlaces,
          coastline: this.#coastline,
          control: this.#isMoved ? 'moved' : 'unmoved',
        }),
      );
    });
  }
}

async function loadText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} got status ${response.status}`);
  return response.text();
}
