// The map's projection and views: what moves, what stays, and how far it goes.
import { distanceKm } from '../../../src/geo/great-circle.ts';
import { describe, expect, test } from 'vitest';
import { cellBox, cellAt, finestCell } from '../../../src/geo/map-grid.ts';
import {
  boxOf,
  canZoom,
  kmOfPixel,
  onMap,
  panned,
  placeAt,
  project,
  viewAround,
  WHOLE_COUNTRY,
  zoomed,
} from '../../../src/pages/view/map-view.ts';

const LEEDS = { lat: 53.8, lng: -1.55 };
const LONDON = { lat: 51.5, lng: -0.13 };

test('the projection is that of the cells that the API counts', () => {
  const { west, north, east } = cellBox(cellAt(finestCell(LEEDS), 7), 7);
  const corner = project({ lat: north, lng: west }, 7);
  expect([corner.x % 64, corner.y % 64].map((rest) => Math.round(rest) % 64)).toEqual([0, 0]);
  expect(project({ lat: north, lng: east }, 7).x - corner.x).toBeCloseTo(64);
});

test('a place and its point are the same', () => {
  const view = { middle: LEEDS, zoom: 7.3 };
  expect(onMap(view, LEEDS)).toEqual({ x: 160, y: 200 });
  const place = placeAt(view, { x: 12, y: 345 });
  const { x, y } = onMap(view, place);
  expect([x, y].map(Math.round)).toEqual([12, 345]);
});

test('the whole country is on the first map', () => {
  for (const place of [
    { lat: 60.8, lng: -0.9 },
    { lat: 50, lng: -5.2 },
    { lat: 54.5, lng: -8.1 },
    { lat: 52.5, lng: 1.75 },
    { lat: 49.2, lng: -2.1 },
  ]) {
    const { x, y } = onMap(WHOLE_COUNTRY, place);
    expect(x > 0 && x < 320 && y > 0 && y < 400, `${place.lat} ${place.lng}`).toBe(true);
  }
});

test('distances are those of the earth', () => {
  expect(distanceKm(LEEDS, LONDON)).toBeGreaterThan(270);
  expect(distanceKm(LEEDS, LONDON)).toBeLessThan(276);
  const view = { middle: LEEDS, zoom: 8 };
  const km = distanceKm(placeAt(view, { x: 150, y: 200 }), placeAt(view, { x: 160, y: 200 }));
  expect(km / kmOfPixel(view)).toBeCloseTo(10, 1);
});

describe('a view', () => {
  test('around a circle shows all of it', () => {
    const [west, south, east, north] = boxOf(viewAround(LEEDS, 50));
    expect(distanceKm(LEEDS, { lat: LEEDS.lat, lng: west })).toBeGreaterThan(50);
    expect(distanceKm(LEEDS, { lat: LEEDS.lat, lng: east })).toBeLessThan(75);
    expect(distanceKm(LEEDS, { lat: north, lng: LEEDS.lng })).toBeGreaterThan(50);
    expect(south).toBeLessThan(LEEDS.lat);
  });

  test('is moved by pixels', () => {
    const view = { middle: LEEDS, zoom: 8 };
    const { x, y } = onMap(panned(view, { x: 30, y: -20 }), LEEDS);
    expect([x, y].map(Math.round)).toEqual([190, 180]);
  });

  test('is zoomed around the pointer', () => {
    const view = { middle: LEEDS, zoom: 8 };
    const at = { x: 40, y: 300 };
    const fixed = placeAt(view, at);
    const nearer = zoomed(view, 1, at);
    expect(nearer.zoom).toBe(9);
    const { x, y } = onMap(nearer, fixed);
    expect([x, y].map(Math.round)).toEqual([40, 300]);
  });

  test('stays at the islands', () => {
    expect(panned({ middle: LEEDS, zoom: 5 }, { x: 0, y: 9_999 }).middle.lat).toBe(61);
    expect(panned({ middle: LEEDS, zoom: 5 }, { x: -9_999, y: 0 }).middle.lng).toBe(2.5);
    expect(zoomed({ middle: LEEDS, zoom: 11.5 }, 3).zoom).toBe(12);
    expect(zoomed({ middle: LEEDS, zoom: 5 }, -3).zoom).toBe(4);
    expect([canZoom({ middle: LEEDS, zoom: 12 }, 1), canZoom({ middle: LEEDS, zoom: 12 }, -1)]).toEqual([
      false,
      true,
    ]);
  });
});
