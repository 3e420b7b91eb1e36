// A small stock for the conformance cases: each listing separates one rule of the contract from its nearest misreading.
// A listing's name is the last part of its advert's URL and, by default, its id. Values that a listing does not set are
// ordinary: a picture, a description, and an arrival on 1 March 2024.
import { Readable } from 'node:stream';
import { readFeed } from '../../src/ingest/run/read-feed.ts';
import type { FeedFile } from '../../src/ingest/run/feed-importer.ts';
import type { Listing } from '../../src/listing/listing.ts';

type FeedRecord = Readonly<Record<string, unknown>>;

const HARBOUR = { dealer: 'harbour-motors.example', loc: 'London', postcode: 'SW1A 1AA' };
const VALLEY = { dealer: 'valley-cars.example', loc: 'Leeds' };
const CLYDE = { dealer: 'clyde-autos.example', loc: 'Glasgow' };
const LAGAN = { dealer: 'lagan-motors.example', loc: 'Belfast', postcode: 'BT1 5GS' };

function listing(name: string, dealer: FeedRecord, facts: FeedRecord): FeedRecord {
  return {
    id: name,
    advert_url: `https://${String(dealer['dealer'])}/used/${name}`,
    thumbnail: `https://img.${String(dealer['dealer'])}/${name}.jpg`,
    full_description: 'Part exchange welcome.',
    arrived_at: '2024-03-01T09:00:00Z',
    ...dealer,
    ...facts,
  };
}

const petrol = (engine_size: number) => ({ fuel_type: 'Petrol', transmission: 'Manual', engine_size });
const diesel = (engine_size: number) => ({ fuel_type: 'Diesel', transmission: 'Automatic', engine_size });

/** Makes, models and words: how listings spell them is how dealers do. */
const SPELLINGS = [
  listing('xj', HARBOUR, { make: 'jaguar', model: 'XJ', year: 2015, price: 14995, mileage: 41000, ...diesel(3), full_description: 'Premium Luxury with panoramic roof, in black.' }),
  listing('xjs', HARBOUR, { make: 'Jaguar', model: 'XJS', year: 1994, price: 18500, mileage: 71000, ...petrol(4), full_description: 'Racing green convertible with a black hood.' }),
  listing('a3', VALLEY, { make: 'Audi', model: 'A3', year: 2018, price: 12500, mileage: 30000, ...petrol(1.4), full_description: "Sport saloon in Arctic white. The driver's choice." }),
  listing('a4', VALLEY, { make: 'Audi', model: 'A4', year: 2018, price: 12500, mileage: 30000, ...diesel(2), full_description: 'Grey estate; golf clubs fit into the boot.' }),
  listing('three', CLYDE, { make: 'BMW', model: '3 Series', year: 2016, price: 11000, mileage: 52000, ...petrol(2), full_description: 'BMW 3 Series M Sport with satnav, FSH and aircon. One owner.' }),
  listing('320d', CLYDE, { make: 'BMW', model: '3 Series 320d', year: 2017, price: 13500, mileage: 48000, ...diesel(2), transmission: 'Semi-Auto', full_description: 'Satellite navigation, service history and A/C; M-Sport. Two previous owners.' }),
  listing('330d', CLYDE, { make: 'Beemer', model: '3 Series 330d', year: 2017, price: 16500, mileage: 39000, ...diesel(3), transmission: 'Steptronic', full_description: 'Sat-nav, full service history, air conditioning, 5 doors.' }),
  listing('golf', VALLEY, { make: 'VW', model: 'Golf', year: 2019, price: 15500, mileage: 22000, fuel_type: 'Plug-in Hybrid', transmission: 'DSG', engine_size: 1.4, full_description: 'GTE with Bluetooth, 5dr.' }),
  listing('golf-plus', VALLEY, { make: 'Volkswagen', model: 'Golf Plus', year: 2012, price: 3500, mileage: 88000, ...petrol(1.6), full_description: 'Five door with tow bar.' }),
  listing('octavia', LAGAN, { make: 'Škoda', model: 'Octavia', year: 2020, price: 14000, mileage: 25000, fuel_type: 'Mild Hybrid', transmission: 'Automatic', engine_size: 1.5, full_description: 'Blue estate, all-wheel drive, electric windows.' }),
  listing('fabia', LAGAN, { make: 'Skoda', model: 'Fabia', year: 2014, price: 4250, mileage: 61000, ...petrol(1.2) }),
  listing('c-class', CLYDE, { make: 'Merc', model: 'C-Class', year: 2018, price: 19500, mileage: 33000, ...diesel(2.1), full_description: 'AMG Line with head up display.' }),
  listing('e-class', HARBOUR, { make: 'Mercedes-Benz', model: 'E Class', year: 2019, price: 23500, mileage: 27000, fuel_type: 'Petrol/Electric', transmission: 'Automatic', engine_size: 2, full_description: 'Head-up display; diesel heater.' }),
  listing('defender', VALLEY, { make: 'Landrover', model: 'Defender 90', year: 2013, price: 27500, mileage: 64000, ...diesel(2.2), transmission: 'Manual' }),
  listing('mirai', HARBOUR, { make: 'Toyota', model: 'Mirai', year: 2017, price: 17000, mileage: 19000, fuel_type: 'Hydrogen', transmission: 'Single speed', full_description: 'Electric drive from a fuel cell; heated seat.' }),
  listing('c-hr', VALLEY, { make: 'Toyota', model: 'C-HR', year: 2018, price: 16000, mileage: 29500, fuel_type: 'Hybrid', transmission: 'CVT', engine_size: 1.8, full_description: 'Manual gear selection by paddles.' }),
  listing('leaf', CLYDE, { make: 'Nissan', model: 'Leaf', year: 2018, price: 9500, mileage: 31000, fuel_type: 'Electric', transmission: 'Automatic', full_description: 'Heated seats.' }),
  listing('c3', HARBOUR, { make: 'Citroën', model: 'C3', year: 2016, price: 5500, mileage: 45000, ...petrol(1.2), full_description: 'Android Auto, Bluetooth and a towbar.' }),
  // No known make, and the oldest arrival.
  listing('wartburg', CLYDE, { make: 'Wartburg', model: '353', year: 1988, price: 6000, mileage: 54000, ...petrol(1), arrived_at: '2024-01-01', full_description: 'S badge, chrome line.' }),
  listing('kuga', VALLEY, { make: 'Ford', model: 'Kuga', year: 2018, price: 13900, mileage: 36000, ...petrol(1.5), transmission: 'Other', full_description: 'Automatic gearbox, 4x4.' }),
]; // prettier-ignore

