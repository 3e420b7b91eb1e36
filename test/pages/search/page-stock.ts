// The stock that the search page is tried with: 60 Fords whose values follow from their number, three that stand out, and
// one whose every text tries to become markup. Pictures are drawn by the test (in-chromium.ts), so
// that nothing is asked of anybody.

/** Where the dealers of this stock have their pictures. */
export const PICTURES = 'https://pictures.example/';

export const HOSTILE_TEXT = `"><img src=x onerror="alert(1)"><script>alert(2)</script>'`;

const record = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

/** Number 0 to 59: £5,000 to £10,900, 10,000 to 128,000 miles, 2010 to 2019, every other one in Leeds and in London. */
const fords = Array.from({ length: 60 }, (_, number) =>
  record({
    id: `ford-${number}`,
    dealer: 'harbour-cars.example',
    advert_url: `https://harbour-cars.example/stock/${number}`,
    make: 'Ford',
    model: number < 40 ? 'Focus' : 'Fiesta',
    year: 2010 + (number % 10),
    price: 5000 + 100 * number,
    mileage: 10_000 + 2_000 * number,
    fuel_type: number % 3 === 0 ? 'Diesel' : 'Petrol',
    transmission: 'Manual',
    engine_size: 1.6,
    loc: number % 2 === 0 ? 'Leeds' : 'London',
    postcode: number % 2 === 0 ? 'LS1 4AP' : 'SW1A 1AA',
    thumbnail: `${PICTURES}ford-${number}.svg`,
    images: [
      `${PICTURES}ford-${number}.svg`,
      `${PICTURES}inside-${number}.svg`,
      `${PICTURES}rear-${number}.svg`,
    ],
    full_description: `Ford number ${number}. Two keys, one owner.`,
    arrived_at: `2024-01-01T00:${String(number).padStart(2, '0')}:00Z`,
  }),
);

export const PAGE_STOCK: readonly string[] = [
  ...fords,
  record({
    id: 'jaguar',
    dealer: 'valley-cars.example',
    advert_url: 'https://valley-cars.example/jaguar',
    make: 'Jaguar',
    model: 'XJ',
    year: 2021,
    price: 39_995,
    mileage: 8_000,
    fuel_type: 'Diesel',
    transmission: 'Automatic',
    engine_size: 3,
    loc: 'Inverness',
    postcode: 'IV1 1AA',
  }),
  record({ id: 'bare', dealer: 'valley-cars.example', advert_url: 'https://valley-cars.example/bare' }),
  record({
    id: 'hostile',
    dealer: 'valley-cars.example',
    advert_url: 'https://valley-cars.example/hostile?"><script>alert(3)</script>',
    make: HOSTILE_TEXT,
    model: 'Hostile',
    loc: HOSTILE_TEXT,
    price: 66_666,
    mileage: 66_666,
    thumbnail: `${PICTURES}"><script>alert(4)</script>.svg`,
    full_description: `${HOSTILE_TEXT}\n</p></dialog><iframe src="javascript:alert(5)"></iframe>`,
  }),
];
