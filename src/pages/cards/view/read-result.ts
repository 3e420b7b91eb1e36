// Reads the result of a tool for the cards: a page of cars, a few cars in full, or a comparison. Its members tell which, because
// hosts need not report the called tool.
import {
  CARD_DETAILS_KEY,
  asList,
  asNumber,
  asObject,
  asText,
  readCar,
  type Car,
  type JsonObject,
} from './car.ts';

/** One or several consecutive pages of a search. */
export interface CarList {
  readonly kind: 'list';
  readonly cars: readonly Car[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export interface CarSheets {
  readonly kind: 'sheets';
  readonly cars: readonly Car[];
  readonly gone: readonly { readonly advert: string; readonly isWithdrawn: boolean }[];
}

export interface Comparison {
  readonly kind: 'comparison';
  readonly cars: readonly Car[];
}

export interface Message {
  readonly kind: 'message';
  readonly text: string;
}

export type Shown = CarList | CarSheets | Comparison | Message;

export interface ReadResult {
  readonly shown: Shown;
  readonly text: string;
  readonly drawnBelow: string | null;
}

export function readResult(result: unknown): ReadResult {
  const { content, structuredContent, isError, _meta } = asObject(result);
  const details = asObject(asObject(_meta)[CARD_DETAILS_KEY]);
  const text =
    asList(content)
      .map(asObject)
      .map((block) => asText(block['text']))
      .find((one) => one !== null) ?? '';
  const message: Message = { kind: 'message', text: text === '' ? 'There is no result.' : text };
  const shown = isError === true ? undefined : readContent(asObject(structuredContent), details);
  return { shown: shown ?? message, text, drawnBelow: asText(details['drawn_below']) };
}

function readContent(content: JsonObject, details: JsonObject): Shown | undefined {
  const detailOf = detailsByAdvert(details);
  const carsOf = (list: unknown): Car[] =>
    asList(list)
      .map(asObject)
      .flatMap((car, i) => readCar(car, detailOf(car, i)) ?? []);
  if (Array.isArray(content['vehicles'])) return { kind: 'comparison', cars: carsOf(content['vehicles']) };
  const results = asObject(content['results']);
  if (!Array.isArray(results['cars'])) return undefined;
  const total = asNumber(results['total_vehicles']);
  if (total !== null) {
    const page = asNumber(results['current_page']) ?? 1;
    const pages = asNumber(results['total_pages']) ?? page;
    return { kind: 'list', cars: carsOf(results['cars']), total, page, pages };
  }
  const cars = asList(results['cars']).map(asObject);
  const isGone = ({ state }: JsonObject): boolean => state === 'withdrawn' || state === 'unknown';
  return {
    kind: 'sheets',
    cars: carsOf(cars.filter((car) => !isGone(car))),
    gone: cars.filter(isGone).flatMap(({ advert, state }) => {
      const text = asText(advert);
      return text === null ? [] : [{ advert: text, isWithdrawn: state === 'withdrawn' }];
    }),
  };
}

/** The details of a car: by its advert or, if the content gives none, by its position. */
function detailsByAdvert(details: JsonObject): (car: JsonObject, position: number) => JsonObject {
  const all = asList(details['cars']).map(asObject);
  const byAdvert = new Map(all.map((one) => [one['advert'], one]));
  return (car, position) => (car['advert'] === undefined ? all[position] : byAdvert.get(car['advert'])) ?? {};
}

/** With the distances of the list: a lookup has no place to measure from. */
export function withDistances(shown: Shown, list: CarList | undefined): Shown {
  if (shown.kind === 'message') return shown;
  const distances = new Map(list?.cars.map(({ advert, distance_km }) => [advert, distance_km]));
  const cars = shown.cars.map((car) => ({
    ...car,
    distance_km: distances.get(car.advert) ?? car.distance_km,
  }));
  return { ...shown, cars };
}

/** Both pages as one list, each car once. */
export function withNextPage(list: CarList, next: CarList): CarList {
  const known = new Set(list.cars.map(({ advert }) => advert));
  return { ...next, cars: [...list.cars, ...next.cars.filter(({ advert }) => !known.has(advert))] };
}
