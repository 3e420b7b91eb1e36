// What is listed is excluded, wished or wanted alike, however the list is written.
import { expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

function read(text: string): string {
  const { parameters, unsupported } = interpretHere(text);
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return [...pairs.sort(), ...unsupported.map(({ words }) => `(${words})`)].join(' ');
}

it.each([
  ['no Fords/Vauxhalls/Renaults', 'make=-Ford,-Renault,-Vauxhall'],
  ['no Ford, Vauxhall, Renault', 'make=-Ford,-Renault,-Vauxhall'],
  ['avoid Renault Citroen Peugeot', 'make=-Citroen,-Peugeot,-Renault'],
  ['not white, black, or silver', 'q=-white -black -silver'],
  ['not white, black, silver', 'q=-white -black -silver'],
  ['not diesel/electric', 'fuel_type=-Diesel,-Electric'],
  ['diesel/electric no thanks', 'fuel_type=-Diesel,-Electric'],
  ['no white cars or black ones', 'q=-white -black'],
  ['no Ford cars or Vauxhalls', 'make=-Ford,-Vauxhall'],
  ['BMWs, Audis and Minis are out', 'make=-Audi,-BMW,-MINI'],
])('all of an exclusion: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['not a Golf, a Polo', 'make=Volkswagen model=Polo'],
  ['no automatics, petrol', 'fuel_type=Petrol transmission=-Automatic'],
  ['juke, no sunroof, 5 door, heated seats', 'make=Nissan model=Juke q=-sunroof 5 door heated seats'],
  ['a Kia, Fords and Fiats are out', 'make=Kia'],
  ['golf, Fiestas and Corsas are out', 'make=Volkswagen model=Golf'],
])('but not what is wanted beside it: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['juke, no 1.0 ecoboost', 'make=Nissan model=Juke (no 1.0 ecoboost)'],
  ["juke, don't want a 1.6 diesel", "make=Nissan model=Juke (don't want a 1.6 diesel)"],
  ['juke, anywhere but London', 'make=Nissan model=Juke (anywhere but London)'],
])('what cannot be excluded is not asked for: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['in red preferably, or blue', 'q=red or blue'],
  [
    'juke with cruise control, nice if it has a sunroof',
    'make=Nissan model=Juke q=cruise control (nice if it has a sunroof)',
  ],
  ['petrol preferably, or hybrid', 'fuel_type=Hybrid,Petrol'],
  ['prefer manual but auto ok', ''],
  ['electric or hybrid ideally but petrol would do', 'fuel_type=Electric,Hybrid,Petrol'],
])('a preference among what will do leaves the rest: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['a petrol automatic or a diesel manual', 'fuel_type=Diesel,Petrol'],
  ['Golf petrol or Polo diesel', 'fuel_type=Diesel,Petrol make=Volkswagen model=Golf,Polo'],
  ['12k for an automatic, 10k for a manual', 'price_max=12000'],
  [
    '8k for a petrol Polo, 9k for a diesel',
    'fuel_type=Diesel,Petrol make=Volkswagen model=Polo price_max=9000',
  ],
  ['under 8k in red, 9k in blue', 'price_max=9000 q=red or blue'],
  ['she wants red he wants blue', 'q=red or blue'],
  ['she wants an estate, he wants a hatchback, petrol', 'fuel_type=Petrol q=estate or hatchback'],
  ['his has to be an estate, hers a hatchback', 'q=estate or hatchback'],
  ['she wants petrol he wants diesel, kona', 'fuel_type=Diesel,Petrol make=Hyundai model=Kona'],
  ['a petrol Golf and a diesel Polo', 'fuel_type=Diesel,Petrol make=Volkswagen model=Golf,Polo'],
  ['Golf petrol, Polo diesel', 'fuel_type=Diesel,Petrol make=Volkswagen model=Golf,Polo'],
  ['a diesel BMW 3 Series petrol', 'fuel_type=Diesel make=BMW model=3 Series (petrol)'],
  ['electric kona diesel', 'fuel_type=Electric make=Hyundai model=Kona (diesel)'],
])('what each of several alternatives has will do: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["if it's an automatic I'd go to 12k, otherwise 10k", "price_max=12000 (if it's an automatic)"],
  ["juke up to 10k, 12k if it's automatic", "make=Nissan model=Juke price_max=12000 (if it's automatic)"],
  [
    "juke, 9k max if it's diesel, 10k max if it's petrol",
    "make=Nissan model=Juke price_max=10000 (if it's diesel) (if it's petrol)",
  ],
  ["juke, up to 9k if it's automatic", "make=Nissan model=Juke price_max=9000 (if it's automatic)"],
  [
    "petrol juke, or diesel if it's euro 6",
    "fuel_type=Diesel,Petrol make=Nissan model=Juke (if it's euro 6)",
  ],
  ["juke, diesels are fine if they're euro 6", "make=Nissan model=Juke (diesels) (if they're euro 6)"],
  [
    "juke up to 12k if it's under 20k miles",
    "make=Nissan model=Juke price_max=12000 (if it's under 20k miles)",
  ],
  ["juke, automatic if it's under 7k", 'make=Nissan model=Juke price_max=7000 transmission=Automatic'],
  ["juke, diesel if it's euro 6", 'fuel_type=Diesel make=Nissan model=Juke q=euro 6'],
  ["juke, if it's automatic I can go to 9k", "make=Nissan model=Juke price_max=9000 (if it's automatic)"],
  [
    "juke up to 9k if it's got leather, 2018 or newer",
    "make=Nissan model=Juke price_max=9000 year_min=2018 (if it's got leather)",
  ],
  ["juke, only if it's automatic, up to 9k", 'make=Nissan model=Juke price_max=9000 transmission=Automatic'],
  ["if it's a diesel I'm not interested, juke", 'fuel_type=-Diesel make=Nissan model=Juke'],
])('a condition of one of two limits is none of the search: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});
