import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from '../../src/api/openapi.ts';
import { problemsByStatus } from '../../src/api/schemas/problem-schemas.ts';
import { serve } from '../http/fixture.ts';
import type { LinkObject, OpenApi } from './response-validator.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BASE = 'https://cars.example';

/** As clients get it. */
function documentOf(baseUrl: string): OpenApi {
  return JSON.parse(JSON.stringify(openApiDocument(baseUrl))) as OpenApi;
}

/** What a runtime expression such as `$response.body#/results/cars/0/url` finds in a body. */
function valueAt(body: unknown, expression: string): string {
  const [, pointer = ''] = expression.split('$response.body#/');
  let value: unknown = body;
  for (const part of pointer.split('/')) value = (value as Readonly<Record<string, unknown>>)[part];
  return String(value);
}

/** The places of number schemas that have no minimum. */
function unboundedNumbers(schema: unknown, place = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, minimum, enum: values, const: value } = schema as Readonly<Record<string, unknown>>;
  const isNumber = [type].flat().some((name) => name === 'integer' || name === 'number');
  const isBounded = minimum !== undefined || values !== undefined || value !== undefined;
  const parts = Object.entries(schema).flatMap(([key, part]) => unboundedNumbers(part, `${place}/${key}`));
  return isNumber && !isBounded ? [place, ...parts] : parts;
}

const operations = Object.values(documentOf(BASE).paths).map(({ get }) => get);

