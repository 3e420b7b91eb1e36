// `forecourt map`: the positions of a search's matches, in a data folder without a server. --json prints the API's response.
import type { MapResponse } from '../api/responses.ts';
import { toMapResponse } from '../api/map-response.ts';
import type { Config } from '../config/config.ts';
import { formatCount, pluralize } from '../format.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';
import { MAP_PARAMETERS, mapViewOf } from '../stock/stock-map.ts';
import type { Output } from '../log/log.ts';
import { withService } from './open-service.ts';
import { left, right, tableLines } from './table-lines.ts';

/** Maximum cells in the table; `--json` prints all. */
const MAX_CELLS = 20;

export async function mapCommand(pairs: ParameterPairs, config: Config, output: Output): Promise<void> {
  await withService(config, output, async ({ service, note, print }) => {
    const parsed = service.parse(pairs, { own: MAP_PARAMETERS });
    note(parsed);
    const found = await service.map(parsed.query, mapViewOf(parsed.own));
    note(found);
    const response = toMapResponse(found);
    print(response, () => mapLines(response.map, service.index.size));
  });
}

function mapLines(map: MapResponse['map'], listings: number): string[] {
  const { zoom, total_vehicles: total, unplaced, outside } = map;
  const cells = map.cells.toSorted((a, b) => b.count - a.count);
  const table = tableLines(
    [right('LISTINGS', 12), left('TOWN', 40), right('LATITUDE', 12), right('LONGITUDE', 12)],
    cells.slice(0, MAX_CELLS).map(({ count, town, latitude, longitude }) => {
      return [formatCount(count), town ?? '–', latitude.toFixed(2), longitude.toFixed(2)];
    }),
  );
  const more = cells.length - MAX_CELLS;
  const parts = [
    `${formatCount(total)} of ${pluralize(listings, 'listing')}, in ${pluralize(cells.length, 'cell')} at zoom ${zoom}.`,
    ...(more > 0 ? [`${pluralize(more, 'more cell')} with --json.`] : []),
    ...(outside > 0 ? [`Outside the box: ${formatCount(outside)}.`] : []),
    ...(unplaced > 0 ? [`Without a known place: ${formatCount(unplaced)}.`] : []),
  ];
  return [...(cells.length > 0 ? [...table, ''] : []), parts.join(' ')];
}
