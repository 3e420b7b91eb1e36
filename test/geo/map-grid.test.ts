// The map's grid, and the towns of its cells.
import { describe, expect, test } from 'vitest';
import { distanceKm, type Point } from '../../src/geo/great-circle.ts';
import { loadRows } from '../../src/geo/postcode-gazetteer.ts';
import { loadTowns } from '../../src/geo/towns.ts';
import { loadCellTowns } from '../../src/geo/cell-towns.ts';
import { cellAt, cellBox, cellMiddle, finestCell, MAX_ZOOM } from '../../src/geo/map-grid.ts';
import { Random } from '../../src/demo/random.ts';

/** In or near the United Kingdom. */
function anyPoint(random: Random): Point {
  return { lat: random.whole(49_000, 61_000) / 1000, lng: random.whole(-9000, 2000) / 1000 };
}

const LEEDS = { lat: 53.7997, lng: -1.5492 };

describe('a cell', () => {
  test('is 64 pixels of a web map wide and high', () => {
    // Tile 126/82 of zoom 8 has Leeds; a cell of zoom 6 is that tile.
    const cell = cellAt(finestCell(LEEDS), 6);
    expect(cell).toBe(82 * 256 + 126);
    const { west, south, east, north } = cellBox(cell, 6);
    expect(west).toBeCloseTo(-2.8125, 10);
    expect(east).toBeCloseTo(-1.40625, 10);
    expect(north).toBeCloseTo(54.162434, 6);
    expect(south).toBeCloseTo(53.330873, 6);
    expect(cellMiddle(cell, 6).lng).toBeCloseTo(-2.109375, 10);
  });

  test('holds its points, and lies in the cell of each smaller zoom', () => {
    const random = new Random(1);
    for (let i = 0; i < 500; i++) {
      const point = anyPoint(random);
      const finest = finestCell(point);
      for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
        const { west, south, east, north } = cellBox(cellAt(finest, zoom), zoom);
        expect(point.lng >= west && point.lng < east && point.lat > south && point.lat <= north).toBe(true);
      }
    }
  });

  test('at the edge of the projection holds what is beyond', () => {
    expect(cellAt(finestCell({ lat: 90, lng: 180 }), 0)).toBe(3);
    expect(cellAt(finestCell({ lat: -90, lng: -180 }), 0)).toBe(12);
  });
});

describe('the town of a cell', () => {
  const towns = loadCellTowns();
  const townAt = (lat: number, lng: number, zoom: number): string | null =>
    towns.townOf(cellAt(finestCell({ lat, lng }), zoom), zoom);

  test('is the one with most addresses in it', () => {
    expect(townAt(51.5, -0.12, 5)).toBe('London');
    expect(townAt(55.95, -3.19, 9)).toBe('Edinburgh');
    expect(townAt(50.37, -4.14, 8)).toBe('Plymouth');
  });

  test('is that of the nearest sector where nobody lives', () => {
    const random = new Random(2);
    const sectors = loadRows('sectors.tsv').map(([sector, lat, lng]) => ({
      town: loadTowns().ofDistrict(sector.split(' ')[0]),
      point: { lat: Number(lat), lng: Number(lng) },
    }));
    const livedIn = new Set(sectors.map(({ point }) => finestCell(point)));
    let compared = 0;
    for (let i = 0; i < 400; i++) {
      const cell = finestCell(anyPoint(random));
      if (livedIn.has(cell)) continue;
      const middle = cellMiddle(cell, 12);
      const near = sectors.map(({ town, point }) => ({ town, km: distanceKm(middle, point) }));
      const [{ town, km }] = near.sort((a, b) => a.km - b.km);
      expect(towns.townOf(cell, 12)).toBe(km <= 30 ? town : null);
      if (km <= 30) compared += 1;
    }
    expect(compared).toBeGreaterThan(120);
  });

  test('is null at sea and abroad', () => {
    expect(townAt(58, -12, 12)).toBeNull();
    expect(townAt(52.37, 4.9, 10)).toBeNull();
  });
});
