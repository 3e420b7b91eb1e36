// Classifies dealers' words for fuels and transmissions into the classes that searches filter by. Terms that are not listed
// (`48v`, `6 speed`, `turbo`) are ignored. A text with terms of two classes has none, except that petrol or diesel with
// electric is a hybrid. `Gas` is LPG to a UK dealer.
import { FUELS, GEARBOXES, NEUTRAL, UNCLASSED, type ClassWords, type DealersMeaning } from './class-words.ts';
import { FUEL_TYPES, TRANSMISSIONS, type FuelType, type Transmission } from './classes.ts';

/** `Hybrid` for `Petrol/Electric PHEV`; undefined if the text has no class (`Hydrogen`). */
export function classifyFuel(text: string): FuelType | undefined {
  const exact = FUEL_TYPES.find((fuel) => fuel === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, FUELS.inColumns);
  if (named.has(UNCLASSED)) return undefined;
  if (named.has('Hybrid') || (named.size === 2 && named.has('Electric'))) return 'Hybrid';
  return FUEL_TYPES.find((fuel) => named.size === 1 && named.has(fuel));
}

/** `Automatic` for `7-speed DSG`; undefined if the text has no class. */
export function classifyTransmission(text: string): Transmission | undefined {
  const exact = TRANSMISSIONS.find((transmission) => transmission === text);
  if (exact !== undefined) return exact;
  const named = meaningsIn(text, GEARBOXES.inColumns);
  return TRANSMISSIONS.find((transmission) => named.size === 1 && named.has(transmission));
}

type Terms<Class extends string> = ClassWords<Class>['inColumns'];

/** The meanings of a text's terms, except neutral ones. Longer terms beat shorter ones: `automated manual`. */
function meaningsIn<Class extends string>(text: string, terms: Terms<Class>): Set<DealersMeaning<Class>> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const found = new Set<DealersMeaning<Class>>();
  let at = 0;
  while (at < words.length) {
    let length = 3;
    let meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    while (meaning === undefined && length > 1) {
      length--;
      meaning = meaningOf(words.slice(at, at + length).join(''), terms);
    }
    if (meaning !== undefined && meaning !== NEUTRAL) found.add(meaning);
    at += length;
  }
  return found;
}

function meaningOf<Class extends string>(
  joined: string,
  terms: Terms<Class>,
): DealersMeaning<Class> | undefined {
  const withoutOuterNumbers = /^[0-9]*([a-z](?:[a-z0-9]*[a-z])?)/.exec(joined)?.[1] ?? '';
  return terms.get(joined) ?? terms.get(withoutOuterNumbers);
}
