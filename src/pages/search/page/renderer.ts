// Renders in order of attention: results in the frame in which they arrive, filters in the next, map and chart last.
import type { PageModel } from '../view/page-model.ts';
import { feedUrl } from '../view/search-state.ts';
import { footer, header, page, pageTitle, resultCharts } from '../view/page.ts';
import { filters } from '../view/filters.ts';
import { results } from '../view/results.ts';
import { patch } from './patch.ts';

export class Renderer {
  readonly #page: Element;
  readonly #drawCharts: (model: PageModel) => void;
  #rendered: PageModel;
  #isDue = false;

  /** `page` is the element of pages/search/view/page.ts; `drawCharts` is given what map and chart are to show. `start` is on show already. */
  constructor(page: Element, start: PageModel, drawCharts: (model: PageModel) => void) {
    this.#page = page;
    this.#rendered = start;
    this.#drawCharts = drawCharts;
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
    patch(this.#part('#pictures'), resultCharts(model));
    this.#drawChartsLater(model);
  }

  #drawChartsLater(model: PageModel): void {
    if (model.phase !== 'loaded') return;
    performance.mark('counted');
    afterFrame(() => {
      if (this.#rendered === model) this.#drawCharts(model);
    });
  }

  #part(selector: string): Element {
    const part = this.#page.querySelector(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}

/** Once the next frame is on the screen. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
