// The schemas behind the clients' types, from the OpenAPI document: parameters, responses and problem codes. Its paths and headers
// are left out, because programs need no types for them.
import { getParameter, isParameterName } from '../src/query/parameters.ts';
import { openApiDocument } from '../src/api/openapi.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The parts of the document that are read here. */
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: Schema;
  }[];
}

export function readDocument(): Document {
  return JSON.parse(JSON.stringify(openApiDocument(''))) as Document;
}

/** By name, with the parts that occur more than once declared once. */
export function clientSchemas(document: Document): Readonly<Record<string, Schema>> {
  const { schemas } = document.components;
  const wanted = {
    SearchParameters: schemaOf(parametersOf(document, 'searchVehicles')),
    ...Object.fromEntries(Object.entries(schemas).filter(([name]) => !isProblem(name))),
    ProblemCode: { type: 'string', enum: Object.entries(schemas).flatMap(codeOf) },
  };
  return withShared(withBases(withoutRules(wanted) as Readonly<Record<string, Schema>>));
}

/** With objects that have all members of a vehicle, or of a span, and others, as that and the others. */
function withBases(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const bases = { Vehicle: schemas['Vehicle'], Span: partAt(schemas, SHARED.Span) };
  const withBase = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withBase);
    if (typeof value !== 'object' || value === null) return value;
    for (const [name, { properties }] of Object.entries(bases)) {
      const whole = Object.keys((value as Schema)['properties'] ?? {});
      const inherited = Object.keys(properties as Schema);
      const own = whole.filter((member) => !inherited.includes(member));
      if (own.length > 0 && own.length === whole.length - inherited.length)
        return {
          allOf: [{ $ref: `#/components/schemas/${name}` }, mapped(part(value as Schema, own), withBase)],
        };
    }
    return mapped(value as Schema, withBase);
  };
  return mapped(schemas, withBase) as Readonly<Record<string, Schema>>;
}

/** The schema of an object with these members alone. */
function part({ properties, required, ...rest }: Schema, names: readonly string[]): Schema {
  const isNamed = (name: string): boolean => names.includes(name);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties as Schema).filter(([name]) => isNamed(name))),
    required: (required as readonly string[]).filter(isNamed),
  };
}

export function parametersOf({ paths }: Document, operationId: string): Operation['parameters'] {
  const operation = Object.values(paths)
    .map(({ get }) => get)
    .find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
  return operation.parameters;
}

/** All of them as one object. */
function schemaOf(parameters: Operation['parameters']): Schema {
  // Those of the specification: the map's cells are the search page's own.
  const properties = parameters.flatMap(({ name, description, schema }) => {
    if (!isParameterName(name)) return [];
    const { isList, allowed } = getParameter(name);
    return [[name, { ...(isList === true ? listOf(allowed) : schema), description }]];
  });
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties) as Schema,
  };
}

/** Clients take one text, or an array of them, which they send as repeated parameters. */
function listOf(allowed: readonly string[] | undefined): Schema {
  const words = allowed && { enum: [...allowed, ...allowed.map((word) => `-${word}`)] };
  const schema = { type: 'string', ...words };
  return { anyOf: [schema, { type: 'array', items: schema }] };
}

function isProblem(name: string): boolean {
  return name.endsWith('Problem');
}

function codeOf([name, schema]: readonly [string, Schema]): unknown[] {
  if (!isProblem(name)) return [];
  const { code } = schema['properties'] as { readonly code: { readonly const: string } };
  return [code.const];
}

/** Parts that occur more than once, with a place of each: declared once, under a name. */
const SHARED = {
  RequestedFuel: ['SearchParameters', 'fuel_type', 'anyOf', '0'],
  RequestedGearbox: ['SearchParameters', 'transmission', 'anyOf', '0'],
  ParameterName: ['Summary', 'summary', 'relaxations', 'items', 'parameter'],
  ParameterTexts: ['Interpretation', 'parameters'],
  Span: ['Interpretation', 'left_out', 'items'],
  ValueCounts: ['Summary', 'summary', 'make'],
  TermCounts: ['Summary', 'summary', 'terms', 'colour'],
  Distribution: ['Summary', 'summary', 'price'],
  NumberSummary: ['Summary', 'summary', 'matching', 'price'],
};

function withShared(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const shared = Object.entries(SHARED).map(
    ([name, path]) => [name, undescribed(partAt(schemas, path))] as const,
  );
  const names = new Map(shared.map(([name, part]) => [JSON.stringify(part), name]));
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const { description } = value as Schema;
    const name = names.get(JSON.stringify(undescribed(value as Schema)));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}`, description };
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part)]));
  };
  return { ...(replaced(schemas) as Record<string, Schema>), ...Object.fromEntries(shared) };
}

/** Names of properties lead into them. */
function partAt(schemas: Readonly<Record<string, Schema>>, path: readonly string[]): Schema {
  return path.reduce<Schema>(
    (part, key) => ((part['properties'] as Schema | undefined)?.[key] ?? part[key]) as Schema,
    schemas,
  );
}

function undescribed(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'description'));
}

/** What types cannot say, and the document does. */
const RULES = ['examples', 'example', 'format', 'minimum', 'maximum', 'maxLength', 'maxItems'];

function withoutRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !RULES.includes(key));
  // The keys below `properties` are names of response members, whatever they are.
  return Object.fromEntries(
    kept.map(([key, part]) => [
      key,
      key === 'properties' ? mapped(part as Schema, withoutRules) : withoutRules(part),
    ]),
  );
}

function mapped(members: Schema, change: (part: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(members).map(([name, part]) => [name, change(part)]));
}
