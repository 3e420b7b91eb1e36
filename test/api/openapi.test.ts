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
import type { OpenApi } from './response-validator.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BASE = 'https://cars.example';

/** As clients get it. */
function documentOf(baseUrl: string): OpenApi {
  return JSON.parse(JSON.stringify(openApiDocument(baseUrl))) as OpenApi;
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
      for (const address of [path, path.slice(0, -1)]) {
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
    expect(JSON.stringify(document).length).toBeLessThan(100_000);
    expect(parse(await yaml.text())).toEqual(document);
  });
});