const FOCUS = { make: 'Ford', model: 'Focus', ...petrol(1) };

/** One value unknown in each. Only `no-year` is complete all the same, because a year is not asked for. */
const UNKNOWNS = [
  listing('no-price', VALLEY, { ...FOCUS, year: 2016, mileage: 40000 }),
  listing('no-mileage', VALLEY, { ...FOCUS, year: 2016, price: 7000, full_description: '7 seats.' }),
  listing('no-year', VALLEY, { ...FOCUS, price: 7200, mileage: 42000, full_description: 'Type-R wing.' }),
  // Newer than every complete listing.
  listing('no-picture', VALLEY, { ...FOCUS, year: 2016, price: 7400, mileage: 43000, thumbnail: null, arrived_at: '2024-06-01' }),
  listing('no-description', VALLEY, { ...FOCUS, year: 2016, price: 7600, mileage: 44000, full_description: null }),
  // A mileage of 0 is known. The newest arrival of the complete listings; its pictures are a list without a thumbnail.
  listing('new-focus', VALLEY, { ...FOCUS, year: 2023, price: 21000, mileage: 0, thumbnail: null, images: ['https://img.valley-cars.example/1.jpg'], arrived_at: '2024-05-01' }),
  listing('nothing', VALLEY, { loc: null, thumbnail: null, full_description: null }),
]; // prettier-ignore

const MAZDA = { make: 'Mazda', model: '2', year: 2011, price: 2800, mileage: 90000, ...petrol(1.3) };

/** Alike in all that is sorted by. Ids are texts: `10` comes before `9`. Two dealers gave the same id. */
const TIES = [
  listing('9', VALLEY, MAZDA),
  listing('10', VALLEY, MAZDA),
  listing('100', VALLEY, MAZDA),
  listing('twin-of-valley', VALLEY, { ...MAZDA, id: 'A' }),
  listing('twin-of-clyde', CLYDE, { ...MAZDA, id: 'A' }),
];

