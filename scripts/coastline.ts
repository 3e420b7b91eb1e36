// `npx tsx scripts/coastline.ts countries-10m.json`: writes assets/map/coastline.tsv from Natural Earth's countries as TopoJSON
// (package world-atlas on npm, see assets/map/README.md). Positions are whole pixels of the search page's map at zoom 8.
import { readFileSync, writeFileSync } from 'node:fs';
import { LAND_CORNER, LAND_ZOOM, project } from '../src/pages/view/map-view.ts';

type Position = readonly [x: number, y: number];

interface Topology {
  readonly transform: { readonly scale: Position; readonly translate: Position };
  readonly arcs: readonly (readonly Position[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Geometry[] } };
}

interface Geometry {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly id?: string;
  readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
}

/** ISO 3166-1 numbers: United Kingdom, Guernsey, Jersey, Isle of Man; and Ireland, which is only drawn. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  islands: ['826', '831', '832', '833'],
  ireland: ['372'],
};

/** Least area that a point of the line, or an island, must make, in square pixels. */
const LEVELS: Readonly<Record<string, number>> = { outline: 160, detail: 4 };

const [, , path = ''] = process.argv;
const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology;
const rows = Object.entries(LEVELS).flatMap(([level, leastArea]) =>
  Object.entries(PLACES).map(([place, ids]) => {
    const rings = topology.objects.countries.geometries
      .filter(({ id = '' }) => ids.includes(id))
      .flatMap(
        ({ type, arcs }) => (type === 'Polygon' ? arcs : arcs.flat()) as readonly (readonly number[])[],
      );
    return `${level}\t${place}\t${rings.map((ring) => pathOf(ringOf(ring), leastArea)).join('')}\n`;
  }),
);
writeFileSync(
  new URL('../assets/map/coastline.tsv', import.meta.url),
  `level\tplace\tpath\n${rows.join('')}`,
);

/** A ring's arcs joined, each without its last point: it is the first of the next one. */
function ringOf(arcs: readonly number[]): Position[] {
  return arcs.flatMap((arc) => {
    const positions = positionsOf(topology.arcs[arc < 0 ? ~arc : arc] ?? []);
    return (arc < 0 ? positions.reverse() : positions).slice(0, -1);
  });
}

/** An arc has differences of whole numbers. */
function positionsOf(arc: readonly Position[]): Position[] {
  const { scale, translate } = topology.transform;
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    const at = project({ lng: x * scale[0] + translate[0], lat: y * scale[1] + translate[1] }, LAND_ZOOM);
    return [at.x - LAND_CORNER.x, at.y - LAND_CORNER.y];
  });
}

/** An SVG path of relative moves, or nothing for islands that are too small. */
function pathOf(ring: Position[], leastArea: number): string {
  const points = simplify(ring, leastArea).map(([x, y]): Position => [Math.round(x), Math.round(y)]);
  if (points.length < 3 || Math.abs(areaOf(points)) < 2 * leastArea) return '';
  let [x, y] = [0, 0];
  const moves = points.map(([toX, toY], i) => {
    const [dx, dy] = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return `${i === 0 ? 'M' : i === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
  });
  return `${moves.join('')}z`;
}

/** Removes the point with the least triangle until all are large enough (Visvalingam and Whyatt). */
function simplify(ring: readonly Position[], leastArea: number): Position[] {
  const points = [...ring];
  const size = (i: number): number => {
    const at = (j: number): Position => points[(j + points.length) % points.length] ?? [0, 0];
    return Math.abs(areaOf([at(i - 1), at(i), at(i + 1)]));
  };
  const sizes = points.map((_, i) => size(i));
  while (points.length > 3) {
    const least = sizes.indexOf(Math.min(...sizes));
    if ((sizes[least] ?? Infinity) >= leastArea) break;
    points.splice(least, 1);
    sizes.splice(least, 1);
    for (const near of [least - 1, least]) {
      const i = (near + points.length) % points.length;
      sizes[i] = size(i);
    }
  }
  return points;
}

function areaOf(points: readonly Position[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}
