// The operations for clients that store a search's matches: all matches, and their changes.
import { FILTER_PARAMETERS, PARAMETERS } from '../query/parameters.ts';
import type { ParameterRules } from '../query/parse-value.ts';
import {
  FOUND_HEADERS,
  queryParameter,
  STOCK_PROBLEMS,
  taggedSuccesses,
  type Operation,
  type QueryParameter,
} from './operation.ts';
import { CHANGES_PATH, EXPORT_PATH, FEED_PATH } from './paths.ts';

const EXAMPLE_CURSOR = 'WzEsImEiLDEsImIiLCJjIl0x2bXqP0c';

/** The parameter that continues an export. */
export const EXPORT_CURSOR = { name: 'cursor', example: EXAMPLE_CURSOR } as const satisfies ParameterRules;

/** The parameter of changes: the cursor of an earlier response, or a time. */
export const SINCE = { name: 'since', example: EXAMPLE_CURSOR } as const satisfies ParameterRules;

/** The parameter of changes that lets the server wait for the next one, in seconds. */
export const WAIT = { name: 'wait', min: 1, max: 60, example: 30 } as const satisfies ParameterRules;

const EXPORT_LINE = { $ref: '#/components/schemas/ExportLine' };
const CHANGES = { $ref: '#/components/schemas/Changes' };

const CURSOR_PROBLEMS: Operation['problems'] = [
  'invalid_parameters',
  'cursor_expired',
  'not_ready',
  'index_unavailable',
  'data_damaged',
];

export const EXPORT_OPERATION: Operation = {
  path: EXPORT_PATH,
  operationId: 'exportVehicles',
  tag: 'Search',
  summary: 'Export all matches of a search',
  description:
    'All listings of a search in its order, as lines of JSON, of one state of the stock. The last line has their number and a cursor ' +
    'that names the state. An export that takes too long ends with "more": its cursor continues it.',
  parameters: [
    ...PARAMETERS.filter(({ name }) => name !== 'page').map(queryParameter),
    cursorParameter(
      EXPORT_CURSOR,
      'Continues an export that ended with "more": the cursor of its last line, with the same search. Expires when the stock changes.',
    ),
  ],
  successes: [
    {
      status: 200,
      description: 'A line for each listing, and one for the whole.',
      headers: FOUND_HEADERS.filter((name) => name !== 'ETag'),
      mediaType: 'application/x-ndjson',
      schema: EXPORT_LINE,
    },
  ],
  problems: CURSOR_PROBLEMS,
};

export const CHANGES_OPERATION: Operation = {
  path: CHANGES_PATH,
  operationId: 'listChanges',
  tag: 'Search',
  summary: 'List what changed in a search',
  description:
    'What came into, left or changed in a search since the state that a cursor names, or since a time, net, at most one entry for each listing: the ' +
    'earlier matches and the changes make the present matches. Without since: the cursor of now.',
  parameters: [
    ...FILTER_PARAMETERS.map(queryParameter),
    {
      ...cursorParameter(
        SINCE,
        'The cursor of an export or of an earlier list of changes, with the same search. Or a time in the past: RFC 3339, a date, ' +
          '"yesterday", "monday", "3 days ago". Days begin at midnight UTC.',
      ),
      schema: { type: 'string', maxLength: 1024, pattern: '^[A-Za-z0-9_:+. -]*$' },
      typeText: () => 'a cursor or a time',
    },
    {
      name: WAIT.name,
      description:
        'Seconds to wait if nothing has changed since: the response comes with the first change, or then without any and with a later ' +
        'cursor. Without since there is no wait.',
      schema: { type: 'integer', minimum: WAIT.min, maximum: WAIT.max },
      typeText: () => `a whole number from ${WAIT.min} to ${WAIT.max}`,
      example: WAIT.example,
    },
  ],
  successes: [
    {
      status: 200,
      description:
        'The changes, and the cursor for the next request. With "Accept: text/event-stream", each change is an event whose id is a cursor, ' +
        'and Last-Event-ID continues.',
      headers: FOUND_HEADERS.filter((name) => name !== 'ETag'),
      schema: CHANGES,
    },
  ],
  problems: CURSOR_PROBLEMS,
};

/** Maximum pages of a feed. Each page reads those before it, so readers of more should use an export. */
export const MAX_FEED_PAGES = 10;

export const FEED_OPERATION: Operation = {
  path: FEED_PATH,
  operationId: 'feedVehicles',
  tag: 'Search',
  summary: 'Follow a search in a feed reader',
  description:
    'The newest 100 listings of a search as an Atom feed, further ones on pages up to 10. The id of an entry names the advert for ever; ' +
    'updated is when the listing last changed. sort has no effect.',
  parameters: PARAMETERS.filter(({ name }) => name !== 'sort').map((row) =>
    queryParameter(row.name === 'page' ? { ...row, max: MAX_FEED_PAGES } : row),
  ),
  successes: taggedSuccesses({
    description: 'The feed.',
    headers: FOUND_HEADERS,
    mediaType: 'application/atom+xml',
    schema: { type: 'string' },
  }),
  problems: STOCK_PROBLEMS,
};

function cursorParameter(
  { name, example }: typeof EXPORT_CURSOR | typeof SINCE,
  description: string,
): QueryParameter {
  return {
    name,
    description,
    schema: { type: 'string', maxLength: 1024, pattern: '^[A-Za-z0-9_-]*$' },
    typeText: () => 'a cursor',
    example,
  };
}
