// The map in the browser: the server's drawing can be moved and zoomed by mouse, wheel, fingers and keys. Movements are drawn in
// the next frame; the counts of the new view follow once it rests.
import { mapPicture, mapQuery, viewOfSearch, type Coastline } from '../view/map-picture.ts';
import {
  canZoom,
  panned,
  parsePlaces,
  WHOLE_COUNTRY,
  zoomed,
  type MapPlaces,
  type MapView,
  MAP_HEIGHT,
  MAP_WIDTH,
  type PlanePoint,
} from '../../view/map-view.ts';
import type { PageMap, PageModel } from '../view/page-model.ts';
import type { SearchState } from '../../view/search-state.ts';
import type { PageApiClient } from './api-client.ts';
import { patchChildren } from '../../browser/patch.ts';

const REST_MS = 120;
/** Minimum zoom of the detailed coastline: the outline is too coarse here. */
const DETAIL_ZOOM = WHOLE_COUNTRY.zoom + 0.6;

export interface ResultMapOptions {
  readonly api: PageApiClient;
  readonly basePath: string;
  /** URL path of the page's files, with a final slash. */
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
  #counts: PageMap | undefined;
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

  /** Shows a model. A view that was moved stays, unless the place of the search changes. */
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
    // Without the detailed coastline the map is only coarser.
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
    this.#counts = outcome.response.map;
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

export interface MapMoves {
  /** Moves the content by these pixels of the drawn map. */
  readonly onPan: (by: PlanePoint) => void;
  /** Zooms so that `at` (default: the middle) stays in place. Returns false at the last zoom. */
  readonly onZoom: (by: number, at?: PlanePoint) => boolean;
}

/** Maximum movement of a click, in pixels of the screen. */
const DRAG_PIXELS = 5;
const KEY_STEP = 60;
/** Zooms per pixel of a wheel's turn, and maximum zooms per event. */
const WHEEL_RATE = 0.003;
const WHEEL_MOST = 0.6;
/** The `deltaMode` of wheels that count lines, and pixels per line. */
const LINES = 1;
const LINE_PIXELS = 16;

const KEY_MOVES: Readonly<Record<string, PlanePoint>> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
};
const KEY_ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

/** `element` contains the drawn map, an SVG element, and buttons with `data-zoom`. */
function bindMapGestures(element: HTMLElement, moves: MapMoves): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = KEY_MOVES[event.key];
    const zoom = KEY_ZOOMS[event.key];
    if (move !== undefined) moves.onPan(move);
    else if (zoom !== undefined) moves.onZoom(zoom);
    else return;
    event.preventDefault();
  });
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-zoom]') : null;
    if (button !== null) moves.onZoom(Number(button.getAttribute('data-zoom')));
  });
  element.addEventListener(
    'wheel',
    (event) => {
      const svg = svgAt(event);
      if (svg === null) return;
      const turned = event.deltaY * (event.deltaMode === LINES ? LINE_PIXELS : 1);
      const by = Math.max(-WHEEL_MOST, Math.min(WHEEL_MOST, -turned * WHEEL_RATE));
      // At the last zoom the page scrolls instead.
      if (moves.onZoom(by, planePoint(svg, event.clientX, event.clientY))) event.preventDefault();
    },
    { passive: false },
  );
  bindPointers(element, moves);
}

function bindPointers(element: HTMLElement, { onPan, onZoom }: MapMoves): void {
  const pointers = new Map<number, PlanePoint>();
  let start: PlanePoint | undefined;
  let isDrag = false;
  element.addEventListener('pointerdown', (event) => {
    if (svgAt(event) === null || event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) {
      isDrag = false;
      start = { x: event.clientX, y: event.clientY };
    } else isDrag = true;
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const svg = element.querySelector('svg');
    if (before === undefined || svg === null || start === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!isDrag && distance(start, now) < DRAG_PIXELS) return;
    // Captured only now: a captured pointer clicks no link.
    if (!isDrag) svg.setPointerCapture(event.pointerId);
    isDrag = true;
    const other = Array.from(pointers).find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    const scale = MAP_WIDTH / svg.getBoundingClientRect().width;
    const share = other === undefined ? scale : scale / 2;
    onPan({ x: (now.x - before.x) * share, y: (now.y - before.y) * share });
    if (other === undefined) return;
    const ratio = Math.max(1, distance(now, other)) / Math.max(1, distance(before, other));
    onZoom(Math.log2(ratio), planePoint(svg, (now.x + other.x) / 2, (now.y + other.y) / 2));
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId));
  element.addEventListener('dragstart', (event) => event.preventDefault());
  element.addEventListener(
    'click',
    (event) => {
      // The end of a drag does not click the link below it. Clicks by keys have no detail.
      if (!isDrag || svgAt(event) === null || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

function svgAt({ target }: Event): SVGSVGElement | null {
  return target instanceof Element ? target.closest('svg') : null;
}

function planePoint(svg: Element, clientX: number, clientY: number): PlanePoint {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return { x: ((clientX - left) / width) * MAP_WIDTH, y: ((clientY - top) / height) * MAP_HEIGHT };
}

function distance(a: PlanePoint, b: PlanePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
