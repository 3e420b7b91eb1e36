// Which of the makes and models that a phrase names are cars that are wanted: the first, and those joined to it.
import { describe, expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

/** The parameters, `name=value`, and what was not understood. */
function read(text: string): string {
  const { parameters, unsupported } = interpretHere(text);
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return [...pairs.sort(), ...unsupported.map(({ words }) => `(${words})`)].join(' ');
}

describe('a make in the description of a car', () => {
  it.each([
    ['A6 with full Peugeot service history', 'make=Audi model=A6 q=full service history (Peugeot)'],
    ['Corsa full Ford history', 'make=Vauxhall model=Corsa q=full history (Ford)'],
    ['Kuga, full Nissan service history', 'make=Ford model=Kuga q=full service history (Nissan)'],
    [
      'Kuga, one owner and Nissan service history',
      'make=Ford model=Kuga q=one owner service history (Nissan)',
    ],
    ['Golf serviced by Audi or BMW', 'make=Volkswagen model=Golf q=serviced (Audi) (BMW)'],
    ['juke with golf wheels', 'make=Nissan model=Juke q=wheels (golf)'],
    ['4 Series memory driver seat', 'make=BMW model=4 Series q=memory (seat)'],
    ['Audi with full Citroen service history', 'make=Audi q=full service history (Citroen)'],
    ['Mercedes-Benz SLR McLaren', 'make=Mercedes-Benz model=SLR (McLaren)'],
    ['golf alpha 9000', 'make=Volkswagen model=Golf price_max=9000 (alpha)'],
  ])('is no alternative: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is told, with the way to search for either', () => {
    expect(interpretHere('Renault Clio with Vauxhall alloys').unsupported).toEqual([
      {
        words: 'Vauxhall',
        start: 18,
        end: 26,
        why: 'Another car was named before, and counts. Write “or” between them to search for either.',
      },
    ]);
  });
});

describe('a make with a model of another one', () => {
  it.each([
    ['Daimler XJ', 'make=Daimler (XJ)'],
    ['Corvette C1', 'make=Corvette (C1)'],
    ['red GMC Sierra', 'make=GMC q=red (Sierra)'],
    ['Lancia Ypsilon under 4k', 'make=Lancia price_max=4000 (Ypsilon)'],
  ])('is one car: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a base model with a badge behind words that describe it', () => {
  it.each([
    ['e class coupe e220d', 'make=Mercedes-Benz model=E220d q=coupe'],
    ['a class amg line a180', 'make=Mercedes-Benz model=A180 q=amg line'],
    ['3 series touring 320d', 'make=BMW model=320d q=touring'],
    ['5 series estate 520d, 2018', 'make=BMW model=520d q=estate year_max=2018 year_min=2018'],
    ['3 series or 320d', 'make=BMW model=3 Series,320d'],
  ])('is one car: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a term that is also a model, behind a comma', () => {
  it.each([
    ['an Audi A6, quattro', 'make=Audi model=A6 q=quattro'],
    ['an A4, quattro, black', 'make=Audi model=A4 q=quattro black'],
    ['Audi A4, quattro or S line', 'make=Audi model=A4 q=quattro or S line'],
    ['Audi Quattro', 'make=Audi model=Quattro'],
    ['Skodas, Seats and VWs', 'make=SEAT,Skoda,Volkswagen'],
  ])('describes the car before it: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a word that no table knows, behind one of several cars', () => {
  it.each([
    ['a Caddy Life or a Berlingo', 'make=Citroen,Volkswagen model=Berlingo,Caddy Life'],
    ['Fabia Scoutline or Yeti', 'make=Skoda model=Fabia Scoutline,Yeti'],
    ['a Golf Rabbit or a Juke', 'make=Nissan,Volkswagen model=Golf Rabbit,Juke'],
    ['golf leather or polo', 'make=Volkswagen model=Golf,Polo q=leather'],
    ['Fabia Scoutline', 'make=Skoda model=Fabia q=Scoutline'],
  ])('is of that car alone: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what holds for one of several cars', () => {
  it.each([
    [
      "audi q3 or bmw x1 but if it's the bmw then only a petrol",
      "make=Audi,BMW model=Q3,X1 (if it's the bmw then only a petrol)",
    ],
    [
      'Golf or Polo, if it is a Polo then a GTI, under 10k',
      'make=Volkswagen model=Golf,Polo price_max=10000 (if it is a Polo then a GTI)',
    ],
    [
      "a Juke or a Captur, but if it's the Juke, automatic",
      "make=Nissan,Renault model=Captur,Juke (if it's the Juke, automatic)",
    ],
    ["a Kia or a Seat, when it's a Kia a diesel", "make=Kia,SEAT (when it's a Kia a diesel)"],
    ["only if it's a Golf, under 5k", 'make=Volkswagen model=Golf price_max=5000'],
  ])('limits none of them: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('words that only resemble a model, right behind one', () => {
  it.each([
    ['golf grandees', 'make=Volkswagen model=Golf (grandees)'],
    ['golf all models 9000', 'make=Volkswagen model=Golf price_max=9000'],
  ])('are no other car: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('cars that are joined', () => {
  it.each([
    ['Focus or an Audi', 'make=Audi,Ford'],
    ['Focus or maybe a low mileage Audi', 'make=Audi,Ford sort=miles_asc'],
    ['Focus vs Kia', 'make=Ford,Kia'],
    ['Focus versus Astra', 'make=Ford,Vauxhall model=Astra,Focus'],
    ['Mazda 3 as well as a Kia', 'make=Kia,Mazda'],
    ['focus, kia, mazda', 'make=Ford,Kia,Mazda'],
    ['Focus / Kia', 'make=Ford,Kia'],
    ['Focus & Kia', 'make=Ford,Kia'],
    ['black Focus or white Kia', 'make=Ford,Kia q=black or white'],
    ['diesel Focus and an automatic Kia', 'fuel_type=Diesel make=Ford,Kia transmission=Automatic'],
    ['A6 with full Peugeot history or a BMW', 'make=Audi,BMW q=full history (Peugeot)'],
    ['a yaris or something from suzuki', 'make=Suzuki,Toyota'],
    ['kia, hyundai full service history', 'make=Hyundai,Kia q=full service history'],
    ['cars from Ford, Vauxhall or Kia', 'make=Ford,Kia,Vauxhall'],
    ['Focus. A Kia would do too', 'make=Ford,Kia'],
    ['Skodas, Seats and VWs', 'make=SEAT,Skoda,Volkswagen'],
    ['Panda or 500', 'make=Fiat model=500,Panda'],
    ['she wants a Captur, I want a 2008', 'make=Peugeot,Renault model=2008,Captur'],
    ['a Toyota Aygo, or a Peugeot 107 or 108', 'make=Peugeot,Toyota model=107,108,Aygo'],
    ['a Juke, a 2 Series or a B-Class', 'make=BMW,Mercedes-Benz,Nissan model=2 Series,B-Class,Juke'],
    ['an E-Class or a 5 series', 'make=BMW,Mercedes-Benz model=5 Series,E-Class'],
    ['Audi A 3 or A 4', 'make=Audi model=A3,A4'],
    ['a Soul, a Picanto or an i20', 'make=Hyundai,Kia model=Picanto,Soul,i20'],
    ['a Corsa, an Adam', 'make=Vauxhall model=Adam,Corsa'],
    ['a Juke or a Note', 'make=Nissan model=Juke,Note'],
    ['a Golf or a Coupe', 'make=Volkswagen model=Golf q=Coupe'],
    ['looking at i10 or i20', 'make=Hyundai model=i10,i20'],
    ['show us Kas and Adams', 'make=Ford,Vauxhall model=Adam,Ka'],
    ['note, micra or jazz', 'make=Honda,Nissan model=Jazz,Micra,Note'],
    ['looking for a splash, note or aygo', 'make=Nissan,Suzuki,Toyota model=Aygo,Note,Splash'],
    ['picanto, splash or i10', 'make=Hyundai,Kia,Suzuki model=Picanto,Splash,i10'],
    ['edge, soul or a captur', 'make=Ford,Kia,Renault model=Captur,Edge,Soul'],
    ['edge, kuga or santa fe', 'make=Ford,Hyundai model=Edge,Kuga,Santa Fe'],
    ['Expert, Vivaro or Caddy', 'make=Peugeot,Vauxhall,Volkswagen model=Caddy,Expert,Vivaro'],
    ['micra or splash under 3k', 'make=Nissan,Suzuki model=Micra,Splash price_max=3000'],
    ['captur, soul or similar', 'make=Kia,Renault model=Captur,Soul'],
    ['captur or 2008, automatic', 'make=Peugeot,Renault model=2008,Captur transmission=Automatic'],
    ['Golf estate or Focus Zetec', 'make=Ford,Volkswagen model=Focus,Golf q=estate or Zetec'],
  ])('are alternatives: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['a Golf please, Adam', 'make=Volkswagen model=Golf q=Adam'],
    ['Golf, Adam', 'make=Volkswagen model=Golf q=Adam'],
    ['note, golf must be manual', 'make=Volkswagen model=Golf q=note transmission=Manual'],
    ['fusion or note', 'q=fusion or note'],
    ['500, panda', 'make=Fiat model=Panda (500)'],
    ['golf, 2007 or 2008', 'make=Volkswagen model=Golf year_max=2008 year_min=2007'],
  ])('are none where another word is as likely: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['ford fiesta vauxhall corsa', 'make=Ford,Vauxhall model=Corsa,Fiesta'],
    ['fiesta corsa', 'make=Ford,Vauxhall model=Corsa,Fiesta'],
    ['polo audi a1 fiat 500', 'make=Audi,Fiat,Volkswagen model=500,A1,Polo'],
    ['ford vauxhall kia', 'make=Ford,Kia,Vauxhall'],
  ])('so are complete ones side by side: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each([
  ['ford ka+', 'make=Ford model=Ka+'],
  ['ka plus under 5k', 'make=Ford model=Ka+ price_max=5000'],
  ['ford ka', 'make=Ford model=Ka'],
  ['kas under 3k', 'make=Ford model=Ka price_max=3000'],
  ['qashqai+2', 'make=Nissan model=Qashqai+2'],
  ['golf+polo', 'make=Volkswagen model=Golf,Polo'],
  ['a polo or like an adam', 'make=Vauxhall,Volkswagen model=Adam,Polo'],
  ['a juke or maybe even a note', 'make=Nissan model=Juke,Note'],
])('a plus is a part of a name that has one, and fillers part no list: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});
