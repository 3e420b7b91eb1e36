// Who asks, as everything behind the door knows them, and what they may do. How they proved it is not in it, and no
// token either: a caller may be logged and counted.
import type { RateLimit } from './rate-limit.ts';

/** `search` is what the public asks; `operate` is for those who watch over the service: metrics and the dashboard. */
export const PERMISSIONS = ['search', 'operate'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export interface Caller {
  /** The same over all requests, and nobody else's: `token:3f9a0c417d2e`, or `jwt:` and the subject. */
  readonly id: string;
  /** For people. At most 64 characters, none of which can forge a line. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Instead of the rate that holds for everybody. */
  readonly rate?: RateLimit;
}
