// JSON Schema of a map.
import { CELL_PATTERN } from '../../listing/parse-value.ts';
import { ZOOM } from '../../listing/parse-map-query.ts';
import { objectSchema, type JsonSchema } from './json-schema.ts';

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const LATITUDE: JsonSchema = { type: 'number', minimum: -90, maximum: 90 };
const LONGITUDE: JsonSchema = { type: 'number', minimum: -180, maximum: 180 };

export const MAP_SCHEMA: JsonSchema = objectSchema({
  map: objectSchema({
    zoom: { type: 'integer', minimum: 0, maximum: ZOOM.max },
    total_vehicles: { ...COUNT, description: 'Exact number of matching listings, as in the search.' },
    unplaced: { ...COUNT, description: 'Matching listings without a position.' },
    outside: {
      ...COUNT,
      description: 'Matching listings in cells that do not touch the bbox of the request.',
    },
    cells: {
      type: 'array',
      description: 'Cells with matching listings, the most listings first.',
      items: objectSchema({
        count: { type: 'integer', minimum: 1, description: 'Exact number of matching listings in the cell.' },
        latitude: { ...LATITUDE, description: 'Of the middle of the cell.' },
        longitude: { ...LONGITUDE, description: 'Of the middle of the cell.' },
        bbox: {
          type: 'array',
          items: { type: 'number', minimum: -180, maximum: 180 },
          minItems: 4,
          maxItems: 4,
          description: 'Where the cell is, in degrees: west, south, east, north.',
        },
        town: {
          type: ['string', 'null'],
          description:
            'The town with most addresses in the cell, or else the nearest one. Null: none is near.',
        },
        cell: {
          type: 'string',
          pattern: CELL_PATTERN.source,
          description: 'Asks for the listings in the cell, as the parameter cell of a search.',
        },
      }),
    },
  }),
});
