// What each route is called by those who count requests: a short closed list, from the patterns that the router knows. A
// path that no route has is `none`, however many of them there are.
import type { RouteName, QueryClass } from '../metrics/request-metrics.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import {
  DOCS_PATH,
  INTERPRET_PATH,
  LLMS_PATH,
  MCP_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
  REDIRECT_PATH,
  SEARCH_PATH,
  SUMMARY_PATH,
} from '../api/paths.ts';

/** Patterns without a slash at their end; longer ones begin with them and a slash. */
const NAMES: readonly (readonly [pattern: string, name: RouteName])[] = [
  [SUMMARY_PATH, 'summary'],
  [SEARCH_PATH, 'search'],
  [INTERPRET_PATH, 'interpret'],
  [REDIRECT_PATH, 'redirect'],
  [MCP_PATH, 'mcp'],
  ['/page', 'page_file'],
  ['/favicon.ico', 'page_file'],
  ['/pictures', 'picture'],
  [DOCS_PATH, 'docs'],
  ['/problems', 'docs'],
  [OPENAPI_PATH, 'description'],
  [OPENAPI_YAML_PATH, 'description'],
  [LLMS_PATH, 'description'],
  ['/robots.txt', 'description'],
  ['/.well-known', 'description'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/status', 'operator'],
  ['/metrics', 'operator'],
  ['/dashboard', 'operator'],
];

/** The name of the route with this pattern; undefined: there is no route. */
export function routeName(pattern: string | undefined): RouteName {
  if (pattern === undefined) return 'none';
  const known = nameOfPattern.get(pattern);
  if (known !== undefined) return known;
  const name = nameFor(pattern);
  nameOfPattern.set(pattern, name);
  return name;
}

/** There are as many as there are routes. */
const nameOfPattern = new Map<string, RouteName>();

function nameFor(pattern: string): RouteName {
  if (pattern === '/') return 'page';
  // CORS answers OPTIONS for every path.
  if (pattern === '*') return 'preflight';
  const row = NAMES.find(([path]) => {
    const base = path.replace(/\/$/, '');
    return pattern === base || pattern.startsWith(`${base}/`);
  });
  return row?.[1] ?? 'none';
}

/** What kind of search it is. A text search is dearer than any filter, and so is one by distance. */
export function queryClassOf(query: SearchQuery): QueryClass {
  if (query.q !== undefined) return query.center === undefined ? 'text' : 'text_geo';
  if (query.center !== undefined) return 'geo';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !ORDERING.has(name)) return 'filtered';
  }
  return 'unfiltered';
}

/** What changes nothing about which listings match; without a place the distance does not either. */
const ORDERING: ReadonlySet<string> = new Set<keyof SearchQuery>(['page', 'sort', 'distanceBand']);
