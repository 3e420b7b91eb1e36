// An authenticated caller and its permissions. A caller contains no credentials, so it can be logged and counted.
import type { RateLimit } from './rate-limit.ts';

/** `search`: the API, MCP and the search page. `operate`: metrics, status and the dashboard. */
export const PERMISSIONS = ['search', 'operate'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export interface Caller {
  /** Identifies the caller in all requests: `token:3f9a0c417d2e`, or `jwt:` and the subject. */
  readonly id: string;
  /** For people: at most 64 characters, without control characters. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Rate limit that overrides the server's. */
  readonly rate?: RateLimit;
}
