// Terms of the trade in the abbreviations and wordings of dealers and of people, and fuels that are letters.
import { describe, expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

/** The parameters, `name=value`. */
function read(text: string): string {
  const pairs = Object.entries(interpretHere(text).parameters).map(([name, value]) => `${name}=${value}`);
  return pairs.sort().join(' ');
}

describe('letters with a slash between them', () => {
  it.each([
    ['micra a/c', 'make=Nissan model=Micra q=a/c'],
    ['corsa, E/W, C/L', 'make=Vauxhall model=Corsa q=E/W C/L'],
    ['auris with s/h', 'make=Toyota model=Auris q=s/h'],
    ['golf c/w a/c and e/w', 'make=Volkswagen model=Golf q=a/c e/w'],
    ['f/s/h polo', 'make=Volkswagen model=Polo q=f/s/h'],
    ['p/x my golf for a polo', 'make=Volkswagen model=Polo'],
  ])('are an abbreviation of the trade: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['a c class', 'make=Mercedes-Benz model=C-Class'],
    ['red/blue golf', 'make=Volkswagen model=Golf q=red or blue'],
  ])('are that only if all is one: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('two words for the body', () => {
  it.each([
    ['pick up truck, king cab', 'q=pick up truck king cab'],
    ['pickup, double cab, towbar', 'q=pickup double cab towbar'],
    ['estate, shooting brake', 'q=estate shooting brake'],
  ])('are of one car if one is a kind of the other: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['estate, saloon', 'q=estate or saloon'],
    ['pickup or double cab', 'q=pickup or double cab'],
    ['suv, crossover or estate', 'q=suv or crossover or estate'],
  ])('are alternatives otherwise: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a word before trim', () => {
  it.each([
    ['Citroen C1 in Feel trim', 'make=Citroen model=C1 q=Feel'],
    ['Honda Jazz, Advance trim', 'make=Honda model=Jazz q=Advance'],
    ['Fiat 500 easy trim', 'make=Fiat model=500 q=easy'],
    ['a C1 in good trim', 'make=Citroen model=C1'],
    ['a C1 that I feel is cheap', 'make=Citroen model=C1 sort=price_asc'],
  ])('is its name, also one that is talk elsewhere: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('how many a car seats', () => {
  it.each([
    ['up to 4 grand, seats five', 'price_max=4000 q=5 seats'],
    ['something that seats 7, diesel', 'fuel_type=Diesel q=7 seats'],
    ['it seats seven people, Zafira', 'make=Vauxhall model=Zafira q=7 seats'],
    ['a Berlingo seating five', 'make=Citroen model=Berlingo q=5 seats'],
    ['vw up, seats 4', 'make=Volkswagen model=Up q=4 seats'],
  ])('is its number of seats: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['leather seats 5 doors', 'q=leather seats 5 doors'],
    ['heated seats, 5 door golf', 'make=Volkswagen model=Golf q=heated seats 5 door'],
    ['Seat 5 door', 'make=SEAT q=5 door'],
    ['move to seat 5 door', 'make=SEAT q=5 door'],
  ])('is not the number of something else: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a misspelt word behind its number', () => {
  it.each([
    ['xc90 7 seeter', 'make=Volvo model=XC90 q=7 seater'],
    ['five seeter estate', 'q=five seater estate'],
    ['5 dooors polo', 'make=Volkswagen model=Polo q=5 doors'],
    ['juke, 2 ownres', 'make=Nissan model=Juke q=2 owners'],
    ['7 seatter zafira', 'make=Vauxhall model=Zafira q=7 seater'],
  ])('is the term of that number: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['estate for 4 waiters', 'q=estate waiters'],
    ['7 sectors', 'q=sectors'],
  ])('is another word if that number has none like it: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a letter behind the size of an engine', () => {
  it.each([
    ['2.0L d peugeot 508', 'engine_max=2.049 engine_min=1.95 fuel_type=Diesel make=Peugeot model=508'],
    ['passat 2.0l D', 'engine_max=2.049 engine_min=1.95 fuel_type=Diesel make=Volkswagen model=Passat'],
    ['1.6 d focus', 'engine_max=1.649 engine_min=1.55 fuel_type=Diesel make=Ford model=Focus'],
    ['1.4 p polo', 'engine_max=1.449 engine_min=1.35 fuel_type=Petrol make=Volkswagen model=Polo'],
    ['up to 2.0 d, Astra', 'engine_max=2 fuel_type=Diesel make=Vauxhall model=Astra'],
  ])('is its fuel: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['golf d', 'make=Volkswagen model=Golf q=d'],
    ['polo 1.2 P reg', 'engine_max=1.249 engine_min=1.15 make=Volkswagen model=Polo q=P'],
  ])('is none elsewhere, or before a plate: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a number before a comma and another term of a number', () => {
  it.each([
    ['a newer one, 1 prev owner', 'q=1 prev owner'],
    ['a red one, two previous owners', 'q=red two previous owners'],
    ['3, 5 door golf', 'make=Volkswagen model=Golf q=3 door or 5 door'],
  ])('shares its noun unless it is a pronoun: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
