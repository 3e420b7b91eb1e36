// The response of the map operation as JSON, in the API's names.
import type { MapCell, StockMap } from '../listing/stock-map.ts';

export interface MapResponse {
  readonly map: {
    readonly zoom: number;
    readonly total_vehicles: number;
    readonly unplaced: number;
    readonly outside: number;
    readonly cells: readonly {
      readonly count: number;
      readonly latitude: number;
      readonly longitude: number;
      /** West, south, east, north. */
      readonly bbox: readonly [number, number, number, number];
      readonly town: string | null;
    }[];
  };
}

export function toMapResponse({ zoom, total, unplaced, outside, cells }: StockMap): MapResponse {
  return { map: { zoom, total_vehicles: total, unplaced, outside, cells: cells.map(cellJson) } };
}

function cellJson({ count, middle, box, town }: MapCell): MapResponse['map']['cells'][number] {
  const { west, south, east, north } = box;
  return {
    count,
    latitude: rounded(middle.lat),
    longitude: rounded(middle.lng),
    bbox: [rounded(west), rounded(south), rounded(east), rounded(north)],
    town,
  };
}

/** Five decimals of a degree are about a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000 + 0;
}
