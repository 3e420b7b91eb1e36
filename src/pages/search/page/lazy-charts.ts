// Loads the script of the map and the chart only once they can be seen and somebody uses the page: until then the server's
// drawings are complete.
import type { PageModel } from '../view/page-model.ts';
import type * as Charts from './charts.ts';

/** What people do first on a page. */
const FIRST_USES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

export class LazyCharts {
  #charts: Charts.ResultCharts | undefined;
  #model: PageModel | undefined;

  constructor(section: Element, options: Charts.ResultChartsOptions) {
    const seen = new Promise<void>((resolve) => {
      new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      }).observe(section);
    });
    const used = new Promise<void>((resolve) => {
      for (const type of FIRST_USES)
        addEventListener(type, () => resolve(), { once: true, passive: true, capture: true });
    });
    // Without it everything else still works.
    void Promise.all([seen, used])
      .then(() => this.#load(options))
      .catch(() => undefined);
  }

  show(model: PageModel): void {
    this.#model = model;
    this.#charts?.show(model);
  }

  async #load(options: Charts.ResultChartsOptions): Promise<void> {
    const { ResultCharts } = (await import(`${options.assetsPath}charts.js`)) as typeof Charts;
    this.#charts = new ResultCharts(options);
    if (this.#model !== undefined) this.#charts.show(this.#model);
  }
}
