// The map and the chart, updated with the results. Nothing is loaded for them until they can be seen.
import type { Vehicle } from '../view/api-types.ts';
import type { PageModel } from '../view/page-model.ts';
import type { PageApiClient } from './api-client.ts';
import { ScatterChart } from './scatter-chart.ts';
import { ResultMap } from './map.ts';
import { loadDistricts } from './districts.ts';
import { FirstResultsLoader } from './first-results.ts';

export interface ResultChartsOptions {
  readonly api: PageApiClient;
  /** Where the table of places is. */
  readonly districtsUrl: string;
  readonly onOpen: (car: Vehicle) => void;
  readonly onChooseDistrict: (outcode: string) => void;
}

export class ResultCharts {
  readonly #firstResults: FirstResultsLoader;
  readonly #chart: ScatterChart;
  readonly #map: Promise<ResultMap>;
  #model: PageModel | undefined;
  #isVisible = false;

  constructor({ api, districtsUrl, onOpen, onChooseDistrict }: ResultChartsOptions) {
    const section = getElement('pictures');
    this.#firstResults = new FirstResultsLoader(api);
    this.#chart = new ScatterChart(getElement('chart'), onOpen);
    const visible = new Promise<void>((resolve) => {
      new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      }).observe(section);
    });
    this.#map = visible
      .then(() => loadDistricts(districtsUrl))
      .then((districtTable) => new ResultMap(getElement('map'), districtTable, onChooseDistrict));
    void visible.then(() => {
      this.#isVisible = true;
      void this.#draw();
    });
  }

  show(model: PageModel): void {
    this.#model = model;
    if (this.#isVisible) void this.#draw();
  }

  async #draw(): Promise<void> {
    const model = this.#model;
    if (model === undefined || model.results === null || model.phase !== 'loaded') return;
    const firstResults = await this.#firstResults.load(model.search, model.results);
    if (firstResults === undefined || this.#model !== model) return;
    this.#chart.show(firstResults);
    // Without the table of places everything else still works.
    const map = await this.#map.catch(() => undefined);
    if (this.#model === model) map?.show(model.search, firstResults);
  }
}

function getElement(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
