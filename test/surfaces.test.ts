// All surfaces describe parameters and fields alike, as the parser and the responses behave. Each surface is read back:
// the docs from their files, everything else over HTTP.
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIELDS } from '../src/listing/fields.ts';
import { PARAMETER_NAMES } from '../src/query/parameters.ts';
import { parseQuery } from '../src/query/parse-query.ts';
import { Problem, type ParameterIssue } from '../src/problem.ts';
import { serve } from './http/fixture.ts';
import { SMALL_GAZETTEER } from './query/small-gazetteer.ts';

/** A parameter as a surface shows it. */
interface Shown {
  readonly name: string;
  readonly type: string;
  readonly allowed?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

interface ShownField {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly description: string;
}

interface Schema {
  readonly type: string | readonly [string, 'null'];
  readonly anyOf?: readonly { readonly type: string }[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

interface Document {
  readonly paths: Readonly<
    Record<string, { get: { parameters: { name: string; description: string; schema: Schema }[] } }>
  >;
  readonly components: { readonly schemas: { readonly Vehicle: { properties: Record<string, Schema> } } };
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, Schema> };
  readonly outputSchema: {
    readonly properties: {
      readonly results: { properties: { cars: { items: { properties: Record<string, Schema> } } } };
    };
  };
}

/** A parameter of the search page's own. */
const NOT_OF_SPECIFICATION = 'cell';
/** The parameters that take several values. */
const LISTS = ['make', 'model', 'fuel_type', 'transmission', 'dealer'];

let document: Document;
let llms = '';
let page = '';
let tools: readonly Tool[] = [];
let answered: readonly string[] = [];
const api = ['api-parameters', 'api-endpoints']
  .map((page) => readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8'))
  .join('\n');
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

beforeAll(async () => {
  const { url, app } = await serve();
  const textOf = async (path: string): Promise<string> => (await fetch(url + path)).text();
  document = JSON.parse(await textOf('/openapi.json')) as Document;
  llms = await textOf('/llms.txt');
  page = await textOf('/docs');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  tools = ((await client.listTools()) as unknown as { tools: Tool[] }).tools;
  const response = JSON.parse(await textOf('/api/v1/vehicles/')) as { results: { cars: object[] } };
  answered = Object.keys(response.results.cars[0] ?? {});
  await app.close();
});

/** What a kind is in JSON. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['domains', 'string'],
  ['postcode', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['year', 'string'],
  ['class', 'string'],
  ['domain', 'string'],
  ['address', 'string'],
  ['addresses', 'array'],
]);

/** `integer (GBP)`, `integer, 0 to 6`, `text, at most 512 characters`, or the allowed values, read back. */
function taken(words: string): Omit<Shown, 'name'> {
  const match =
    /^(?<kind>[a-z]+)(?: \([A-Za-z]+\))?(?:, (?<low>\d+) to (?<high>\d+)|, at least (?<least>\d+)|, at most (?<length>\d+) characters)?(?: \(\d+: .+\))?$/.exec(
      words,
    );
  const { kind = '', low, high, least, length } = match?.groups ?? {};
  const type = TYPES.get(kind);
  if (type === undefined) return { type: 'string', allowed: words.replaceAll('`', '').split(', ') };
  if (type === 'integer') {
    return {
      type,
      min: Number(low ?? least ?? Number.MIN_SAFE_INTEGER),
      max: Number(high ?? Number.MAX_SAFE_INTEGER),
    };
  }
  return { type, ...(length !== undefined && { maxLength: Number(length) }) };
}

/** Tools describe arguments in fewer words, and leave out the bounds of all whole numbers. */
function withoutTexts(shown: readonly Shown[]): Shown[] {
  return shown.map(({ name, type, allowed, min, max, maxLength }) => ({
    name,
    type,
    ...(allowed !== undefined && { allowed }),
    ...(min !== undefined && min !== Number.MIN_SAFE_INTEGER && { min }),
    ...(max !== undefined && max !== Number.MAX_SAFE_INTEGER && { max }),
    ...(maxLength !== undefined && { maxLength }),
  }));
}

function inSchema(name: string, description: string | undefined, schema: Schema): Shown {
  // Tools also take a list of texts, and say in words which ones.
  const type = schema.anyOf?.[0].type ?? String(schema.type);
  const inWords = schema.anyOf && /^\w+(?:, \w+)+(?=\. )/.exec(description ?? '')?.[0];
  const listed = /^\^-\?\(([\w|]+)\)/.exec(schema.pattern ?? '')?.[1].split('|');
  const allowed = schema.enum ?? listed ?? inWords?.split(', ');
  return {
    name,
    type,
    ...(allowed && { allowed }),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
    ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    ...(description !== undefined && { description }),
  };
}

function inOpenApi(): Shown[] {
  return document.paths['/api/v1/vehicles/'].get.parameters
    .filter(({ name }) => name !== NOT_OF_SPECIFICATION)
    .map(({ name, description, schema }) => inSchema(name, description, schema));
}

function inTool(name: string): Shown[] {
  const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
  return Object.entries(properties).map(([name, schema]) => inSchema(name, schema.description, schema));
}

/** The cells of each row of a table in the docs. */
function rowsOf(text: string, table: string): string[][] {
  const body = text.split(`<!-- table: ${table} -->`)[1].split('<!-- end -->')[0];
  const rows = body.trim().split('\n').slice(2);
  return rows.map((row) => row.slice(2, -2).replace(/`/g, '').split(' | '));
}

function inDocs(): Shown[] {
  return rowsOf(api, 'parameters-in-full').map(([name, words, description]) => ({
    name,
    ...taken(words),
    description,
  }));
}

function inReadme(): Shown[] {
  return rowsOf(readme, 'parameters').map(([name, words]) => ({ name, ...taken(words) }));
}

/** The lines of the nth list of llms.txt. */
function listOf(nth: number): string[] {
  const lists = llms.split('\n\n').filter((part) => part.startsWith('- '));
  return lists[nth].split('\n');
}

function inLlms(): Shown[] {
  return listOf(0).map((line) => {
    const [, name, words, description] =
      /^- (\w+): (?:one of )?(.*?)\. (.*) Example: \w+=\S+$/.exec(line) ?? [];
    return { name, ...taken(words), description };
  });
}

/** Text of HTML that holds no tags. */
function textOf(html: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return html.replace(/&[a-z0-9#]+;/g, (entity) => entities[entity as keyof typeof entities]);
}

function inPage(): Shown[] {
  const form = /<form action="api\/v1\/vehicles\/"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
  const rows = form.matchAll(
    /<label for="searchVehicles-(\w+)"><code>(\w+)<\/code><\/label> <small>([^<]*)<\/small>\s*<\/th>\s*<td>([^<]*)<\/td>([\s\S]*?)<\/tr>/g,
  );
  const specified = Array.from(rows).filter(([, , name]) => name !== NOT_OF_SPECIFICATION);
  return specified.map(([, id, name, words, description, control]) => {
    expect(control).toContain(`name="${id}"`);
    const shown = { name, ...taken(textOf(words)), description: textOf(description) };
    const options = Array.from(control.matchAll(/<option>(\w+)<\/option>/g), ([, option]) => option);
    // Lists are typed in.
    expect(options).toEqual(LISTS.includes(name) ? [] : (shown.allowed ?? []));
    return shown;
  });
}

describe('every surface says of the parameters', () => {
  it('their names, in the order of the parser', () => {
    expect(inOpenApi().map(({ name }) => name)).toEqual([...PARAMETER_NAMES]);
  });

  it('nothing of the cells of the map, which only the search, its summary and its map take', () => {
    const taking = Object.entries(document.paths)
      .filter(([, { get }]) => get.parameters?.some(({ name }) => name === NOT_OF_SPECIFICATION))
      .map(([path]) => path);
    expect(taking).toEqual(['/api/v1/vehicles/', '/api/v1/vehicles/summary/', '/api/v1/vehicles/map/']);
    expect([...PARAMETER_NAMES]).not.toContain(NOT_OF_SPECIFICATION);
  });

  it('the same types, allowed values, bounds and descriptions', () => {
    const reported = inOpenApi();
    expect(inDocs()).toEqual(reported);
    expect(inLlms()).toEqual(reported);
    expect(inPage()).toEqual(reported);
    const ofTools = withoutTexts(reported);
    expect(withoutTexts(inTool('search_vehicles'))).toEqual([
      ...ofTools,
      { name: 'detail', type: 'string', allowed: ['brief', 'full'] },
      { name: 'limit', type: 'integer', min: 1, max: 20 },
    ]);
    // Its arguments have no descriptions, which say the words of lists.
    const ofSummary = ofTools.filter(({ name }) => name !== 'sort' && name !== 'page');
    expect(inTool('summarize_vehicles')).toEqual(
      ofSummary.map(({ allowed, ...shown }) => ({
        ...shown,
        ...(!LISTS.includes(shown.name) && allowed && { allowed }),
      })),
    );
    expect(inTool('list_changes').slice(1)).toEqual(inTool('summarize_vehicles'));
    expect(inReadme()).toEqual(reported.map((shown) => ({ ...shown, description: undefined })));
  });

  it('what the parser does', () => {
    for (const shown of inOpenApi()) holdParserTo(shown);
    expect(issueOf('vin', '1')?.code).toBe('unknown_parameter');
  });
});

function issueOf(name: string, value: string): ParameterIssue | undefined {
  try {
    parseQuery([[name, value]], SMALL_GAZETTEER, { rejectsUnknown: true });
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.issues[0];
    throw error;
  }
}

function holdParserTo({ name, type, allowed, min, max, maxLength }: Shown): void {
  const outcome = (value: string): string =>
    `${name}=${value.slice(0, 20)} ${issueOf(name, value)?.code ?? 'taken'}`;
  const expected = (value: string, code: string): string => `${name}=${value.slice(0, 20)} ${code}`;
  const hold = (value: string, code: string): void => expect(outcome(value)).toBe(expected(value, code));
  if (allowed !== undefined) {
    for (const word of allowed) hold(word, 'taken');
    expect(issueOf(name, 'Steam')?.allowed).toEqual(allowed);
  } else if (type === 'integer') {
    hold(String(min), 'taken');
    hold(String(max), 'taken');
    hold(String(BigInt(min ?? 0) - 1n), 'out_of_range');
    hold(String(BigInt(max ?? 0) + 1n), 'out_of_range');
    hold('1.5', 'not_an_integer');
  } else if (type === 'number') {
    hold('-1.5', 'taken');
    hold('9'.repeat(300), 'taken');
    hold('1e3', 'not_a_number');
  } else if (name === 'location') {
    hold('SW1A 1AA', 'taken');
    hold('leeds', 'invalid_location');
  } else if (maxLength !== undefined) {
    hold('🚗'.repeat(maxLength), 'taken');
    hold('🚗'.repeat(maxLength + 1), 'too_long');
  } else {
    hold('x'.repeat(5000), 'taken');
  }
}

describe('every surface says of the fields of a vehicle', () => {
  const inSchema = (): ShownField[] => fieldsOf(document.components.schemas.Vehicle.properties);
  const fieldsOf = (properties: Record<string, Schema>): ShownField[] =>
    Object.entries(properties).map(([name, { type, description }]) => ({
      name,
      type: typeof type === 'string' ? type : type[0],
      nullable: typeof type !== 'string',
      description: description ?? '',
    }));
  const field = (name: string, words: string, description: string): ShownField => ({
    name,
    type: TYPES.get(/^[a-z]+/.exec(words)?.[0] ?? '') ?? words,
    nullable: words.includes('null'),
    description,
  });

  it('the same names, types, nulls and descriptions', () => {
    const reported = inSchema();
    const inTable = rowsOf(api, 'fields').map(([name, kind, nullable, description]) =>
      field(name, nullable === 'yes' ? `${kind} or null` : kind, description),
    );
    const inText = listOf(1).map((line) => {
      const [, name, words, description] = /^- (\w+): (.*?)\. (.*)$/.exec(line) ?? [];
      return field(name, words, description);
    });
    const section = /<section aria-labelledby="fields">[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
    const rows = section.matchAll(
      /<code>(\w+)<\/code>\s*<small>([^<]*)<\/small>\s*<\/th>\s*<td>([^<]*)<\/td>/g,
    );
    const onPage = Array.from(rows, ([, name, words, description]) =>
      field(name, words, textOf(description)),
    );
    expect(inTable).toEqual(reported);
    expect(inText).toEqual(reported);
    expect(onPage).toEqual(reported);
  });

  it('what an answer has', () => {
    expect(inSchema().map(({ name }) => name)).toEqual(answered);
    expect(answered).toEqual(FIELDS.filter(({ inResponse }) => inResponse).map(({ name }) => name));
  });
});
