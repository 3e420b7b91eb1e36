// Schemas of tools. Hosts put them into the context of every conversation, so they are short: arguments are described in a few words,
// results in outline. The OpenAPI document has all of it.
import { objectSchema, type JsonSchema } from '../api/schemas/json-schema.ts';
import { parameterSchema } from '../api/schemas/parameter-schema.ts';
import type { Parameter } from '../listing/parameters.ts';

/** Parameters of the API, or a tool's own, as optional arguments. */
export function inputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  return optionalMembers(
    Object.fromEntries(parameters.map((row) => [row.name, { ...typeOf(row), description: describe(row) }])),
  );
}

/** The same without descriptions, for tools that refer to another one's. */
export function undescribedInputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  return optionalMembers(Object.fromEntries(parameters.map((row) => [row.name, typeOf(row)])));
}

function optionalMembers(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectSchema(properties, { optional: Object.keys(properties) });
}

/** With the words of a list, which its schema does not have. */
function describe({ isList, allowed, brief }: Parameter): string {
  return isList === true && allowed !== undefined ? `${allowed.join(', ')}. ${brief}` : brief;
}

const TEXT_OR_LIST: JsonSchema = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
};

/** Without the bounds that all whole numbers have, and without patterns: tools also take the names of places. */
function typeOf(row: Parameter): JsonSchema {
  if (row.kind === 'integer' && row.min === undefined) return { type: 'integer' };
  if (row.isList === true) return TEXT_OR_LIST;
  const schema = parameterSchema(row);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'pattern'));
}

/** The schema to a depth of `levels` objects: names, types and what is always there. */
export function outlineOf(schema: JsonSchema, levels: number): JsonSchema {
  const { type, items, properties = {}, required = [] } = schema;
  if (items !== undefined) return { ...(type && { type }), items: outlineOf(items, levels) };
  if (schema.properties === undefined || levels === 0) return type === undefined ? {} : { type };
  const members = Object.entries(properties).map(
    ([name, member]) => [name, outlineOf(member, levels - 1)] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 && { required }),
  };
}
