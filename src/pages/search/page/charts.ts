// The map and the chart, updated with the results: a script of its own (lazy-charts.ts).
import type { Vehicle } from '../view/api-types.ts';
import type { PageModel } from '../view/page-model.ts';
import type { PageApiClient } from './api-client.ts';
import { ScatterChart } from './scatter-chart.ts';
import { ResultMap } from './map.ts';
import { FirstResultsLoader } from './first-results.ts';

export interface ResultChartsOptions {
  readonly api: PageApiClient;
  readonly basePath: string;
  /** Where the page's files are, with a final slash. */
  readonly assetsPath: string;
  readonly onOpen: (car: Vehicle) => void;
}

export class ResultCharts {
  readonly #firstResults: FirstResultsLoader;
  readonly #chart: ScatterChart;
  readonly #map: ResultMap;
  #model: PageModel | undefined;

  constructor({ api, basePath, assetsPath, onOpen }: ResultChartsOptions) {
    this.#firstResults = new FirstResultsLoader(api);
    this.#chart = new ScatterChart(getElement('chart'), onOpen);
    this.#map = new ResultMap(getElement('map'), { api, basePath, assetsPath });
  }

  show(model: PageModel): void {
    this.#model = model;
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const model = this.#model;
    if (model === undefined || model.results === null || model.phase !== 'loaded') return;
    // Without the table of places everything else still works.
    void this.#map.show(model.search, model.results.total_vehicles).catch(() => undefined);
    const firstResults = await this.#firstResults.load(model.search, model.results);
    if (firstResults === undefined || this.#model !== model) return;
    this.#chart.show(firstResults);
  }
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
