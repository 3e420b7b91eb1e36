// What the OpenAPI document, the page of documentation and llms.txt are told of an operation. Each is one entry of the
// list in operations.ts: adding one is adding its entry, and nothing else.
import type { ProblemCode } from '../problem.ts';
import type { JsonSchema } from './schemas/json-schema.ts';
import type { HeaderName } from './response-headers.ts';

export interface QueryParameter {
  readonly name: string;
  /** At most 700 characters. */
  readonly description: string;
  readonly schema: JsonSchema;
  /** The schema in a few words, for people. `code` marks literal values. */
  readonly typeText: (code: (text: string) => string) => string;
  readonly example: string | number;
  readonly required?: boolean;
}

export interface Success {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  /** Of the JSON body; none: it has no body. */
  readonly schema?: JsonSchema;
}

export interface Operation {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** At most 300 characters. */
  readonly description: string;
  readonly parameters: readonly QueryParameter[];
  readonly successes: readonly Success[];
  /** Beyond those that any request may meet. */
  readonly problems: readonly ProblemCode[];
}
