// Loads the script of the map and the chart, and what these show, only once they can be seen.
import type { PageModel } from '../view/page-model.ts';
import type * as Charts from './charts.ts';

export class LazyCharts {
  #charts: Charts.ResultCharts | undefined;
  #model: PageModel | undefined;

  constructor(section: Element, options: Charts.ResultChartsOptions) {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Without it everything else still works.
      void this.#load(options).catch(() => undefined);
    }).observe(section);
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