/** The centroid of the sector `SW1A 1`. */
const PALACE = { lat: 51.5051, lng: -0.1389 };

/** North of the palace by degrees; one kilometre is 0.0089932 of them. The farther, the cheaper. */
function jazz(name: string, degreesNorth: number, price: number): FeedRecord {
  const position = { latitude: PALACE.lat + degreesNorth, longitude: PALACE.lng };
  const facts = { make: 'Honda', model: 'Jazz', year: 2010, mileage: 70000, ...petrol(1.4) };
  return listing(name, VALLEY, { ...facts, ...position, price });
}

/** One on each side of every band's edge. */
const DISTANCES = [
  jazz('0km', 0, 3300),
  jazz('0.9996km', 0.00899, 3200),
  jazz('1.004km', 0.00903, 3190),
  jazz('4.99km', 0.044876, 3180),
  jazz('5.01km', 0.045056, 3170),
  jazz('9.99km', 0.089842, 3160),
  jazz('10.01km', 0.090022, 3150),
  jazz('24.99km', 0.224741, 3140),
  jazz('25.01km', 0.22492, 3130),
  jazz('49.99km', 0.449571, 3120),
  jazz('50.01km', 0.449751, 3110),
  jazz('99.99km', 0.899231, 3100),
  jazz('100.01km', 0.899411, 3090),
];

const YARIS = { make: 'Toyota', model: 'Yaris', year: 2009, mileage: 95000, ...petrol(1.3) };

/** How a position is known: by its unit, sector or district, by coordinates before any postcode, or not at all. */
const PLACES = [
  listing('at-unit', VALLEY, { ...YARIS, price: 1900, postcode: 'ls14ap', full_description: 'Style pack and roof rails.' }),
  listing('at-sector', VALLEY, { ...YARIS, price: 1800, postcode: 'LS1 4ZZ', full_description: 'Roof rails pack in that style.' }),
  listing('at-district', LAGAN, { ...YARIS, price: 1700, full_description: 'Like a RAV 4.' }),
  listing('at-coordinates', VALLEY, { ...YARIS, price: 1600, postcode: 'LS1 4AP', latitude: 55.8634, longitude: -4.2581, full_description: 'Swapped for an MX 5.' }),
  listing('nowhere', VALLEY, { ...YARIS, price: 1500, postcode: 'ZZ9 9ZZ', full_description: 'Bigger RAV4 in stock too.' }),
]; // prettier-ignore

const RECORDS = [...SPELLINGS, ...UNKNOWNS, ...TIES, ...DISTANCES, ...PLACES];

/** The stock in the import format, one record a line. */
export const STOCK_LINES: readonly string[] = RECORDS.map((record) => JSON.stringify(record));

/** A listing of the first dealer that was in stock earlier: a whole import of STOCK_LINES withdraws it. */
export const WITHDRAWN_LINE = JSON.stringify(
  listing('sold', HARBOUR, {
    make: 'Land Rover',
    model: 'Discovery Sport',
    year: 2017,
    price: 18000,
    mileage: 50000,
  }),
);

/** A directory of unit postcodes that knows one, off the centroid of its sector. */
export const UNIT_POSTCODES = 'pcds,lat,long\nLS1 4AP,53.7965,-1.5478\n';

export function feedOf(lines: readonly string[]): FeedFile {
  return { name: 'stock.ndjson', source: Readable.from([Buffer.from(`${lines.join('\n')}\n`)]) };
}

/** The listings of a feed in the import format, read as an import reads them. */
export async function listingsOf(lines: readonly string[]): Promise<Listing[]> {
  const listings: Listing[] = [];
  for await (const items of readFeed(feedOf(lines).source)) {
    for (const result of items) {
      if (result.kind !== 'listing') throw new Error(result.message);
      const { arrivedAt } = result.listing;
      if (arrivedAt === null)
        throw new Error(`${result.listing.id} has no arrival, and is not to get one from the clock`);
      listings.push({ ...result.listing, arrivedAt });
    }
  }
  return listings;
}
