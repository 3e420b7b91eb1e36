// Vehicles that are given up, ruled out or somebody else's limit no search.
import { expect, it } from 'vitest';
import { interpretHere } from './interpret-here.ts';

it.each([
  ['moving on from a van to an estate', 'q=estate'],
  ['from petrol to electric', 'fuel_type=Electric'],
  ['swap my diesel for a hybrid', 'fuel_type=Hybrid'],
  ['giving up her manual so an automatic aygo', 'make=Toyota model=Aygo transmission=Automatic'],
  ['the old Corsa has to go, after a Juke', 'make=Nissan model=Juke'],
  ['The Meriva has 98,000 on it and needs replacing, Kadjar please', 'make=Renault model=Kadjar'],
  ['part exchange is a Clio, want a Captur', 'make=Renault model=Captur'],
  ["next door's got a Kadjar, mine will be a Juke", 'make=Nissan model=Juke'],
  ["I'd love a Juke but it's too small, Kadjar instead", 'make=Renault model=Kadjar'],
  ['my cousin rejected a Juke, I want an Aygo', 'make=Toyota model=Aygo'],
  ['I once owned a Juke, Aygo now', 'make=Toyota model=Aygo'],
  ['a diesel estate', 'fuel_type=Diesel q=estate'],
  ['looking for a manual juke', 'make=Nissan model=Juke transmission=Manual'],
])('%s', (text, expected) => {
  const pairs = Object.entries(interpretHere(text).parameters).map(([name, value]) => `${name}=${value}`);
  expect(pairs.sort().join(' ')).toBe(expected);
});
