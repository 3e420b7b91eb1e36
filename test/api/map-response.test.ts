import { expect, test } from 'vitest';
import { toMapResponse, writeMapResponse } from '../../src/api/map-response.ts';
import { loadCellTowns } from '../../src/geo/cell-towns.ts';
import { cellAt, finestCell } from '../../src/geo/map-grid.ts';
import { stockMap } from '../../src/stock/stock-map.ts';

const cellOf = (lat: number, lng: number, zoom: number): number => cellAt(finestCell({ lat, lng }), zoom);

test('cells are in the order of their counts, then from north to south and from west to east', () => {
  const [leeds, york, grimsby] = [cellOf(53.8, -1.55, 7), cellOf(53.96, -1.08, 7), cellOf(53.57, -0.08, 7)];
  const cells = new Map([
    [grimsby, 2],
    [leeds, 2],
    [york, 30_000_000],
  ]);
  const map = stockMap({ total: 30_000_005, cells }, { zoom: 7, box: undefined }, loadCellTowns());
  expect([map.unplaced, map.outside]).toEqual([1, 0]);
  expect(map.cells.map(({ count, place: { town } }) => [count, town])).toEqual([
    [30_000_000, 'York'],
    [2, 'Leeds'],
    [2, 'Grimsby'],
  ]);
});

test.each([
  [[]],
  [
    [
      [53.8, -1.55, 3],
      [58, -12, 1],
    ],
  ],
])('the bytes of a map are its JSON, again and again: %j', (places) => {
  for (const zoom of [3, 12, 12]) {
    const cells = new Map(places.map(([lat, lng, count]) => [cellOf(lat, lng, zoom), count]));
    const map = stockMap({ total: 9, cells }, { zoom, box: undefined }, loadCellTowns());
    expect(writeMapResponse(map).toString()).toBe(JSON.stringify(toMapResponse(map)));
  }
});
