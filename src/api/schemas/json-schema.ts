// The subset of JSON Schema (2020-12, as in OpenAPI 3.1) used here. Schemas are plain data; a `$ref` points into the OpenAPI
// document.

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly const?: string | number;
  readonly enum?: readonly (string | number)[];
  readonly format?: 'uri' | 'uuid';
  readonly pattern?: string;
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** At least one item must match it. */
  readonly contains?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly examples?: readonly (string | number | readonly string[])[];
}

export type JsonType = 'string' | 'integer' | 'number' | 'array' | 'object' | 'boolean' | 'null';

/** The schema of an object with these members and no others. All are required except `optional`. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  options: { readonly optional?: readonly string[]; readonly description?: string } = {},
): JsonSchema {
  const { optional = [], description } = options;
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}
