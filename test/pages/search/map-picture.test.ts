// The drawn map: its clusters are exact, can be told apart, and lead to searches that find what they count.
import { describe, expect, test } from 'vitest';
import { attributesOf, flattenChildren, type ElementNode } from '../../../src/pages/element.ts';
import { renderHtml } from '../../../src/pages/render-html.ts';
import type { MapCounts } from '../../../src/api/responses.ts';
import { clustersOf, radiusOf } from '../../../src/pages/search/view/map-clusters.ts';
import { mapPicture, mapQuery, viewOfSearch } from '../../../src/pages/search/view/map-picture.ts';
import { districtOf, parsePlaces, WHOLE_COUNTRY, type MapView } from '../../../src/pages/view/map-view.ts';
import { pageAssets } from '../../../src/pages/assets.ts';

const PLACES = parsePlaces(
  'LS1\t53.80\t-1.55\tLeeds\tYorkshire and the Humber\nLS2\t53.81\t-1.54\tLeeds\nHG1\t54.00\t-1.54\tHarrogate\n' +
    'AB10\t57.14\t-2.12\tAshford\tScotland\nTN23\t51.14\t0.86\tAshford\tSouth East England\n' +
    'EC1A\t51.52\t-0.10\tLondon\tLondon\n',
);

function cell(
  count: number,
  town: string | null,
  latitude: number,
  longitude: number,
  { half = 0.1, name = '7/250/162' } = {},
) {
  const bbox = [longitude - half, latitude - half, longitude + half, latitude + half] as const;
  return { count, latitude, longitude, bbox, town, cell: name };
}

const LEEDS = cell(120, 'Leeds', 53.8, -1.55);
const LONDON = cell(3_000, 'London', 51.5, -0.1, { name: '7/255/170' });

function draw(counts: Partial<MapCounts>, view: MapView = WHOLE_COUNTRY, search = {}) {
  const cells = counts.cells ?? [];
  const total_vehicles = cells.reduce((sum, { count }) => sum + count, 0);
  const nodes = mapPicture({
    basePath: '/',
    search,
    view,
    counts: { zoom: 0, total_vehicles, unplaced: 0, outside: 0, cells, ...counts },
    places: PLACES,
    coastline: { islands: 'M0 0l9 9', ireland: 'M1 1l9 9' },
    control: 'moved',
  });
  return { nodes, links: nodes.flatMap(linksIn), html: nodes.map((node) => renderHtml(node)).join('') };
}

function linksIn(node: ElementNode | string): (string | undefined)[][] {
  if (typeof node === 'string') return [];
  const attributes = attributesOf(node);
  const isCluster = attributes.get('class') === 'cluster';
  const own = isCluster ? [[attributes.get('aria-label'), attributes.get('href')]] : [];
  return [...own, ...flattenChildren(node.children).flatMap(linksIn)];
}

describe('clusters', () => {
  test('are links to searches of their own cells alone', () => {
    const { links } = draw({ cells: [LONDON, LEEDS] }, WHOLE_COUNTRY, { make: 'Ford', page: '3' });
    expect(links).toEqual([
      ['London: 3,000 cars', '/?area=London&make=Ford&cell=7%2F255%2F170'],
      ['Leeds: 120 cars', '/?area=Leeds&make=Ford&cell=7%2F250%2F162'],
    ]);
  });

  test('of several cells lead to all of them, and one without a town has no name', () => {
    const at = { name: '7/251/162' };
    const [[, url] = []] = draw({
      cells: [cell(5, null, 53.8, -1.55), cell(3, null, 53.81, -1.56, at)],
    }).links;
    expect(url).toBe('/?cell=7%2F250%2F162%2C7%2F251%2F162');
  });

  test('are counted in all of the country, and the chosen one is marked', () => {
    const search = { make: 'Ford', cell: '7/255/170', area: 'London' };
    expect(mapQuery(search, WHOLE_COUNTRY)).toMatch(/^make=Ford&zoom=7&bbox=/);
    const { html } = draw({ cells: [LONDON, LEEDS] }, WHOLE_COUNTRY, search);
    expect(html).toMatch(
      /<a class="cluster" aria-current="true" href="[^"]*" aria-label="London: 3,000 cars">/,
    );
    expect(html.match(/aria-current/g)).toHaveLength(1);
  });

  test('count every listing once, and none overlap, on any view', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (const zoom of [4, 4.6, 6, 9]) {
      const cells = Array.from({ length: 300 }, () =>
        cell(Math.ceil(10 ** (5 * random())), 'Leeds', 50 + 9 * random(), -6 + 8 * random()),
      ).sort((a, b) => b.count - a.count);
      const clusters = clustersOf({ ...WHOLE_COUNTRY, zoom }, cells);
      const sum = (parts: readonly { readonly count: number }[]) =>
        parts.reduce((total, { count }) => total + count, 0);
      expect(sum(clusters)).toBe(sum(cells));
      expect(clusters.filter((one) => sum(one.cells) !== one.count)).toEqual([]);
      const overlapping = clusters.filter((one, i) =>
        clusters
          .slice(0, i)
          .some(
            (other) =>
              Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) < radiusOf(one) + radiusOf(other),
          ),
      );
      expect(overlapping).toEqual([]);
      expect(clusters.length).toBeGreaterThan(5);
    }
  });

  test('part as the map comes nearer', () => {
    const harrogate = cell(30, 'Harrogate', 54, -1.54);
    expect(draw({ cells: [LEEDS, harrogate] }).links.map(([label]) => label)).toEqual(['Leeds: 150 cars']);
    const near = { middle: { lat: 53.9, lng: -1.55 }, zoom: 9 };
    expect(draw({ cells: [LEEDS, harrogate] }, near).links.map(([label]) => label)).toEqual([
      'Leeds: 120 cars',
      'Harrogate: 30 cars',
    ]);
  });
});

