// Notes, reasons and spans of single rules, which the list of phrases does not show.
import { describe, expect, it, test } from 'vitest';
import { townsOf } from '../../src/geo/towns.ts';
import { understoodShare } from '../../src/phrases/interpret.ts';
import { isOneEditApart } from '../../src/vehicle/name-key.ts';
import { registrationPeriodOf, yearOfHalfYear } from '../../src/phrases/limits/resolve-year.ts';
import { interpretHere } from './interpret-here.ts';

describe('words', () => {
  it('are given with the signs of their numbers, and where they stand', () => {
    expect(interpretHere('golf under £10k, 2019+').understood).toEqual([
      { parameter: 'make', value: 'Volkswagen', words: 'golf', start: 0, end: 4 },
      { parameter: 'model', value: 'Golf', words: 'golf', start: 0, end: 4 },
      { parameter: 'price_max', value: '10000', words: 'under £10k', start: 5, end: 15 },
      { parameter: 'year_min', value: '2019', words: '2019+', start: 17, end: 22 },
    ]);
  });

  it('without meaning are listed as ignored', () => {
    const { ignoredWords: leftOut } = interpretHere("Hello, I'm looking for a Skoda please");
    expect(leftOut.map(({ words }) => words)).toEqual(['Hello', "I'm looking for a", 'please']);
  });

  it('that no search supports have a reason', () => {
    expect(interpretHere('petrol, no mermaids').unsupported).toEqual([
      {
        words: 'no mermaids',
        start: 8,
        end: 19,
        why: 'A search cannot leave this out: it was not searched for, and nothing is excluded.',
      },
    ]);
  });
});

describe('a distance', () => {
  it.each([
    ['1 km', '0', undefined],
    ['1 mile', '1', 'We search within 3 miles, the nearest distance that we have'],
    ['10 miles', '3', 'We search within 16 miles, the nearest distance that we have'],
    ['50 km', '4', undefined],
    ['51 km', '5', 'We search within 62 miles, the nearest distance that we have'],
    ['63 miles', '6', 'No distance limit: this is more than the widest that we have'],
  ])(
    'of %s is in band %s, which is never narrower, and says so where it is wider',
    (requested, band, note) => {
      const { parameters, understood } = interpretHere(`within ${requested} of LS1`);
      expect(parameters.distance).toBe(band);
      expect(understood.find(({ parameter }) => parameter === 'distance')?.note).toBe(note);
    },
  );

  it('without a place is unsupported', () => {
    expect(interpretHere('golf within 20 miles').parameters).toEqual({ make: 'Volkswagen', model: 'Golf' });
    expect(interpretHere('within 20 miles').unsupported[0]?.why).toBe(
      'A distance needs a postcode or a town to measure from.',
    );
  });
});

describe('a plate', () => {
  it.each([
    [51, 2001, 2001.5],
    [2, 2002, 2002],
    [17, 2017, 2017],
    [67, 2017, 2017.5],
    [26, 2026, 2026],
    [76, 2026, 2026.5],
  ])('%i is of %i, its half year %d', (digits, year, half) => {
    const halfYear = registrationPeriodOf(digits, 2026) ?? NaN;
    expect(halfYear / 2).toBe(half);
    expect(yearOfHalfYear(halfYear)).toBe(year);
  });

  it.each([0, 1, 27, 50, 77, 99, 100, 1.5])('%d there is not', (digits) => {
    expect(registrationPeriodOf(digits, 2026)).toBeUndefined();
  });

  it('of autumn says that it runs into the next year', () => {
    expect(interpretHere('67 plate').understood[0]?.note).toBe('issued from September 2017 to February 2018');
    expect(interpretHere('17 plate').understood[0]?.note).toBeUndefined();
  });
});

test.each([
  ['focus', 'focsu', true],
  ['focus', 'fcus', true],
  ['focus', 'foccus', true],
  ['focus', 'fopus', true],
  ['focus', 'focus', false],
  ['focus', 'cofus', false],
  ['focus', 'fo', false],
  ['ev6', 'ev9', false],
  ['mx5', 'mx', false],
  ['', 'a', true],
])('%s and %s are one edit apart: %s', (one, other, expected) => {
  expect(isOneEditApart(one, other)).toBe(expected);
  expect(isOneEditApart(other, one)).toBe(expected);
});

describe('towns', () => {
  const district = (outcode: string, town: string, lat: number, units: number) => ({
    outcode,
    town,
    point: { lat, lng: 0 },
    units,
  });

  it('stand for the district nearest to most of their addresses, but for no office block', () => {
    const towns = townsOf([
      district('AA1', 'Ashby-on-Sea', 50.0, 100),
      district('AA2', 'Ashby-on-Sea', 50.1, 100),
      district('AA3', 'Ashby-on-Sea', 50.12, 100),
      district('AA99', 'Ashby-on-Sea', 50.099, 1),
    ]);
    expect(towns.find('ashby on sea')).toEqual({
      name: 'Ashby-on-Sea',
      districts: ['AA2'],
      size: 4,
      ambiguous: false,
    });
    expect(towns.find('Ashby')).toBeUndefined();
  });

  it('far apart with one name are ambiguous, and name a district of each', () => {
    const towns = townsOf([district('AA1', 'Ashby', 50, 100), district('ZZ1', 'Ashby', 52, 90)]);
    expect(towns.find('ASHBY')).toMatchObject({ districts: ['AA1', 'ZZ1'], ambiguous: true });
  });

  it('that are ambiguous are told with what to send instead, and searched for as words', () => {
    const { unsupported: notUnderstood, q } = interpretHere('polo near Newport');
    expect(q).toBe('Newport');
    expect(notUnderstood).toMatchObject([
      {
        words: 'near Newport',
        why: 'There are several places of that name: give a postcode, such as NP20 or PO30 or SA42 or TF10.',
      },
    ]);
  });
});

