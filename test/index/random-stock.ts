// Random feed records and random queries from few values, so that they collide, tie and match; some of
// every field are unknown.
import fc from 'fast-check';
import { SORTS } from '../../src/query/sorts.ts';
import { anyDescription, anySearchText, SPLIT_MODELS } from './random-words.ts';

const DEALERS = ['north.example', 'south.example', 'north-south.example'];
const IDS = ['1', '2', '9', '10', '100', '1 0', 'A', 'a', 'Ä', '-'];
const MAKES = [
  'VW',
  'Volkswagen',
  'Škoda',
  'skoda',
  'Land Rover',
  'Landrover',
  'Range Rover',
  'FORD',
  'BMW',
  'Wartburg',
  '???',
];
const MODELS = [
  'Golf',
  'Golf Plus',
  'Golf  GTI',
  '3 Series',
  '3 Series 320d',
  '330d',
  'XJ',
  'XJS',
  'C-HR',
  '!',
  'VW GOLF GTI 5DR',
  'KA 1.2',
  'Ka+',
  'ford ka plus zetec',
  'Evoque',
  'Sport HSE',
  ...SPLIT_MODELS,
  ...SPLIT_MODELS,
];
/** Read as the trade says them; not asked for by `q`. */
const TITLES = [
  'Golf 2.0 R Line',
  'Golf R-Line GTI',
  'Golf 20 R',
  'Hatch Cooper S',
  'Cooper',
  '3 Series 2.0 320 d M-Sport',
];
// Unknown ones too, so that the texts count.
const FUELS = ['Petrol', 'Diesel', 'Plug-in Hybrid', 'Electric', 'Hydrogen', 'diesel'];
const GEARBOXES = ['Manual', 'Semi-Auto', 'DSG', 'Other', 'automatic'];
const POSTCODES = ['SW1A 1AA', 'SW1A 2AA', 'SW1E 5', 'LS1', 'LS1 4AP', 'BT1 5GS', 'XX1 1AA', 'Leeds'];
const ARRIVALS = [
  '2024-03-01',
  '2024-03-02',
  '2024-03-02T00:00:00.001Z',
  '1969-12-30',
  '1969-12-31',
  '0150-01-01',
];

const orNull = <T>(value: fc.Arbitrary<T>, freq = 5): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null, freq });
const someOf = (values: readonly (string | number)[], freq?: number) =>
  orNull(fc.constantFrom(...values), freq);

/** A line of a feed in the import format. */
export const anyLine: fc.Arbitrary<string> = fc
  .record({
    id: fc.constantFrom(...IDS),
    dealer: fc.constantFrom(...DEALERS),
    advert_number: fc.nat(2),
    year: someOf([2015, 2016, 2017]),
    make: someOf(MAKES),
    model: someOf([...MODELS, ...SPLIT_MODELS, ...TITLES]),
    mileage: someOf([0, 1, 20000, 20001]),
    fuel_type: someOf(FUELS, 2),
    transmission: someOf(GEARBOXES, 2),
    engine_size: someOf([1, 1.6, 2, 2.1]),
    price: someOf([0.01, 5000, 5000.5, 5001, 99_999_999]),
    loc: someOf(['Leeds', 'London', 'Golf Links']),
    postcode: someOf(POSTCODES),
    latitude: fc.option(fc.constantFrom(51.5051, 51.5141, 53.7956), { nil: null, freq: 1 }),
    longitude: fc.constantFrom(-0.1389, -1.5529),
    thumbnail: someOf(['https://img.example/1.jpg']),
    images: fc.constantFrom([], [], ['https://img.example/2.jpg']),
    full_description: orNull(anyDescription),
    arrived_at: fc.constantFrom(...ARRIVALS),
  })
  .map(({ advert_number, ...record }) => {
    // Listings may change their URL, but no two of a dealer share one: they would be one vehicle.
    const advert_url = `https://adverts.example/${record.dealer}/${record.id}/${advert_number}`;
    return JSON.stringify({ ...record, advert_url });
  });

/** Mostly one value, else several, or some that are excluded. */
function anyList(values: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...values);
  const list = (values: fc.Arbitrary<string>) => fc.array(values, { minLength: 1, maxLength: 3 });
  const excluded = list(one).map((listed) => listed.map((value) => `-${value}`));
  const mixed = fc.tuple(list(one), excluded).map((both) => both.flat());
  return fc.oneof(
    { weight: 4, arbitrary: one },
    { weight: 6, arbitrary: fc.oneof(list(one), excluded, mixed).map((listed) => listed.join(',')) },
  );
}

const PARAMETERS: Readonly<Record<string, fc.Arbitrary<string | number>>> = {
  q: anySearchText([...MAKES, ...MODELS]),
  make: anyList([...MAKES, 'landy', 'SKODA', 'volks', 'Volkswgen', 'Wartbrug', '"Wartbrug"', 'Frd']),
  model: anyList([
    ...MODELS,
    '3',
    '3-series',
    '3 series 32',
    'golfplus',
    'chr',
    'ka',
    'evoque',
    'range rover',
    '320d',
    'M Sport 320d',
    'BMW 320d m sport',
    'vw golf 2.0',
    'Golf GTI',
    'golf r',
    'Golf R-Line',
    'GTI R',
    'R line',
    'cooper s',
    'HSE',
    'Sport',
    'Gofl',
    '3 Sereis',
    'Glof GTIs',
    '"Gofl"',
    'Evoqe',
    'Coper S',
    'Volkswgen golf',
  ]),
  fuel_type: anyList(['Petrol', 'Diesel', 'Hybrid', 'Electric']),
  transmission: anyList(['Manual', 'Automatic']),
  dealer: fc.oneof(
    fc.uniqueArray(fc.constantFrom(...DEALERS, 'none.example')).map((list) => list.join(',')),
    anyList([...DEALERS, 'none.example']),
  ),
  price_min: fc.constantFrom(0, 1, 5000, 5001),
  price_max: fc.constantFrom(-1, 0, 5000, 5001),
  miles_min: fc.constantFrom(0, 1, 20001),
  miles_max: fc.constantFrom(0, 20000),
  year_min: fc.constantFrom(0, 2016, 2018),
  year_max: fc.constantFrom(2015, 2016, 9999),
  engine_min: fc.constantFrom(0, 1.6, 2.05),
  engine_max: fc.constantFrom(1.6, 2, 99),
  location: fc.constantFrom('SW1A 1AA', 'SW1A1', 'LS1 4AP', 'BT1'),
  distance: fc.constantFrom(0, 1, 2, 5, 6),
  // London, Leeds and Belfast, and the sea.
  cell: fc.constantFrom('5/63/42', '7/253/164', '12/8185/5448', '7/247/162,5/63/41,12/8121/5276', '0/0/0'),
  sort: fc.constantFrom(...SORTS),
};

const queryStringOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(...names.map((name) => fc.tuple(fc.constant(name), PARAMETERS[name].map(String))))
    .map((pairs) => new URLSearchParams(pairs).toString());

/** A query string with few filters, or only with words, so that it finds something. */
export const anyQueryString: fc.Arbitrary<string> = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(PARAMETERS), 'sort', 'sort', 'q', 'location'), {
      maxLength: 4,
    })
    .chain(queryStringOf),
  fc.constantFrom(['q'], ['q'], ['q', 'sort']).chain(queryStringOf),
);
