// Places, distances and orders.
import { finds, rejects, row, type Case } from './case.ts';

const ALL_BY_DISTANCE =
  '0km 0.9996km 1.004km 4.99km 5.01km 9.99km 10.01km 24.99km 25.01km 49.99km 50.01km 99.99km 100.01km';
const ALL_KM = [0, 1, 1, 4.99, 5.01, 9.99, 10.01, 24.99, 25.01, 49.99, 50.01, 99.99, 100.01];
const JAZZ = 'model=jazz&location=SW1A+1AA&sort=distance';
const FIRST_PAGE =
  'new-focus 0.9996km golf 330d 49.99km 5.01km fabia at-unit octavia golf-plus no-year kuga xj nowhere c3 24.99km at-sector leaf c-hr twin-of-clyde';
const FORD = 'new-focus no-year kuga no-picture no-price no-mileage no-description';
const MAZDA = '10 100 9 twin-of-clyde twin-of-valley';
const SHUFFLED = 'twin-of-clyde 100 10 twin-of-valley 9';

function within(count: number) {
  return finds(ALL_BY_DISTANCE.split(' ').slice(0, count).join(' '), { km: ALL_KM.slice(0, count) });
}

export const PLACE_CASES: readonly Case[] = [
  ...row(
    'location',
    { query: 'model=yaris&sort=distance&location=LS1+4AP', expect: finds('at-unit at-sector at-coordinates at-district nowhere', { km: [0, 0.35, 287.97, 298.61, null] }), reason: 'a unit that is known; coordinates go before a postcode' },
    { query: 'model=yaris&sort=distance&location=LS1+4', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0, 0.35, 287.86, 298.33, null] }), reason: 'a sector' },
    { query: 'model=yaris&sort=distance&location=LS1+4XX', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0, 0.35, 287.86, 298.33, null] }), reason: 'a unit that is not known is placed at its sector' },
    { query: 'model=yaris&sort=distance&location=LS1', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0.24, 0.28, 287.73, 298.34, null] }), reason: 'a district' },
    { query: 'model=yaris&sort=distance&location=BT1+9ZZ', expect: finds('at-district at-coordinates at-sector at-unit nowhere', { km: [0, 176.01, 298.33, 298.61, null] }), reason: 'Northern Ireland has no sectors here: the district' },
    { query: 'model=fabia&location=ls14ap', expect: finds('fabia', { km: [298.61] }), reason: 'case and spaces are free' },
    { query: 'model=fabia&location=+l+S14AP+', expect: rejects('location', 'invalid_location'), reason: 'but not inside a part' },
    { query: 'model=yaris&location=G22&price_max=1600', expect: finds('nowhere at-coordinates', { km: [null, 3.07] }), reason: 'without a space, the district where there is one' },
    { query: 'model=yaris&location=G2+2&price_max=1600', expect: finds('nowhere at-coordinates', { km: [null, 0] }), reason: 'with a space, the sector' },
    { query: 'model=jazz&location=AL11&price_min=3300', expect: finds('0km', { km: [29.68] }), reason: 'without a space, else the sector' },
    { query: 'model=jazz&location=SW1A+1AA&price_min=3300', expect: finds('0km', { km: [0] }), reason: 'the postcode of every public example resolves' },
    { query: 'location=XX1+1AA', expect: rejects('location', 'invalid_location'), reason: 'a district that does not exist' },
    { query: 'location=SW1', expect: rejects('location', 'invalid_location', 'SW1A'), reason: 'a district that lacks its letter' },
    { query: 'location=SW', expect: rejects('location', 'invalid_location', 'SW1A'), reason: 'an area, with a hint' },
    { query: 'location=Leeds', expect: rejects('location', 'invalid_location', 'LS2'), reason: 'the name of a place, with a hint' },
    { query: 'location=12345', expect: rejects('location', 'invalid_location'), reason: 'not a postcode' },
    { query: 'location=51.5,-0.1', expect: rejects('location', 'invalid_location'), reason: 'coordinates are not a postcode' },
  ),
  ...row(
    'distance',
    { query: `${JAZZ}&distance=0`, expect: within(2), reason: '0 is 1 km, measured before rounding' },
    { query: `${JAZZ}&distance=1`, expect: within(4), reason: '1 is 5 km' },
    { query: `${JAZZ}&distance=2`, expect: within(6), reason: '2 is 10 km' },
    { query: `${JAZZ}&distance=3`, expect: within(8), reason: '3 is 25 km' },
    { query: `${JAZZ}&distance=4`, expect: within(10), reason: '4 is 50 km' },
    { query: `${JAZZ}&distance=5`, expect: within(12), reason: '5 is 100 km' },
    { query: `${JAZZ}&distance=6`, expect: within(13), reason: '6 is unlimited' },
    { query: JAZZ, expect: within(13), reason: 'no band is unlimited' },
    { query: 'location=SW1A+1AA&distance=1', expect: finds('0.9996km xj c3 0km xjs 4.99km 1.004km e-class mirai'), reason: 'a band drops listings without a position' },
    { query: 'location=BT1&distance=5', expect: finds('fabia octavia at-district'), reason: 'a band around a district' },
    { query: 'location=SW1A+1AA&distance=6&make=Ford', expect: finds(FORD), reason: 'the unlimited band keeps listings without a position' },
    { query: 'location=SW1A+1AA&make=Ford', expect: finds(FORD), reason: 'no band keeps them too' },
    { query: 'distance=0&make=Ford', expect: finds(FORD, { ignored: ['distance'] }), reason: 'without location it has no effect' },
    { query: 'distance=7', expect: rejects('distance', 'out_of_range'), reason: 'without location the value is still checked' },
    { query: 'location=SW1A+1AA&distance=-1', expect: rejects('distance', 'out_of_range'), reason: 'no band is negative' },
    { query: 'location=SW1A+1AA&distance=25', expect: rejects('distance', 'out_of_range', '3'), reason: 'kilometres, with the band of that radius' },
  ),
  ...row(
    'distance_km',
    { query: 'dealer=harbour-motors.example&location=SW1A+1AA', expect: finds('xj c3 xjs e-class mirai', { km: [0, 0, 0, 0, 0] }), reason: '0 is a value' },
    { query: 'make=Ford&location=SW1A+1AA&miles_max=36000', expect: finds('new-focus kuga', { km: [null, null] }), reason: 'null without a position' },
    { query: 'model=fabia', expect: finds('fabia', { km: [null] }), reason: 'null without location' },
    { query: 'model=fabia&location=SW1A&sort=price_asc', expect: finds('fabia', { km: [517.94] }), reason: 'filled whatever the sort, with two decimals' },
    { query: 'model=fabia&sort=distance', expect: finds('fabia', { km: [null], ignored: ['sort'] }), reason: 'sorting alone has no origin' },
  ),
  ...row(
    'sort missing without q, relevance without q, distance without location',
    { query: '', expect: finds(FIRST_PAGE, { total: 50, pages: 3 }), reason: 'the newest arrival first, then in a fixed shuffle' },
    { query: 'make=Ford', expect: finds(FORD), reason: 'complete listings first, even before a newer arrival; among the others too the newest first' },
    { query: 'make=Ford&sort=relevance', expect: finds(FORD, { ignored: ['sort'] }), reason: 'relevance without q' },
    { query: 'make=Ford&sort=distance', expect: finds(FORD, { ignored: ['sort'] }), reason: 'distance without location' },
    { query: 'q=golf&sort=distance', expect: finds('golf golf-plus a4', { ignored: ['sort'] }), reason: 'distance without location, with q: shuffled among arrivals of a day' },
    { query: 'model=jazz&price_min=3180&location=SW1A+1AA', expect: finds('0.9996km 0km 4.99km 1.004km'), reason: 'location alone does not sort by distance' },
  ),
  ...row(
    'reversed or idle parameters',
    { query: 'distance=3&make=Ford&sort=price_asc', strict: true, expect: rejects('distance', 'no_effect'), reason: 'distance without location is an error if strict' },
    { query: 'distance=6', strict: true, expect: rejects('distance', 'no_effect'), reason: 'the unlimited band too' },
    { query: 'sort=distance', strict: true, expect: rejects('sort', 'no_effect'), reason: 'distance without location' },
    { query: 'sort=relevance', strict: true, expect: rejects('sort', 'no_effect'), reason: 'relevance without q' },
    { query: 'sort=relevance&q=', strict: true, expect: rejects('sort', 'no_effect'), reason: 'a blank q is none' },
    { query: 'model=fabia&q=fabia&sort=relevance', strict: true, expect: finds('fabia'), reason: 'relevance with q is no error' },
    { query: 'distance=0&sort=distance', strict: true, expect: { issues: [{ parameter: 'distance', code: 'no_effect' }, { parameter: 'sort', code: 'no_effect' }] }, reason: 'each is listed' },
    { query: 'distance=0&location=nowhere', strict: true, expect: rejects('location', 'invalid_location'), reason: 'a location that is invalid was sent' },
    { query: 'price_min=2&price_max=1', strict: true, expect: { issues: [{ parameter: 'price_min', code: 'implausible_value', suggestion: '2000' }, { parameter: 'price_min', code: 'reversed_range' }] }, reason: 'in thousands, and reversed' },
    { query: 'year_min=2020&year_max=2015', expect: finds('', { ignored: ['year_min'] }), reason: 'reversed bounds match nothing, and are named' },
    { query: 'engine_min=2.5&engine_max=1.5', strict: true, expect: rejects('engine_min', 'reversed_range'), reason: 'reversed decimals' },
    { query: 'year_min=2015&year_max=2015&model=nosuch', strict: true, expect: finds(''), reason: 'equal bounds are in order' },
    { query: 'engine_min=1400&make=Ford', expect: finds('', { ignored: ['engine_min (1.4)'] }), reason: 'cubic centimetres are taken literally, and named' },
    { query: 'engine_max=1600', strict: true, expect: rejects('engine_max', 'implausible_value', '1.6'), reason: 'an upper bound in cubic centimetres' },
    { query: 'year_min=18', strict: true, expect: rejects('year_min', 'implausible_value', '2018'), reason: 'a year of two digits' },
    { query: 'year_max=95', strict: true, expect: rejects('year_max', 'implausible_value', '1995'), reason: 'of the last century' },
    { query: 'year_min=68', strict: true, expect: rejects('year_min', 'implausible_value'), reason: 'a year or a plate: nothing is guessed' },
    { query: 'miles_max=30', strict: true, expect: rejects('miles_max', 'implausible_value', '30000'), reason: 'thousands of miles' },
    { query: 'price_max=15', strict: true, expect: rejects('price_max', 'implausible_value', '15000'), reason: 'thousands of pounds' },
    { query: 'model=nosuch&price_min=1&miles_min=0&year_min=0&engine_min=0&engine_max=20', strict: true, expect: finds(''), reason: 'bounds that only exclude unknown values are plausible' },
  ),
  ...row(
    'sorts',
    { query: 'make=Ford&sort=price_asc', expect: finds('no-mileage no-year no-picture no-description kuga new-focus no-price'), reason: 'cheapest first, unknown last' },
    { query: 'make=Ford&sort=price_desc', expect: finds('new-focus kuga no-description no-picture no-year no-mileage no-price'), reason: 'dearest first, unknown last all the same' },
    { query: 'make=Ford&sort=year_desc', expect: finds('new-focus kuga no-mileage no-picture no-description no-price no-year'), reason: 'newest year first, equal ones by price, unknown last' },
    { query: 'make=Ford&sort=miles_asc', expect: finds('new-focus kuga no-price no-year no-picture no-description no-mileage'), reason: 'lowest mileage first, unknown last' },
    { query: 'model=yaris&sort=distance&location=G2+2', expect: finds('at-coordinates at-district at-sector at-unit nowhere'), reason: 'nearest first, unknown last' },
    { query: 'dealer=harbour-motors.example&sort=distance&location=SW1A+1AA', expect: finds('c3 xj mirai xjs e-class'), reason: 'equal distances by price' },
    { query: 'q=golf&sort=relevance', expect: finds('golf golf-plus a4'), reason: 'a word in the model counts more than in the description; equal ones shuffled' },
    { query: 'make=Mazda&sort=price_asc', expect: finds(MAZDA), reason: 'price_asc: ties by id as a text, then by dealer' },
    { query: 'make=Mazda&sort=price_desc', expect: finds(MAZDA), reason: 'price_desc: ties by ascending id too' },
    { query: 'make=Mazda&sort=year_desc', expect: finds(MAZDA), reason: 'year_desc: ties by ascending id too' },
    { query: 'make=Mazda&sort=miles_asc', expect: finds(MAZDA), reason: 'miles_asc: ties by id' },
    { query: 'make=Mazda&sort=distance&location=LS1', expect: finds(MAZDA), reason: 'distance: unknown ones by id' },
    { query: 'make=Audi&sort=miles_asc', expect: finds('a3 a4'), reason: 'equal mileage and price: by id' },
    { query: 'sort=price_desc&page=3', expect: finds('9 twin-of-clyde twin-of-valley at-unit at-sector at-district at-coordinates nowhere no-price nothing', { page: 3, total: 50, pages: 3 }), reason: 'ties that a page boundary cuts go on where they ended' },
  ),
  ...row(
    'ties of the default order and of relevance',
    { query: 'make=Mazda', expect: finds(SHUFFLED), reason: 'default order: not the lowest id first' },
    { query: 'q=mazda', expect: finds(SHUFFLED), reason: 'relevance: the same shuffle' },
    { query: 'q=mazda&sort=distance', expect: finds(SHUFFLED, { ignored: ['sort'] }), reason: 'what stands in for an idle sort' },
    { query: 'model=yaris', expect: finds('at-unit nowhere at-sector at-district at-coordinates'), reason: 'default order: not the cheapest first' },
    { query: 'q=yaris', expect: finds('at-unit nowhere at-sector at-district at-coordinates'), reason: 'relevance: not the cheapest first' },
  ),
]; // prettier-ignore