describe('the OpenAPI document', () => {
  test('is valid', async () => {
    const { valid, errors } = await new Validator().validate({ ...documentOf(BASE) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('lints clean', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-lint-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(documentOf(BASE)));
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
    const lint = [cli, 'lint', '--format', 'json', file];
    try {
      const report = execFileSync(process.execPath, [...lint, '--config', join(ROOT, 'redocly.yaml')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      });
      expect(JSON.parse(report)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has the operations, and no credentials are required for them', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      'searchVehicles',
      'summarizeVehicles',
      'mapVehicles',
      'exportVehicles',
      'listChanges',
      'feedVehicles',
      'lookUpVehicles',
      'interpretRequest',
      'openListing',
    ]);
    for (const operation of operations)
      expect(operation).toMatchObject({ 'x-openai-isConsequential': false });
    expect(documentOf(BASE)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: BASE }],
      security: [{}, { bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
  });

  test('groups its operations, and leads to the documentation of the very service', () => {
    expect(documentOf(BASE)).toMatchObject({
      info: { contact: { url: 'https://cars.example/docs' } },
      tags: [{ name: 'Search' }, { name: 'Listings' }],
    });
    expect(operations.map(({ tags }) => tags)).toEqual([
      ['Search'],
      ['Search'],
      ['Search'],
      ['Search'],
      ['Search'],
      ['Search'],
      ['Listings'],
      ['Search'],
      ['Listings'],
    ]);
  });

  test('says which parameters may be blank, and what their texts look like', () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
    expect(required).toEqual(['advert', 'api_target']);
    for (const { name, allowEmptyValue } of parameters)
      expect(allowEmptyValue === true, name).toBe(!required.includes(name));
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema;
    expect(schemaOf('q')).toEqual({ type: 'string', pattern: '^[^\\x00]*$', maxLength: 512 });
    expect(schemaOf('dealer')).toEqual({ type: 'string', pattern: '^[^\\x00]*$' });
    expect(schemaOf('engine_min')).toEqual({ type: 'number' });
    expect(schemaOf('distance')).toEqual({ type: 'integer', minimum: 0, maximum: 6 });
  });

  test.each([
    ['SW1A 1AA', true],
    ['sw1a1aa', true],
    [' G2  2 ', true],
    ['M1', true],
    ['W1A0AX', true],
    ['SW', false],
    ['Leeds', false],
    ['SW1A 1A', false],
    ['SW1A-1AA', false],
    ['SW1A 1AA\0', false],
    ['1AA', false],
  ])('takes %j for a postcode: %j', (text, expected) => {
    const location = operations[0].parameters.find(({ name }) => name === 'location');
    expect(new RegExp(String(location?.schema.pattern)).test(text)).toBe(expected);
  });

  test('has links to parameters that exist, which lead from a search to an advert', async () => {
    const links = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    expect(links).toHaveLength(4);
    for (const { operationId, parameters } of links) {
      const target = operations.find((operation) => operation.operationId === operationId);
      for (const name of Object.keys(parameters))
        expect(
          target?.parameters.map((parameter) => parameter.name),
          operationId,
        ).toContain(name);
    }

    const { url } = await serve();
    const paths = Object.entries(documentOf(BASE).paths);
    const follow = async ({ operationId, parameters }: LinkObject, body: unknown): Promise<Response> => {
      const [path] = paths.find(([, { get }]) => get.operationId === operationId) ?? [''];
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, expression]): [string, string] => [
          name,
          valueAt(body, expression),
        ]),
      );
      return fetch(`${url}${path}?${query.toString()}`, { redirect: 'manual' });
    };
    const linkOf = (path: string, name: string): LinkObject => {
      const link = documentOf(BASE).paths[path].get.responses[200].links?.[name];
      if (link === undefined) throw new Error(`${path} has no link ${name}`);
      return link;
    };
    const search: unknown = await (await fetch(`${url}/api/v1/vehicles/?make=Jaguar`)).json();
    const lookup = await follow(linkOf('/api/v1/vehicles/', 'lookUpFirst'), search);
    expect(lookup.status).toBe(200);
    const redirect = await follow(linkOf('/api/v1/vehicles/lookup/', 'openFirst'), await lookup.json());
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).toBe(
      'https://harbour-motors.example/stock/1?colour=blue&ref=a%20b',
    );
    const summary = await follow(linkOf('/api/v1/vehicles/', 'summarizeMake'), search);
    const body: unknown = await summary.json();
    expect(body).toMatchObject({ summary: { total_vehicles: 1 } });
    const again = await follow(linkOf('/api/v1/vehicles/summary/', 'searchMostCommonMake'), body);
    expect(await again.json()).toMatchObject({ results: { total_vehicles: 45 } });
  });

  test('bounds the numbers of its responses', () => {
    const { schemas } = documentOf(BASE).components;
    expect(schemas.Vehicle).toMatchObject({
      properties: {
        mileage: { minimum: 0, maximum: 2_000_000 },
        engine_size: { minimum: 0, maximum: 20 },
        price: { minimum: 0, maximum: 100_000_000 },
        images: { maxItems: 100 },
        full_description: { maxLength: 20_000 },
        distance_km: { minimum: 0, maximum: 20_016 },
      },
    });
    expect(unboundedNumbers(schemas)).toEqual([]);
  });

  test('describes parameters in at most 700 characters, and everything else in at most 300', () => {
    const lengths = (value: unknown, inParameters = false): { text: string; most: number }[] => {
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
        if (key === 'description' || key === 'summary') {
          return typeof member === 'string' ? [{ text: member, most: inParameters ? 700 : 300 }] : [];
        }
        return lengths(member, inParameters || key === 'parameters');
      });
    };
    const found = lengths(documentOf(BASE));
    expect(found.length).toBeGreaterThan(100);
    for (const { text, most } of found) {
      expect(text).not.toBe('');
      expect(text.length, text).toBeLessThanOrEqual(most);
    }
  });

  test('declares for a search what it may be answered with', () => {
    expect(Object.keys(documentOf(BASE).paths['/api/v1/vehicles/'].get.responses).map(Number)).toEqual([
      200, 304, 400, 401, 403, 408, 414, 429, 431, 500, 503,
    ]);
    expect(Object.fromEntries(problemsByStatus(['invalid_parameters', 'not_ready']))).toEqual({
      400: ['invalid_parameters', 'malformed_request'],
      401: ['unauthorized'],
      403: ['forbidden'],
      408: ['malformed_request'],
      414: ['target_too_long'],
      429: ['too_many_requests'],
      431: ['malformed_request'],
      500: ['internal_error'],
      503: ['jwks_unavailable', 'not_ready', 'overloaded'],
    });
  });

  test('has every path that it names, with and without the slash at the end', async () => {
    const { url } = await serve();
    for (const path of Object.keys(documentOf(BASE).paths)) {
      for (const address of path.endsWith('/') ? [path, path.slice(0, -1)] : [path]) {
        const options = await fetch(url + address, { method: 'POST' });
        expect(options.status, address).toBe(405);
      }
    }
  });
});

describe('/openapi.json and /openapi.yaml', () => {
  test('are the same document', async () => {
    const { url } = await serve();
    const json = await fetch(`${url}/openapi.json`);
    const yaml = await fetch(`${url}/openapi.yaml`);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    const document = await json.json();
    expect(document).toEqual(documentOf(BASE));
    expect(JSON.stringify(document).length).toBeLessThan(140_000);
    expect(parse(await yaml.text())).toEqual(document);
  });
});
