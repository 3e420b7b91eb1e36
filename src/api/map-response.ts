// The response of the map operation as JSON, in the API's names. The part of a cell that depends on its place is written once,
// because maps of the whole country have thousands of cells.
import type { MapCell, StockMap } from '../stock/stock-map.ts';
import type { MapResponse } from './responses.ts';

type CellPlace = MapCell['place'];

export function toMapResponse({ zoom, total, unplaced, outside, cells }: StockMap): MapResponse {
  const placed = cells.map(({ count, place }) => ({ count, ...placeJson(place) }));
  return { map: { zoom, total_vehicles: total, unplaced, outside, cells: placed } };
}

/** As `toMapResponse`, in bytes. */
export function writeMapResponse(map: StockMap): Buffer {
  const { cells, ...rest } = map;
  const head = JSON.stringify(toMapResponse({ ...rest, cells: [] }));
  const end = ']}}';
  if (!head.endsWith(`"cells":[${end}`)) throw new Error('the cells are not the last member');
  let text = head.slice(0, -end.length);
  cells.forEach(({ count, place }, i) => {
    text += `${i === 0 ? '' : ','}{"count":${count},${membersOf(place)}`;
  });
  return Buffer.from(text + end);
}

const members = new WeakMap<CellPlace, string>();

/** The remaining members of an object whose first member is already written. */
function membersOf(place: CellPlace): string {
  let text = members.get(place);
  if (text === undefined) members.set(place, (text = JSON.stringify(placeJson(place)).slice(1)));
  return text;
}

function placeJson({
  name,
  middle,
  box,
  town,
}: CellPlace): Omit<MapResponse['map']['cells'][number], 'count'> {
  const { west, south, east, north } = box;
  return {
    latitude: rounded(middle.lat),
    longitude: rounded(middle.lng),
    bbox: [rounded(west), rounded(south), rounded(east), rounded(north)],
    town,
    cell: name,
  };
}

/** Rounds to five decimals of a degree, about a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000 + 0;
}
