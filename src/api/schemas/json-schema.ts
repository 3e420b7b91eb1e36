// The part of JSON Schema (2020-12, as OpenAPI 3.1 has it) that the schemas here use. They are plain data: who serves
// them says where a schema that is used in several places is kept.

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
  readonly maxItems?: number;
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly examples?: readonly (string | number | readonly string[])[];
}

export type JsonType = 'string' | 'integer' | 'number' | 'array' | 'object' | 'null';

/** An object that has these members and no others: all of them, but those named in `optional`. */
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
