// The arguments of a tool as a JSON Schema: the parameters of the API, each with the schema, the description and the
// example that the OpenAPI document gives it, and no others.
import type { Parameter } from '../listing/parameters.ts';
import { objectSchema, type JsonSchema } from '../api/schemas/json-schema.ts';
import { parameterSchema } from '../api/schemas/parameter-schema.ts';

export function inputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  const properties = parameters.map((row) => [row.name, argumentSchema(row)] as const);
  return objectSchema(Object.fromEntries(properties), { optional: parameters.map(({ name }) => name) });
}

function argumentSchema(row: Parameter): JsonSchema {
  return { ...parameterSchema(row), description: row.description, examples: [row.example] };
}
