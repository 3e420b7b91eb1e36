// The map and the chart, updated with the results: a script of its own (lazy-charts.ts).
import type { Prices, Vehicle } from '../../../api/responses.ts';
import type { PageModel } from '../view/page-model.ts';
import { withChange, toQueryString } from '../view/search-state.ts';
import type { PageApiClient } from './api-client.ts';
import { ScatterChart } from './scatter-chart.ts';
import { ResultMap } from './map.ts';

export interface ResultChartsOptions {
  readonly api: PageApiClient;
  readonly basePath: string;
  /** Where the page's files are, with a final slash. */
  readonly assetsPath: string;
  readonly onOpen: (car: Vehicle) => void;
}

export class ResultCharts {
  readonly #api: PageApiClient;
  readonly #chart: ScatterChart;
  readonly #map: ResultMap;
  #model: PageModel | undefined;
  /** The last prices, and what they are of: a search, and its total. */
  #prices: { readonly key: string; readonly prices: Prices } | undefined;
  #loading = new AbortController();

  constructor({ api, basePath, assetsPath, onOpen }: ResultChartsOptions) {
    this.#api = api;
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
    this.#model = model;
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const model = this.#model;
    if (model === undefined || model.results === null || model.phase !== 'loaded') return;
    // Without the table of places everything else still works.
    void this.#map.show(model.search, model.results.total_vehicles).catch(() => undefined);
    const prices = await this.#load(model, model.results.total_vehicles);
    if (prices !== undefined && this.#model === model) this.#chart.show(model, prices);
  }

  /** Undefined if another search superseded it, or nothing came. */
  async #load(model: PageModel, total: number): Promise<Prices | undefined> {
    const search = withChange(model.search, { sort: null });
    const key = `${total} ${toQueryString(search)}`;
    if (this.#prices?.key === key) return this.#prices.prices;
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    const outcome = await this.#api.prices(search, signal).catch(() => undefined);
    if (outcome?.kind !== 'response') return undefined;
    this.#prices = { key, prices: outcome.response };
    return outcome.response;
  }
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