describe('words that look like others', () => {
  it.each([
    ['a 7 seater', 'q=7 seater'],
    ['500 quid banger', 'price_max=500'],
    ['honda civic type r fk8', 'q=type r fk8; make=Honda; model=Civic'],
    ['golf mk7.5', 'q=mk7.5; make=Volkswagen; model=Golf'],
    ['fiesta ST-3', 'q=ST-3; make=Ford; model=Fiesta'],
    ['crv i-dtec', 'q=i-dtec; make=Honda; model=CR-V'],
    ['electric with over 200 miles range', 'fuel_type=Electric'],
    ['minimum price 5000', 'price_min=5000'],
    ['a polo for under a grand', 'make=Volkswagen; model=Polo; price_max=1000'],
    ['mazda cx5 gt sport', 'q=gt sport; make=Mazda; model=CX-5'],
    ['electric windows', 'q=electric windows'],
    ["my daughter's first car", ''],
    ['nearer to 6 grand than 8, cap it at 7', 'price_max=7000'],
    ['around 6 grand, 90 max', 'price_min=5400; price_max=6600'],
    ['similar to a Kuga but not a Ford', 'make=-Ford'],
    ['a Ford but not a Kuga', 'make=Ford; model=-Kuga'],
    ['near St. Albans', 'location=AL1; distance=4; sort=distance'],
    ['nothing over £5k', 'price_max=5000'],
  ])('%s', (text, expected) => {
    const found = Object.entries(interpretHere(text).parameters).map(([name, value]) => `${name}=${value}`);
    expect(found.sort()).toEqual(expected === '' ? [] : expected.split('; ').sort());
  });
});

describe('a limit', () => {
  it.each([
    ["mileage shouldn't really be above 50k", 'miles_max=50000'],
    ["I'm not made of money, so under 3k", 'price_max=3000'],
    ["I'm not made of money so under 3k", 'price_max=3000'],
    ["don't want nothing over 5k", 'price_max=5000'],
    ['steer clear of anything over 70k miles', 'miles_max=70000'],
    ['not less than 5k and not more than 8k', 'price_max=8000; price_min=5000'],
    ['hyundai i20 5 door max 7.5k', 'make=Hyundai; model=i20; price_max=7500; q=5 door'],
    ['from 2016 year', 'year_min=2016'],
    ['1926 Bentley', 'make=Bentley; year_max=1926; year_min=1926'],
  ])('is that of %s', (text, expected) => {
    const found = Object.entries(interpretHere(text).parameters).map(([name, value]) => `${name}=${value}`);
    expect(found.sort()).toEqual(expected.split('; '));
  });

  it.each([
    [
      "it doesn't need to be under 5 years old",
      'You said that this does not matter, so it does not limit the search.',
    ],
    ["I don't mind going over 8k", 'You said that this does not matter, so it does not limit the search.'],
    ["I wouldn't refuse to pay over 8k", 'This can be read either way, so it does not limit the search.'],
  ])('is none in %s', (text, why) => {
    const { parameters, unsupported } = interpretHere(text);
    expect(parameters).toEqual({});
    expect(unsupported).toMatchObject([{ why }]);
  });
});

it.each([
  'for a newly qualified driver',
  'to pull my horse trailer',
  'my dad is a wheelchair user',
  'is servicing available',
])('what describes the buyer or asks for a service sets no parameter: %s', (text) => {
  expect(interpretHere(text).parameters).toEqual({});
});

describe('numbers that say nothing of the vehicle', () => {
  it.each([
    'ring me on 07700 900123',
    'ring me on +44 7700 900123',
    'viewing at 10:30 on Saturday',
    'free after 6pm',
    'saw it at half past ten',
    'I live at 42 Station Road',
    'I was born in 1985',
    'got my licence at 23 in 2006',
    'driving since 2012',
    'I paid 12k for my last car',
    'I was quoted £900 for repairs',
    'my 19 year old needs one',
    'it is 25 degrees outside',
    'we drove 300 miles',
  ])('set no parameter: %s', (text) => {
    expect(interpretHere(text).parameters).toEqual({});
  });
});

describe('a number that may mean several things', () => {
  it('is a question, with what each choice sets', () => {
    const { parameters, unsupported } = interpretHere('golf up to 13');
    expect(parameters).toEqual({ make: 'Volkswagen', model: 'Golf' });
    expect(unsupported).toMatchObject([
      {
        words: 'up to 13',
        asks: {
          question: 'Is 13 a price, a mileage or an age?',
          choices: [
            { label: 'Up to £13,000', parameters: { price_max: '13000' } },
            { label: 'Up to 13,000 miles', parameters: { miles_max: '13000' } },
            { label: 'Up to 13 years old', parameters: { year_min: '2013' } },
          ],
        },
      },
    ]);
  });

  it('is a price in thousands as a budget', () => {
    expect(interpretHere('budget 8').parameters).toEqual({ price_max: '8000' });
  });
});

test.each([
  ['golf under 5k', 1],
  ['golf up to 13', 0.25],
  ['hello', 0],
])('the share of %s that is understood is %d', (text, share) => {
  expect(understoodShare(interpretHere(text))).toBe(share);
});
