// The types of the client, made from the OpenAPI document: its answers, what can be asked, and the codes of problems. Of
// the document only these go in: its paths and headers are no types that a program needs. `npm run client` writes the
// file; test/client/openapi-types.test.ts fails where it has fallen behind.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../src/api/openapi.ts';

/** The file that holds them, from the root of the project. */
export const CLIENT_TYPES_FILE = 'src/client/openapi-types.ts';

const HEAD = `// What the service can be asked and what it answers, as types. Written by \`npm run client\` from the OpenAPI document: a
// change here is lost.

`;

type Schema = Readonly<Record<string, unknown>>;

/** The parts of the document that are read here. */
interface Document {
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

/** The whole text of the file. */
export async function clientTypes(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openApiDocument(''))) as Document;
  const { schemas } = document.components;
  const wanted = {
    SearchParameters: schemaOf(parametersOf(document, 'searchVehicles')),
    ...Object.fromEntries(Object.entries(schemas).filter(([name]) => !isProblem(name))),
    ProblemCode: { type: 'string', enum: Object.entries(schemas).flatMap(codeOf) },
  };
  const reduced = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas: withShared(withoutRules(wanted) as Readonly<Record<string, Schema>>) },
  } as OpenAPI3;
  const nodes = await openapiTS(reduced, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  // Of the rest of the document nothing is left but empty declarations.
  const text = astToString(nodes)
    .replace(/^export type (paths|webhooks|\$defs|operations) = Record<string, never>;\n/gm, '')
    .replace(/^ {4}(responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')
    .replace(/^ *\/\*\* @(?:enum|constant).*\*\/\n|^ *\* @(?:enum|constant|default).*\n/gm, '')
    .replace('export interface components', 'interface components');
  const config = await resolveConfig(new URL('../package.json', import.meta.url).pathname);
  return format(`${HEAD}${text}\n${summaryParameters(document)}`, { ...config, parser: 'typescript' });
}

function parametersOf({ paths }: Document, operationId: string): Operation['parameters'] {
  const operation = Object.values(paths)
    .map(({ get }) => get)
    .find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
  return operation.parameters;
}

/** All of them as one object. */
function schemaOf(parameters: Operation['parameters']): Schema {
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties) as Schema,
  };
}

/** Most of them are those of the search, which need not be said twice. */
function summaryParameters(document: Document): string {
  const names = (operationId: string): string[] =>
    parametersOf(document, operationId).map(({ name }) => name);
  const ofSummary = names('summarizeVehicles');
  const without = names('searchVehicles').filter((name) => !ofSummary.includes(name));
  const added = ofSummary.filter((name) => !names('searchVehicles').includes(name));
  if (added.length > 0) throw new Error(`the summary takes ${added.join(', ')}, and the search does not`);
  return `export type SummaryParameters = Omit<SearchParameters, ${without.map((name) => `'${name}'`).join(' | ')}>;`;
}

function isProblem(name: string): boolean {
  return name.endsWith('Problem');
}

function codeOf([name, schema]: readonly [string, Schema]): unknown[] {
  if (!isProblem(name)) return [];
  const { code } = schema['properties'] as { readonly code: { readonly const: string } };
  return [code.const];
}

/** Parts that occur more than once, with a place of each: told once, under a name. */
const SHARED = {
  ParameterName: ['Interpretation', 'understood', 'items', 'parameter'],
  ValueCounts: ['Summary', 'summary', 'make'],
  Distribution: ['Summary', 'summary', 'price'],
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
  // The keys below `properties` are names of what is answered, whatever they are.
  return Object.fromEntries(
    kept.map(([key, part]) => [key, key === 'properties' ? mapped(part as Schema) : withoutRules(part)]),
  );
}

function mapped(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withoutRules(part)]));
}
