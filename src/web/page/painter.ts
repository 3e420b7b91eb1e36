// Puts the model into the document, in the order in which people look: an answer's results in the frame in which it came,
// its filters in the next one, map and chart after that. So nobody waits for what they do not look at yet.
import type { ElementNode } from '../view/element.ts';
import type { Model } from '../view/model.ts';
import { footer, header, page, titleOfPage } from '../view/page.ts';
import { filters } from '../view/filters.ts';
import { results } from '../view/results.ts';
import { patch, patchAttributes } from './patch.ts';

export class Painter {
  readonly #page: Element;
  readonly #draw: (model: Model) => void;
  #painted: Model;
  #isDue = false;

  /** `page` is the element of view/page.ts; `draw` is given what map and chart are to show. `start` is not painted. */
  constructor(page: Element, start: Model, draw: (model: Model) => void) {
    this.#page = page;
    this.#painted = start;
    this.#draw = draw;
  }

  paint(model: Model): void {
    const before = this.#painted.results;
    this.#painted = model;
    if (model.results === null && keepsServersPage(model)) return this.#paintNotice(model);
    // Counts that came in the same frame as their results wait for the next one, too.
    if (this.#isDue && model.phase === 'shown' && model.results === before) return;
    document.title = titleOfPage(model);
    if (model.results === null || model.results === before) {
      patch(this.#page, page(model));
      return this.#drawLater(model);
    }
    patch(this.#part('header'), header(model));
    patch(this.#part('#results'), results(model));
    performance.mark('shown');
    if (this.#isDue) return;
    this.#isDue = true;
    afterFrame(() => this.#paintRest());
  }

  #paintRest(): void {
    this.#isDue = false;
    const model = this.#painted;
    patch(this.#part('#filters'), filters(model));
    patch(this.#part('footer'), footer(model));
    this.#drawLater(model);
  }

  #drawLater(model: Model): void {
    if (model.phase !== 'shown') return;
    if (model.summary !== null) performance.mark('counted');
    afterFrame(() => {
      if (this.#painted === model) this.#draw(model);
    });
  }

  /** Above what the server sent, which is better than nothing. */
  #paintNotice(model: Model): void {
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

/** Where no answer came yet, there is still what the server sent; unless it is not what an answer would be. */
function keepsServersPage({ phase }: Model): boolean {
  return phase !== 'refused' && phase !== 'closed';
}

/** Once the next frame is on the screen. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