test('what has no place, or is beyond the map, is said in words', () => {
  const { html } = draw({ cells: [LEEDS], total_vehicles: 1_140, unplaced: 20, outside: 1_000 });
  expect(html).toContain('120 cars on this map, 1,000 beyond it, 20 without a known place.');
  expect(html).toContain('aria-label="Map: 120 cars.');
});

test('nothing is drawn of nothing, or of listings without a place', () => {
  expect(draw({}).nodes).toEqual([]);
  expect(draw({ total_vehicles: 5, unplaced: 5 }).nodes).toEqual([]);
  expect(draw({ total_vehicles: 5, outside: 5 }).html).toContain('0 cars on this map, 5 beyond it.');
});

test('the area of a view is searched from its middle, as far as it reaches', () => {
  const { html } = draw({ cells: [LEEDS] }, { middle: { lat: 53.99, lng: -1.5 }, zoom: 8.6 });
  expect(html).toMatch(/href="\/\?location=HG1&amp;distance=4&amp;sort=distance">Search this area/);
});

test('regions and towns are named where nothing else is: the South East is too near to London', () => {
  const { html } = draw({ cells: [LONDON] });
  const names = Array.from(
    html.matchAll(/<text class="(\w+)"[^>]*>([^<]+)/g),
    ([, kind, name]) => `${kind} ${name}`,
  );
  expect(names).toEqual(['town London', 'region Yorkshire and the Humber', 'region Scotland']);
});

test('a name that places far from each other share is no town', () => {
  expect(PLACES.towns.map(({ name }) => name)).toEqual(['Leeds', 'Harrogate', 'London']);
  expect(PLACES.towns[0]).toEqual({ name: 'Leeds', lat: 53.805, lng: -1.545 });
});

test.each([
  ['LS1', 'LS1'],
  [' ls1 4ap ', 'LS1'],
  ['LS14AP', 'LS1'],
  ['LS1 4', 'LS1'],
  ['EC1A1BB', 'EC1A'],
  ['Leeds', undefined],
  [undefined, undefined],
])('the location %s is in the district %s', (location, outcode) => {
  expect(districtOf(PLACES, location)?.outcode).toBe(outcode);
});

test('the map of a search is that of its circle', () => {
  expect(viewOfSearch({ make: 'Ford' }, PLACES)).toEqual(WHOLE_COUNTRY);
  expect(viewOfSearch({ location: 'LS1 4AP', distance: '6' }, PLACES)).toEqual(WHOLE_COUNTRY);
  expect(viewOfSearch({ location: 'LS1 4AP', distance: '4' }, PLACES).middle).toEqual({
    lat: 53.8,
    lng: -1.55,
  });
});

test('a map is asked for with its filters, zoom and box', () => {
  const query = mapQuery(
    { make: 'Ford', sort: 'price_asc', page: '2' },
    { middle: { lat: 53.8, lng: -1.55 }, zoom: 8.2 },
  );
  expect(query).toMatch(/^make=Ford&zoom=10&bbox=-2\.\d{4}%2C53\.\d{4}%2C-0\.\d{4}%2C54\.\d{4}$/);
});

describe('the shipped tables', () => {
  const { map, files } = pageAssets();

  test('have the coastline of all of the islands', () => {
    const coastline = String(files.get('coastline.txt')?.body);
    expect(coastline.length).toBeLessThan(30_000);
    for (const paths of [coastline.split('\n'), [map.outline.islands, map.outline.ireland]]) {
      expect(paths).toHaveLength(2);
      for (const path of paths) expect(path).toMatch(/^(?:M\d+ \d+l[\d -]+z)+$/);
    }
    const starts = Array.from(map.outline.islands.matchAll(/M(\d+) (\d+)/g), ([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(Math.min(...starts.map(([, y]) => y))).toBeLessThan(900);
    expect(Math.max(...starts.map(([, y]) => y))).toBeGreaterThan(1_900);
  });

  test('have all regions and most towns', () => {
    expect(map.places.regions.map(({ name }) => name).sort()).toEqual([
      'East Midlands',
      'East of England',
      'London',
      'North East England',
      'North West England',
      'Northern Ireland',
      'Scotland',
      'South East England',
      'South West England',
      'Wales',
      'West Midlands',
      'Yorkshire and the Humber',
    ]);
    expect(map.places.towns[0].name).toBe('London');
    expect(map.places.districts).toHaveLength(2_984);
  });
});
