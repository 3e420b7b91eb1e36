// The semantics of the map: each listing counts in the cell that its position is in, by the textbook's formula of web maps.
import type { Point } from '../../src/geo/great-circle.ts';
import type { PlaceCounts } from '../../src/stock/stock-map.ts';

export function isInCells(
  point: Point | null,
  cells: readonly { readonly zoom: number; readonly x: number; readonly y: number }[],
): boolean {
  if (point === null) return false;
  return cells.some(({ zoom, ...cell }) => {
    const { x, y } = cellOf(point, 4 * 2 ** zoom);
    return cell.x === x && cell.y === y;
  });
}

function cellOf({ lat, lng }: Point, side: number): { readonly x: number; readonly y: number } {
  const latitude = (lat * Math.PI) / 180;
  return {
    x: Math.floor(((lng + 180) / 360) * side),
    y: Math.floor(((1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2) * side),
  };
}

export function referencePlaces(points: readonly (Point | null)[], zoom: number): PlaceCounts {
  const side = 4 * 2 ** zoom;
  const cells = new Map<number, number>();
  for (const point of points) {
    if (point === null) continue;
    const { x, y } = cellOf(point, side);
    const cell = y * side + x;
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
  return { total: points.length, cells };
}
