// The operations of the public API as data: the source of the OpenAPI document, the documentation page and llms.txt. Routes for
// operators (/readyz, /status) and for descriptions are not among them.
import { SUMMARIZED } from './summary-response.ts';
import { CHANGES_OPERATION, EXPORT_OPERATION, FEED_OPERATION } from './change-operations.ts';
import {
  FOUND_HEADERS,
  queryParameter,
  READ_HEADERS,
  STOCK_PROBLEMS,
  taggedSuccesses,
  type Operation,
  type QueryParameter,
} from './operation.ts';
import { CELL, CELL_PATTERN, MAX_CELLS } from '../query/map-cells.ts';
import { BBOX, BBOX_PATTERN, DEFAULT_ZOOM, ZOOM } from '../stock/stock-map.ts';
import { FILTER_PARAMETERS, getParameter, PARAMETERS } from '../query/parameters.ts';
import { INTERPRETATION_SCHEMA } from './interpretation-response.ts';
import {
  LOOKUP_SCHEMA,
  MAX_ADVERTS,
  changesSchema,
  exportLineSchema,
  searchResponseSchema,
} from './schemas/vehicle-schemas.ts';
import { MAP_SCHEMA, SUMMARY_SCHEMA } from './schemas/summary-schema.ts';
import { NO_NUL, parameterSchema, parameterTypeText } from './schemas/parameter-schema.ts';
import {
  INTERPRET_PATH,
  LOOKUP_PATH,
  MAP_PATH,
  REDIRECT_PARAMETER,
  REDIRECT_PATH,
  SEARCH_PATH,
  SUMMARY_PATH,
} from './paths.ts';

const VEHICLE = { $ref: '#/components/schemas/Vehicle' };
const SEARCH_RESPONSE = { $ref: '#/components/schemas/SearchResponse' };
const SUMMARY = { $ref: '#/components/schemas/Summary' };
const MAP = { $ref: '#/components/schemas/StockMap' };
const LOOKUP = { $ref: '#/components/schemas/Lookup' };
const INTERPRETATION = { $ref: '#/components/schemas/Interpretation' };

/** As query/map-cells.ts reads it. */
const CELL_PARAMETER: QueryParameter = {
  name: CELL.name,
  description:
    'Only listings in these cells of the map, by the cell of a response of the map operation: exactly as many as it counts. Several are ' +
    `separated by commas, at most ${MAX_CELLS}.`,
  schema: { type: 'string', pattern: CELL_PATTERN.source },
  typeText: () => 'cells, separated by commas',
  example: CELL.example,
};

const FILTERS = [...FILTER_PARAMETERS.map(queryParameter), CELL_PARAMETER];

