// Renders in order of attention: results in the frame in which they arrive, filters in the next, map and chart last.
import type { ElementNode } from '../../element.ts';
import type { PageModel } from '../view/page-model.ts';
import { feedUrl } from '../view/search-state.ts';
import { footer, header, page, pageTitle, resultCharts } from '../view/page.ts';
import { filters } from '../view/filters.ts';
import { results } from '../view/results.ts';
import { patch, patchAttributes } from './patch.ts';

export class Renderer {
  readonly #page: Element;
  readonly #drawCharts: (model: PageModel) => void;
  #rendered: PageModel;
  #isDue = false;

  /** `page` is the element of pages/search/view/page.ts; `drawCharts` is given what map and chart are to show. `start` is not painted. */
  constructor(page: Element, start: PageModel, drawCharts: (model: PageModel) => void) {
    this.#page = page;
    this.#rendered = start;
    this.#drawCharts = drawCharts;
  }

  render(model: PageModel): void {
    const before = this.#rendered.results;
    this.#rendered = model;
    if (model.results === null && keepsServersPage(model)) return this.#renderNotice(model);
    // Counts that came in the same frame as their results wait for the next one, too.
    if (this.#isDue && model.phase === 'loaded' && model.results === before) return;
    document.title = pageTitle(model);
    const feed = document.head.querySelector('link[rel=alternate]');
    feed?.setAttribute('href', feedUrl(model.basePath, model.search));
    if (model.results === null || model.results === before) {
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
    // Those of the server have histograms; without a summary there are none.
    if (model.summary !== null) patch(this.#part('#filters'), filters(model));
    patch(this.#part('footer'), footer(model));
    patch(this.#part('#pictures'), resultCharts(model));
    this.#drawChartsLater(model);
  }

  #drawChartsLater(model: PageModel): void {
    if (model.phase !== 'loaded') return;
    if (model.summary !== null) performance.mark('counted');
    afterFrame(() => {
      if (this.#rendered === model) this.#drawCharts(model);
    });
  }

  /** Keeps the server's results below the notice. */
  #renderNotice(model: PageModel): void {
    const wanted = results(model);
    patchAttributes(this.#part('#results'), wanted.attributes);
    const isNotice = (child: ElementNode | string): child is ElementNode =>
      typeof child !== 'string' && child.attributes.get('id') === 'notice';
    const notice = wanted.children.find(isNotice);
    if (notice !== undefined) patch(this.#part('#notice'), notice);
    this.#part('.to-filters').setAttribute('aria-expanded', String(model.filtersAreOpen));
    this.#part('#filters').className = model.filtersAreOpen ? 'filters open' : 'filters';
  }

  #part(selector: string): Element {
    const part = this.#page.querySelector(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}

/** Whether the server's results stay visible until the first response. */
function keepsServersPage({ phase }: PageModel): boolean {
  return phase !== 'invalid' && phase !== 'unauthorized';
}

/** Once the next frame is on the screen. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
