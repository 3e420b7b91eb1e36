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

/** `description` is what the value means, for people. */
function typed(type: JsonType, description: string | undefined, more: JsonSchema = {}): JsonSchema {
  return { type, ...more, ...(description !== undefined && { description }) };
}

export function text(description?: string, more?: JsonSchema): JsonSchema {
  return typed('string', description, more);
}

export function url(description?: string): JsonSchema {
  return text(description, { format: 'uri' });
}

/** One of some words. */
export function choice(words: readonly string[], description?: string): JsonSchema {
  return text(description, { enum: words });
}

/** A whole number, at least 0 unless `more` says otherwise. */
export function count(description?: string, more?: JsonSchema): JsonSchema {
  return typed('integer', description, { minimum: 0, ...more });
}

export function flag(description: string): JsonSchema {
  return typed('boolean', description);
}

export function list(items: JsonSchema, description?: string, more?: JsonSchema): JsonSchema {
  return typed('array', description, { items, ...more });
}

/** A value of the schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [...[schema.type ?? []].flat(), 'null'] };
}

type Members = Readonly<Record<string, JsonSchema>>;

/** The schema of an object with these members and no others. The names of those that may be missing have a `?` behind them. */
export function objectSchema(members: Members): JsonSchema {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export function describedObject(description: string, members: Members): JsonSchema {
  return { description, ...objectSchema(members) };
}