export const OPERATIONS: readonly Operation[] = [
  {
    path: SEARCH_PATH,
    operationId: 'searchVehicles',
    tag: 'Search',
    summary: 'Search used-vehicle listings',
    description:
      'Finds the listings that match all parameters, 20 a page, with their exact number. Every parameter is optional, and ' +
      'all can be combined; blank values count as absent. Only show people listings that appear in results.cars. Show the url of a vehicle as ' +
      'the link to it.',
    parameters: [...PARAMETERS.map(queryParameter), CELL_PARAMETER],
    successes: taggedSuccesses({
      description: 'A page of results. Empty if nothing matches, and past the last page.',
      headers: FOUND_HEADERS,
      schema: SEARCH_RESPONSE,
      links: {
        lookUpFirst: {
          operationId: 'lookUpVehicles',
          description: 'The first listing of the page, with its price rating.',
          parameters: { advert: '$response.body#/results/cars/0/url' },
        },
        summarizeMake: {
          operationId: 'summarizeVehicles',
          description: "All in stock of the first listing's make.",
          parameters: { make: '$response.body#/results/cars/0/make' },
        },
      },
    }),
    problems: STOCK_PROBLEMS,
  },
  {
    path: SUMMARY_PATH,
    operationId: 'summarizeVehicles',
    tag: 'Search',
    summary: 'Summarise the matches of a search',
    description:
      `Exact counts of ${SUMMARIZED.counted}, each without its own filter, the distribution of ${SUMMARIZED.distributed}, ` +
      'how many listings are left out because a value is unknown and, if nothing matches, suggested changes. Takes the ' +
      'filters of the search.',
    parameters: FILTERS,
    successes: taggedSuccesses({
      description: 'The summary.',
      headers: FOUND_HEADERS,
      schema: SUMMARY,
      links: {
        searchMostCommonMake: {
          operationId: 'searchVehicles',
          description: 'The listings of the most common make.',
          parameters: { make: '$response.body#/summary/make/values/0/value' },
        },
      },
    }),
    problems: STOCK_PROBLEMS,
  },
  {
    path: MAP_PATH,
    operationId: 'mapVehicles',
    tag: 'Search',
    summary: 'Count the matches of a search on a map',
    description:
      'Where the matches of a search are: exact counts by square cell of a map, each with its middle and its largest town. A zoom ' +
      'halves the cells of the one before. Takes the filters of the search.',
    parameters: [
      ...FILTERS,
      {
        name: ZOOM.name,
        description:
          'Zoom as web maps count it: the cells are 64 pixels wide, and at 5 the United Kingdom is 450 pixels high. ' +
          `${DEFAULT_ZOOM} if absent.`,
        schema: { type: 'integer', minimum: 0, maximum: ZOOM.max, default: DEFAULT_ZOOM },
        typeText: () => `integer, 0 to ${ZOOM.max}`,
        example: ZOOM.example,
      },
      {
        name: BBOX.name,
        description:
          'Only cells that touch this box are listed, as west,south,east,north in degrees. The others are counted as outside.',
        schema: { type: 'string', pattern: BBOX_PATTERN.source },
        typeText: () => 'four numbers, separated by commas',
        example: BBOX.example,
      },
    ],
    successes: taggedSuccesses({
      description: 'The counts.',
      headers: FOUND_HEADERS,
      schema: MAP,
    }),
    problems: STOCK_PROBLEMS,
  },
  EXPORT_OPERATION,
  CHANGES_OPERATION,
  FEED_OPERATION,
  {
    path: LOOKUP_PATH,
    operationId: 'lookUpVehicles',
    tag: 'Listings',
    summary: 'Look listings up by their adverts',
    description:
      'The listings at up to 20 adverts, in the order requested, each with its price against comparable listings of this stock, ' +
      'whether it probably meets the ULEZ standard, its days in stock and searches for similar ones. Withdrawn and unknown adverts have entries too.',
    parameters: [
      {
        name: 'advert',
        description:
          "URL of a dealer's advert, or the url of a vehicle. Repeat the parameter for up to 20 adverts.",
        schema: {
          type: 'array',
          items: { type: 'string', pattern: NO_NUL },
          minItems: 1,
          maxItems: MAX_ADVERTS,
          // Blank items count as absent, but at least one must not be blank.
          contains: { type: 'string', pattern: '\\S' },
        },
        typeText: () => `addresses, at most ${MAX_ADVERTS}`,
        example: 'https://northgate-cars.example/stock/8841',
        required: true,
      },
    ],
    successes: taggedSuccesses({
      description: 'An entry for each advert.',
      headers: READ_HEADERS,
      schema: LOOKUP,
      links: {
        openFirst: {
          operationId: 'openListing',
          description: 'The first advert.',
          parameters: { [REDIRECT_PARAMETER]: '$response.body#/results/cars/0/advert' },
        },
      },
    }),
    problems: STOCK_PROBLEMS,
  },
  {
    path: INTERPRET_PATH,
    operationId: 'interpretRequest',
    tag: 'Search',
    summary: 'Interpret a phrase as parameters of the search',
    description:
      'Turns a phrase in plain English into parameters, each with its words, and lists words that no parameter can express. It ' +
      'searches nothing. Parameters beside it are the search so far: a text such as "cheaper" or "but not a Ford" changes it, any ' +
      'other starts a new search, and refines says which.',
    parameters: [
      {
        name: 'text',
        description: 'The phrase, as a person would say it. May be empty.',
        schema: parameterSchema({ ...getParameter('q'), kind: 'text' }),
        typeText: (code) => parameterTypeText({ ...getParameter('q'), kind: 'text' }, code),
        example: 'cheap diesel automatic estate under £10k near SW1A 1AA',
      },
      ...PARAMETERS.map(queryParameter),
    ],
    successes: taggedSuccesses({
      description: 'The interpretation.',
      headers: READ_HEADERS,
      schema: INTERPRETATION,
    }),
    problems: ['invalid_parameters', 'not_ready'],
  },
  {
    path: REDIRECT_PATH,
    operationId: 'openListing',
    tag: 'Listings',
    summary: "Go to a dealer's advert",
    description:
      "The target of a vehicle's url. Use that url unchanged: it redirects only to adverts of live listings. For a withdrawn " +
      'advert, the problem has the URL of a search for similar vehicles.',
    parameters: [
      {
        name: REDIRECT_PARAMETER,
        description: "URL of the dealer's advert, as in the url of a vehicle.",
        schema: { type: 'string', format: 'uri', minLength: 1, pattern: NO_NUL },
        typeText: () => 'address',
        example: 'https://northgate-cars.example/stock/8841',
        required: true,
      },
    ],
    successes: [
      {
        status: 302,
        description: 'The advert is listed; Location has its URL.',
        headers: [
          'Location',
          'Cache-Control',
          'Ignored-Parameters',
          'Preference-Applied',
          'RateLimit-Policy',
          'RateLimit',
        ],
      },
    ],
    problems: [
      'invalid_parameters',
      'not_found',
      'advert_withdrawn',
      'not_ready',
      'index_unavailable',
      'data_damaged',
    ],
  },
];

export const RESPONSE_SCHEMAS = {
  SearchResponse: searchResponseSchema(VEHICLE),
  Summary: SUMMARY_SCHEMA,
  StockMap: MAP_SCHEMA,
  ExportLine: exportLineSchema(VEHICLE),
  Changes: changesSchema(VEHICLE),
  Lookup: LOOKUP_SCHEMA,
  Interpretation: INTERPRETATION_SCHEMA,
};
