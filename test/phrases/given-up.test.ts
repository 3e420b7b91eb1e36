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
  ['got rid of the diesel, after a petrol Superb', 'fuel_type=Petrol make=Skoda model=Superb'],
  ['sold the Boxster when the kids came, now a Touran', 'make=Volkswagen model=Touran'],
  ['out of a manual and into an automatic', 'transmission=Automatic'],
  ['off petrol, onto electric', 'fuel_type=Electric'],
  ['swapping petrol for electric', 'fuel_type=Electric'],
  ['retired the Land Rover last month; Duster, diesel', 'fuel_type=Diesel make=Dacia model=Duster'],
  ['traded up from a Sandero, looking at a Duster', 'make=Dacia model=Duster'],
  ['giving my sister the Fiesta, so a Karoq for me', 'make=Skoda model=Karoq'],
  ['ex Yaris owner looking for a Karoq', 'make=Skoda model=Karoq'],
  ['the lease on the Model 3 runs out, Karoq next', 'make=Skoda model=Karoq'],
  ["I've a Fabia worth about £3,200 to put against a Karoq", 'make=Skoda model=Karoq'],
  ['something to go alongside the Yaris: an Aygo', 'make=Toyota model=Aygo'],
  ['an A4 in part exchange against a Q5', 'make=Audi model=Q5'],
  ['chopping in an old Defender with 140k, petrol Jimny', 'fuel_type=Petrol make=Suzuki model=Jimny'],
  ["the Yaris's done 180k and I want a petrol Aygo", 'fuel_type=Petrol make=Toyota model=Aygo'],
  ['exchange Yaris for Aygo', 'make=Toyota model=Aygo'],
  ['the Yaris with 20k miles', 'make=Toyota miles_max=20000 model=Yaris'],
  ['who has sold a Karoq', 'make=Skoda model=Karoq'],
  ['do you sell the Karoq', 'make=Skoda model=Karoq'],
  ['anything from a Yaris to an Aygo', 'make=Toyota model=Aygo,Yaris'],
  ['a Karoq with one owner', 'make=Skoda model=Karoq q=one owner'],
  ['a Karoq with driver assistance', 'make=Skoda model=Karoq q=driver assistance'],
  ['a diesel estate', 'fuel_type=Diesel q=estate'],
  ['looking for a manual juke', 'make=Nissan model=Juke transmission=Manual'],
])('%s', (text, expected) => {
  const pairs = Object.entries(interpretHere(text).parameters).map(([name, value]) => `${name}=${value}`);
  expect(pairs.sort().join(' ')).toBe(expected);
});
