// The service's paths, for routes, links and descriptions, and the maximum length of a request target.
import type { ProblemCode } from '../problem.ts';

export const SEARCH_PATH = '/api/v1/vehicles/';
export const SUMMARY_PATH = '/api/v1/vehicles/summary/';
export const LOOKUP_PATH = '/api/v1/vehicles/lookup/';
export const MAP_PATH = '/api/v1/vehicles/map/';
export const EXPORT_PATH = '/api/v1/vehicles/export/';
export const CHANGES_PATH = '/api/v1/vehicles/changes/';
export const FEED_PATH = '/api/v1/vehicles/feed.atom';
export const INTERPRET_PATH = '/api/v1/interpret/';
export const CAR_PATH = '/cars/';
export const COMPARE_PATH = '/cars/compare/';
export const REDIRECT_PATH = '/cars/redirect/';
export const REDIRECT_PARAMETER = 'api_target';
export const PROBLEMS_PATH = '/problems/';
export const OPENAPI_PATH = '/openapi.json';
export const OPENAPI_YAML_PATH = '/openapi.yaml';
export const DOCS_PATH = '/docs';
export const MCP_PATH = '/mcp';
export const PICTURES_PATH = '/pictures/';
export const LLMS_PATH = '/llms.txt';
export const STATUS_PATH = '/status';
export const METRICS_PATH = '/metrics';
export const DASHBOARD_PATH = '/dashboard/';

export const MAX_TARGET_BYTES = 8192;

/** The last path segment of a problem's page: `invalid-parameters`. */
export function problemSlug(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}
