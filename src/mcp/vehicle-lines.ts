// Vehicles as lines of text, for assistants that are shown the text of a result: all that its structured content says of them.
import { formatCount, formatPounds, pluralize } from '../api/format.ts';
import type { Vehicle } from '../api/vehicle.ts';
import type { Field } from '../listing/field.ts';
import { FIELDS } from '../listing/fields.ts';
import { echoed, withoutControls } from '../problem.ts';
import { advertOf } from './brief-vehicle.ts';

const FACT_FIELDS = FIELDS.filter(({ fact }) => fact !== undefined);

/** The facts in a line, and the address of the advert in another. */
export function briefLines(car: Vehicle, index: number): string[] {
  return [`${index + 1}. ${factsOf(car)}`, `   ${advertOf(car)}`];
}

/** Also the description and the pictures. Its address redirects to the advert. */
export function fullLines(car: Vehicle, index: number): string[] {
  const { url, thumbnail, images, full_description: description } = car;
  const pictures = [...new Set([...(thumbnail === null ? [] : [thumbnail]), ...images])];
  return [
    `${index + 1}. ${factsOf(car)}`,
    `   ${url}`,
    ...(description === null ? [] : [`   ${withoutControls(description.replace(/\s+/g, ' '))}`]),
    ...(pictures.length === 0 ? [] : [`   ${pluralize(pictures.length, 'picture')}: ${pictures.join(' ')}`]),
  ];
}

/** `2019 Ford Fiesta, £8,995, 42,150 miles, Petrol, Leeds, valley-cars.example`. */
function factsOf(car: Vehicle): string {
  const name = [car.year, car.make, car.model]
    .flatMap((part) => (part === null ? [] : [echoed(part)]))
    .join(' ');
  const facts = [
    name === '' ? 'Vehicle of unknown make' : name,
    car.price === null ? 'price unknown' : formatPounds(car.price),
    ...FACT_FIELDS.map((field) => factText(field, car)),
    car.loc,
    car.distance_km === null ? null : `${car.distance_km} km away`,
    car.dealer,
  ];
  return facts.flatMap((fact) => (fact === null ? [] : [echoed(fact)])).join(', ');
}

/** `42,150 miles`; null for an unknown value that is not worth a word. */
function factText({ name, fact, kind, words = '#' }: Field, car: Vehicle): string | null {
  const value = (car as unknown as Readonly<Record<string, string | number | null>>)[name];
  if (value === null) return fact?.unknown ?? null;
  const text = typeof value === 'number' && kind === 'integer' ? formatCount(value) : String(value);
  return words.replace('#', () => text);
}
