// The map and the chart, kept to the results. Nothing is loaded for them until they can be seen.
import type { Car } from '../view/answers.ts';
import type { Model } from '../view/model.ts';
import type { Api } from './api.ts';
import { Chart } from './chart.ts';
import { PlaceMap } from './map.ts';
import { loadPlaces } from './places.ts';
import { Sampler } from './sample.ts';

export interface PicturesOptions {
  readonly api: Api;
  /** Where the table of places is. */
  readonly placesAddress: string;
  readonly onOpen: (car: Car) => void;
  readonly onChoosePlace: (outcode: string) => void;
}

export class Pictures {
  readonly #sampler: Sampler;
  readonly #chart: Chart;
  readonly #map: Promise<PlaceMap>;
  #model: Model | undefined;
  #isSeen = false;

  constructor({ api, placesAddress, onOpen, onChoosePlace }: PicturesOptions) {
    const section = getElement('pictures');
    this.#sampler = new Sampler(api);
    this.#chart = new Chart(getElement('chart'), onOpen);
    const seen = new Promise<void>((resolve) => {
      new IntersectionObserver((entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      }).observe(section);
    });
    this.#map = seen
      .then(() => loadPlaces(placesAddress))
      .then((places) => new PlaceMap(getElement('map'), places, onChoosePlace));
    void seen.then(() => {
      this.#isSeen = true;
      void this.#draw();
    });
  }

  show(model: Model): void {
    this.#model = model;
    if (this.#isSeen) void this.#draw();
  }

  async #draw(): Promise<void> {
    const model = this.#model;
    if (model === undefined || model.results === null || model.phase !== 'shown') return;
    const sample = await this.#sampler.of(model.search, model.results);
    if (sample === undefined || this.#model !== model) return;
    this.#chart.show(sample);
    // Without the table of places everything else still works.
    const map = await this.#map.catch(() => undefined);
    if (this.#model === model) map?.show(model.search, sample);
  }
}

function getElement(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
