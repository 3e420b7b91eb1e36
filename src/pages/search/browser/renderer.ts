// Renders in order of importance: results in the frame in which they arrive, filters in the next, map and chart last.
import type { PageModel } from '../view/page-model.ts';
import { feedUrl } from '../../view/search-state.ts';
import { footer, header, page, pageTitle, resultCharts } from '../view/page-layout.ts';
import { filters } from '../view/filters.ts';
import { results } from '../view/results.ts';
import type * as Maps from './map.ts';
import { patch } from '../../browser/patch.ts';

export class Renderer {
  readonly #page: Element;
  readonly #map: LazyMap;
  #rendered: PageModel;
  #isDue = false;

  /** `page` is the element of pages/search/view/page-layout.ts and already shows `start`. */
  constructor(page: Element, start: PageModel, map: Maps.ResultMapOptions) {
    this.#page = page;
    this.#rendered = start;
    this.#map = new LazyMap(this.#part('#map'), map);
    this.#map.show(start);
  }

  render(model: PageModel): void {
    const before = this.#rendered.results;
    this.#rendered = model;
    document.title = pageTitle(model);
    const feed = document.head.querySelector('link[rel=alternate]');
    feed?.setAttribute('href', feedUrl(model.basePath, model.search));
    if (model.results === before || model.results === null) {
      patch(this.#page, page(model));
      return this.#drawChartsLater(model);
    }
    patch(this.#part('header'), header(model));
    patch(this.#part('#results'), results(model));
    performance.mark('shown');
    if (this.#isDue) return;
    this.#isDue = true;
    afterFrame(() => this.#renderRest());
  }

  #renderRest(): void {
    this.#isDue = false;
    const model = this.#rendered;
    patch(this.#part('#filters'), filters(model));
    patch(this.#part('footer'), footer(model));
    this.#drawChartsLater(model);
  }

  #drawChartsLater(model: PageModel): void {
    if (model.phase === 'loaded') performance.mark('counted');
    afterFrame(() => {
      if (this.#rendered !== model) return;
      patch(this.#part('#pictures'), resultCharts(model));
      this.#map.show(model);
    });
  }

  #part(selector: string): HTMLElement {
    const part = this.#page.querySelector<HTMLElement>(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}

function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

const FIRST_USES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** The map as a separate script, loaded once the map is visible and somebody uses the page. Until then the drawing will do. */
class LazyMap {
  readonly #element: Element;
  #map: Maps.ResultMap | undefined;
  #model: PageModel | undefined;

  constructor(element: HTMLElement, options: Maps.ResultMapOptions) {
    this.#element = element;
    const seen = new Promise<void>((resolve) => {
      new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
        // A map without matches has no size.
      }).observe(element.parentElement ?? element);
    });
    const used = new Promise<void>((resolve) => {
      for (const type of FIRST_USES)
        addEventListener(type, () => resolve(), { once: true, passive: true, capture: true });
    });
    // If the script fails, all but the map still works.
    void Promise.all([seen, used])
      .then(async () => {
        const { ResultMap } = (await import(`${options.assetsPath}map.js`)) as typeof Maps;
        this.#map = new ResultMap(element, options);
        if (this.#model !== undefined) this.show(this.#model);
      })
      .catch(() => undefined);
  }

  show(model: PageModel): void {
    if (model.results === null || model.phase !== 'loaded') return;
    // The server's circles and note are of an earlier search, in their links too: hidden until the map draws its own.
    if (this.#map === undefined && this.#model !== undefined && this.#model.map !== model.map)
      for (const part of this.#element.querySelectorAll<HTMLElement | SVGElement>('svg a, .note'))
        part.style.visibility = 'hidden';
    this.#model = model;
    // If the table of places fails, all else still works.
    void this.#map?.show(model).catch(() => undefined);
  }
}
