// The map and the chart, updated with the results: a script of its own (lazy-charts.ts).
import type { PageCar } from '../view/page-car.ts';
import type { PageModel } from '../view/page-model.ts';
import type { PageApiClient } from './api-client.ts';
import { ScatterChart } from './scatter-chart.ts';
import { ResultMap } from './map.ts';

export interface ResultChartsOptions {
  readonly api: PageApiClient;
  readonly basePath: string;
  /** Where the page's files are, with a final slash. */
  readonly assetsPath: string;
  readonly onOpen: (car: PageCar) => void;
}

export class ResultCharts {
  readonly #chart: ScatterChart;
  readonly #map: ResultMap;

  constructor({ api, basePath, assetsPath, onOpen }: ResultChartsOptions) {
    this.#chart = new ScatterChart(getElement('chart'), onOpen);
    this.#map = new ResultMap(getElement('map'), { api, basePath, assetsPath });
    // The car that one looks at. `pointerover` also occurs when the page scrolls under a mouse at rest.
    for (const type of ['pointermove', 'focusin', 'click'])
      getElement('page').addEventListener(type, ({ target }) => {
        const card = target instanceof Element ? target.closest('.card') : null;
        this.#chart.choose(card?.getAttribute('data-key') ?? undefined);
      });
  }

  show(model: PageModel): void {
    const { phase, results, prices } = model;
    if (results === null || phase !== 'loaded') return;
    // Without the table of places everything else still works.
    void this.#map.show(model).catch(() => undefined);
    if (prices !== null) this.#chart.show(model, prices);
  }
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
