// The map of a search's matches: the coastline, names, and a link for each cluster that narrows the search to it.
import { button, h, type ElementNode } from '../../element.ts';
import { formatCount, pluralize } from '../../../format.ts';
import { DISTANCE_BANDS } from './labels.ts';
import {
  cellZoomOf,
  clustersOf,
  radiusOf,
  searchesOfClusters,
  searchOfView,
  type Cluster,
} from './map-clusters.ts';
import { labelsOf } from './map-labels.ts';
import {
  boxOf,
  canZoom,
  districtOf,
  kmOfPixel,
  LAND_CORNER,
  LAND_ZOOM,
  MAP_HEIGHT,
  MAP_WIDTH,
  onMap,
  project,
  viewAround,
  WHOLE_COUNTRY,
  type MapPlaces,
  type MapView,
} from '../../view/map-view.ts';
import type { PageMap, PageModel } from './page-model.ts';
import { choicesQuery, searchPageUrl, withoutArea, type SearchState } from '../../view/search-state.ts';

/** SVG paths of assets/map/coastline.tsv. */
export interface Coastline {
  readonly islands: string;
  readonly ireland: string;
}

export interface MapPicture {
  readonly basePath: string;
  readonly search: SearchState;
  readonly view: MapView;
  readonly counts: PageMap;
  readonly places: MapPlaces;
  readonly coastline: Coastline;
  /** Whether the view can be changed, and whether it differs from the search's own. */
  readonly control: 'none' | 'unmoved' | 'moved';
}

export interface MapParts {
  readonly places: MapPlaces;
  readonly outline: Coastline;
}

export function serverMap({ basePath, search, map }: PageModel, parts: MapParts | undefined): ElementNode[] {
  if (map === null || parts === undefined) return [];
  const { places, outline: coastline } = parts;
  const view = viewOfSearch(search, places);
  return mapPicture({ basePath, search, view, counts: map, places, coastline, control: 'none' });
}

/** The view of a search: the circle of its place and distance, or the whole country. */
export function viewOfSearch({ location, distance }: SearchState, places: MapPlaces): MapView {
  const from = districtOf(places, location);
  const km = DISTANCE_BANDS.find(({ value }) => value === distance)?.km;
  return from === undefined || km === undefined ? WHOLE_COUNTRY : viewAround(from, km);
}

/** The parameters of the map operation for a view: the cells' `zoom`, and west, south, east and north. */
export function countedView(view: MapView): { readonly zoom: number; readonly bbox: readonly string[] } {
  return { zoom: cellZoomOf(view), bbox: boxOf(view).map((degrees) => degrees.toFixed(4)) };
}

/** The query string of the map operation for a view. It searches the whole country, so that another circle can be chosen. */
export function mapQuery(search: SearchState, view: MapView): string {
  const { zoom, bbox } = countedView(view);
  return [choicesQuery(withoutArea(search)), `zoom=${zoom}`, `bbox=${bbox.join('%2C')}`]
    .filter((part) => part !== '')
    .join('&');
}

function hasPlaces({ total_vehicles, unplaced }: PageMap): boolean {
  return total_vehicles > unplaced;
}

export function mapPicture(picture: MapPicture): ElementNode[] {
  const { view, counts, places, search, basePath, control } = picture;
  if (!hasPlaces(counts)) return [];
  const clusters = clustersOf(view, counts.cells);
  const searchOf = searchesOfClusters(search);
  const here = counts.total_vehicles - counts.unplaced - counts.outside;
  const name = `Map: ${pluralize(here, 'car')}${control === 'none' ? '' : '. Arrow keys move it, plus and minus zoom'}`;
  return [
    h('h2', {}, 'Map'),
    h(
      'svg',
      {
        role: 'group',
        'aria-label': name,
        viewBox: `0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`,
        tabindex: control === 'none' ? null : 0,
      },
      [
        land(picture),
        circle(picture),
        labelsOf(view, places, clusters).map(({ name, kind, at }) => {
          const place = { x: at.x.toFixed(0), y: (at.y + 4).toFixed(0), 'aria-hidden': 'true' };
          // The light edge is a second text below, because browsers agree on `paint-order` but validators of CSS do not.
          return [`${kind} edge`, kind].map((part) => h('text', { class: part, ...place }, name));
        }),
        clusters.map((cluster) => clusterLink(cluster, picture, searchPageUrl(basePath, searchOf(cluster)))),
      ],
    ),
    h('div', { class: 'controls' }, [
      control === 'none'
        ? null
        : [
            zoomButton(view, -1, '−', 'Zoom out'),
            zoomButton(view, 1, '+', 'Zoom in'),
            h(
              'a',
              {
                class: 'button',
                href: searchPageUrl(basePath, searchOfView(search, places, view)),
                hidden: control === 'unmoved',
              },
              'Search this area',
            ),
          ],
    ]),
    h('p', { class: 'note' }, sentence(counts, here)),
  ];
}

function zoomButton(view: MapView, by: number, sign: string, label: string): ElementNode {
  return button(sign, { 'data-zoom': by, 'aria-label': label, disabled: !canZoom(view, by) });
}

function sentence({ outside, unplaced }: PageMap, here: number): string {
  const parts = [`${pluralize(here, 'car')} on this map`];
  if (outside > 0) parts.push(`${formatCount(outside)} beyond it`);
  if (unplaced > 0) parts.push(`${formatCount(unplaced)} without a known place`);
  return `${parts.join(', ')}. Choose a circle to see its cars.`;
}

function land({ view, coastline: { islands, ireland } }: MapPicture): ElementNode {
  const scale = 2 ** (view.zoom - LAND_ZOOM);
  const middle = project(view.middle, LAND_ZOOM);
  const x = MAP_WIDTH / 2 + (LAND_CORNER.x - middle.x) * scale;
  const y = MAP_HEIGHT / 2 + (LAND_CORNER.y - middle.y) * scale;
  return h(
    'g',
    {
      class: 'land',
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(5)})`,
      // One pixel wide at every scale.
      'stroke-width': (1 / scale).toFixed(4),
    },
    [h('path', { class: 'beyond', d: ireland }), h('path', { d: islands })],
  );
}

function circle({ view, places, search: { location, distance } }: MapPicture): ElementNode | null {
  const from = districtOf(places, location);
  if (from === undefined) return null;
  const { x, y } = onMap(view, from);
  const km = DISTANCE_BANDS.find(({ value }) => value === distance)?.km;
  const radius = km === undefined ? 5 : km / kmOfPixel({ middle: from, zoom: view.zoom });
  return h('circle', { class: 'radius', cx: x.toFixed(1), cy: y.toFixed(1), r: radius.toFixed(1) });
}

function clusterLink(cluster: Cluster, { search }: MapPicture, href: string): ElementNode {
  const x = cluster.at.x.toFixed(1);
  const chosen = search['cell']?.split(',') ?? [];
  const label = `${cluster.town ?? 'Elsewhere'}: ${pluralize(cluster.count, 'car')}`;
  return h(
    'a',
    {
      class: 'cluster',
      'aria-current': cluster.cells.every(({ cell }) => chosen.includes(cell)) ? 'true' : null,
      href,
      'aria-label': label,
    },
    [
      h('title', {}, label),
      h('circle', { cx: x, cy: cluster.at.y.toFixed(1), r: radiusOf(cluster).toFixed(1) }),
      h('text', { x, y: (cluster.at.y + 4).toFixed(1) }, formatCount(cluster.count)),
    ],
  );
}
