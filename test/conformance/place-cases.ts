// Places, distances and orders.
import { finds, refuses, row, type Case } from './case.ts';

const ALL_BY_DISTANCE =
  '0km 0.9996km 1.004km 4.99km 5.01km 9.99km 10.01km 24.99km 25.01km 49.99km 50.01km 99.99km 100.01km';
const ALL_KM = [0, 1, 1, 4.99, 5.01, 9.99, 10.01, 24.99, 25.01, 49.99, 50.01, 99.99, 100.01];
const JAZZ = 'model=jazz&location=SW1A+1AA&sort=distance';
const FIRST_PAGE =
  'new-focus nowhere at-coordinates at-district at-sector at-unit 10 100 9 twin-of-clyde twin-of-valley 100.01km 99.99km 50.01km 49.99km 25.01km 24.99km 10.01km 9.99km 5.01km';
const FORD = 'new-focus no-year kuga no-picture no-mileage no-description no-price';
const MAZDA = '10 100 9 twin-of-clyde twin-of-valley';

function within(count: number) {
  return finds(ALL_BY_DISTANCE.split(' ').slice(0, count).join(' '), { km: ALL_KM.slice(0, count) });
}

export const PLACE_CASES: readonly Case[] = [
  ...row(
    'location',
    { ask: 'model=yaris&sort=distance&location=LS1+4AP', expect: finds('at-unit at-sector at-coordinates at-district nowhere', { km: [0, 0.35, 287.97, 298.61, null] }), why: 'a unit that is known; coordinates go before a postcode' },
    { ask: 'model=yaris&sort=distance&location=LS1+4', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0, 0.35, 287.86, 298.33, null] }), why: 'a sector' },
    { ask: 'model=yaris&sort=distance&location=LS1+4XX', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0, 0.35, 287.86, 298.33, null] }), why: 'a unit that is not known is placed at its sector' },
    { ask: 'model=yaris&sort=distance&location=LS1', expect: finds('at-sector at-unit at-coordinates at-district nowhere', { km: [0.24, 0.28, 287.73, 298.34, null] }), why: 'a district' },
    { ask: 'model=yaris&sort=distance&location=BT1+9ZZ', expect: finds('at-district at-coordinates at-sector at-unit nowhere', { km: [0, 176.01, 298.33, 298.61, null] }), why: 'Northern Ireland has no sectors here: the district' },
    { ask: 'model=fabia&location=ls14ap', expect: finds('fabia', { km: [298.61] }), why: 'case and spaces are free' },
    { ask: 'model=fabia&location=+l+S14AP+', expect: refuses('location', 'invalid_location'), why: 'but not inside a part' },
    { ask: 'model=yaris&location=G22&price_max=1600', expect: finds('nowhere at-coordinates', { km: [null, 3.07] }), why: 'without a space, the district where there is one' },
    { ask: 'model=yaris&location=G2+2&price_max=1600', expect: finds('nowhere at-coordinates', { km: [null, 0] }), why: 'with a space, the sector' },
    { ask: 'model=jazz&location=AL11&price_min=3300', expect: finds('0km', { km: [29.68] }), why: 'without a space, else the sector' },
    { ask: 'model=jazz&location=SW1A+1AA&price_min=3300', expect: finds('0km', { km: [0] }), why: 'the postcode of every public example resolves' },
    { ask: 'location=XX1+1AA', expect: refuses('location', 'invalid_location'), why: 'a district that does not exist' },
    { ask: 'location=SW1', expect: refuses('location', 'invalid_location', 'SW1A'), why: 'a district that lacks its letter' },
    { ask: 'location=SW', expect: refuses('location', 'invalid_location', 'SW1A'), why: 'an area, with a hint' },
    { ask: 'location=Leeds', expect: refuses('location', 'invalid_location', 'LS1'), why: 'the name of a place, with a hint' },
    { ask: 'location=12345', expect: refuses('location', 'invalid_location'), why: 'not a postcode' },
    { ask: 'location=51.5,-0.1', expect: refuses('location', 'invalid_location'), why: 'coordinates are not a postcode' },
  ),
  ...row(
    'distance',
    { ask: `${JAZZ}&distance=0`, expect: within(2), why: '0 is 1 km, measured before rounding' },
    { ask: `${JAZZ}&distance=1`, expect: within(4), why: '1 is 5 km' },
    { ask: `${JAZZ}&distance=2`, expect: within(6), why: '2 is 10 km' },
    { ask: `${JAZZ}&distance=3`, expect: within(8), why: '3 is 25 km' },
    { ask: `${JAZZ}&distance=4`, expect: within(10), why: '4 is 50 km' },
    { ask: `${JAZZ}&distance=5`, expect: within(12), why: '5 is 100 km' },
    { ask: `${JAZZ}&distance=6`, expect: within(13), why: '6 is unlimited' },
    { ask: JAZZ, expect: within(13), why: 'no band is unlimited' },
    { ask: 'location=SW1A+1AA&distance=1', expect: finds('4.99km 1.004km 0.9996km 0km c3 xj mirai xjs e-class'), why: 'a band drops listings without a position' },
    { ask: 'location=BT1&distance=5', expect: finds('at-district fabia octavia'), why: 'a band around a district' },
    { ask: 'location=SW1A+1AA&distance=6&make=Ford', expect: finds(FORD), why: 'the unlimited band keeps listings without a position' },
    { ask: 'location=SW1A+1AA&make=Ford', expect: finds(FORD), why: 'no band keeps them too' },
    { ask: 'distance=0&make=Ford', expect: finds(FORD), why: 'without location it has no effect' },
    { ask: 'distance=7', expect: refuses('distance', 'out_of_range'), why: 'without location the value is still checked' },
    { ask: 'location=SW1A+1AA&distance=-1', expect: refuses('distance', 'out_of_range'), why: 'no band is negative' },
    { ask: 'location=SW1A+1AA&distance=25', expect: refuses('distance', 'out_of_range', '3'), why: 'kilometres, with the band of that radius' },
  ),
  ...row(
    'distance_km',
    { ask: 'dealer=harbour-motors.example&location=SW1A+1AA', expect: finds('c3 xj mirai xjs e-class', { km: [0, 0, 0, 0, 0] }), why: '0 is a value' },
    { ask: 'make=Ford&location=SW1A+1AA&miles_max=36000', expect: finds('new-focus kuga', { km: [null, null] }), why: 'null without a position' },
    { ask: 'model=fabia', expect: finds('fabia', { km: [null] }), why: 'null without location' },
    { ask: 'model=fabia&location=SW1A&sort=price_asc', expect: finds('fabia', { km: [517.94] }), why: 'filled whatever the sort, with two decimals' },
    { ask: 'model=fabia&sort=distance', expect: finds('fabia', { km: [null] }), why: 'sorting alone has no origin' },
  ),
  ...row(
    'sort missing without q, relevance without q, distance without location',
    { ask: '', expect: finds(FIRST_PAGE, { total: 50, pages: 3 }), why: 'the newest arrival first, then by price' },
    { ask: 'make=Ford', expect: finds(FORD), why: 'complete listings first, even before a newer arrival; among the others too the newest first' },
    { ask: 'make=Ford&sort=relevance', expect: finds(FORD), why: 'relevance without q' },
    { ask: 'make=Ford&sort=distance', expect: finds(FORD), why: 'distance without location' },
    { ask: 'model=jazz&price_min=3180&location=SW1A+1AA', expect: finds('4.99km 1.004km 0.9996km 0km'), why: 'location alone does not sort by distance' },
  ),
  ...row(
    'sorts',
    { ask: 'make=Ford&sort=price_asc', expect: finds('no-mileage no-year no-picture no-description kuga new-focus no-price'), why: 'cheapest first, unknown last' },
    { ask: 'make=Ford&sort=price_desc', expect: finds('new-focus kuga no-description no-picture no-year no-mileage no-price'), why: 'dearest first, unknown last all the same' },
    { ask: 'make=Ford&sort=year_desc', expect: finds('new-focus kuga no-mileage no-picture no-description no-price no-year'), why: 'newest year first, equal ones by price, unknown last' },
    { ask: 'make=Ford&sort=miles_asc', expect: finds('new-focus kuga no-price no-year no-picture no-description no-mileage'), why: 'lowest mileage first, unknown last' },
    { ask: 'model=yaris&sort=distance&location=G2+2', expect: finds('at-coordinates at-district at-sector at-unit nowhere'), why: 'nearest first, unknown last' },
    { ask: 'dealer=harbour-motors.example&sort=distance&location=SW1A+1AA', expect: finds('c3 xj mirai xjs e-class'), why: 'equal distances by price' },
    { ask: 'q=golf&sort=relevance', expect: finds('golf-plus golf a4'), why: 'a word in the model counts more than in the description; equal ones by price' },
    { ask: 'make=Mazda', expect: finds(MAZDA), why: 'default order: ties by id as a text, then by dealer' },
    { ask: 'make=Mazda&sort=price_asc', expect: finds(MAZDA), why: 'price_asc: ties by id' },
    { ask: 'make=Mazda&sort=price_desc', expect: finds(MAZDA), why: 'price_desc: ties by ascending id too' },
    { ask: 'make=Mazda&sort=year_desc', expect: finds(MAZDA), why: 'year_desc: ties by ascending id too' },
    { ask: 'make=Mazda&sort=miles_asc', expect: finds(MAZDA), why: 'miles_asc: ties by id' },
    { ask: 'make=Mazda&sort=distance&location=LS1', expect: finds(MAZDA), why: 'distance: unknown ones by id' },
    { ask: 'q=mazda&sort=relevance', expect: finds(MAZDA), why: 'relevance: ties by id' },
    { ask: 'make=Audi&sort=miles_asc', expect: finds('a3 a4'), why: 'equal mileage and price: by id' },
    { ask: 'sort=price_desc&page=3', expect: finds('9 twin-of-clyde twin-of-valley at-unit at-sector at-district at-coordinates nowhere no-price nothing', { page: 3, total: 50, pages: 3 }), why: 'ties that a page boundary cuts go on where they ended' },
  ),
]; // prettier-ignore
