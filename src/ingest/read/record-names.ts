// Names of lists, elements and sheets that hold no stock for sale, whatever they hold.
import { wordsFor } from '../columns/words.ts';

let notForSale: RegExp | undefined;

/** Whether a list, element or sheet of this name repeats vehicles, or holds some that are not for sale: `recently_sold_cars`. */
export function isNotForSale(name: string): boolean {
  return (notForSale ??= notForSalePattern()).test(name);
}

function notForSalePattern(): RegExp {
  const words = [...wordsFor('not for sale').keys()].join('|');
  const nouns = [...wordsFor('stock').keys()].join('|');
  return new RegExp(`^(?:recently[_ ]?)?(?:${words})(?:[_ ]?(?:${nouns}))?$`, 'i');
}

/** Fields that only vehicles have. */
export const VEHICLE_ONLY_FIELDS: ReadonlySet<string> = new Set([
  ...['make', 'model', 'make_model', 'variant', 'mileage', 'fuel_type', 'transmission', 'engine_size'],
  ...['registration', 'vin', 'price', 'year'],
]);
