// The card of the MCP server and the AI catalogue, by the published schema of cards (modelcontextprotocol/experimental-ext-server-card).
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { REVISIONS } from '../../mcp/official-client.ts';
import { serve } from '../fixture.ts';

const CARD = '/mcp/server-card';
const CATALOG = '/.well-known/ai-catalog.json';

/** What the published schema requires of the members that the card has. */
const SCHEMA = {
  type: 'object',
  required: ['$schema', 'description', 'name', 'version'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: {
      type: 'string',
      minLength: 3,
      maxLength: 200,
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: { type: 'string', format: 'uri' },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: {
          type: { enum: ['sse', 'streamable-http'] },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          supportedProtocolVersions: { type: 'array', items: { type: 'string' } },
          headers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              properties: {
                name: { type: 'string' },
                description: { type: 'string' },
                isRequired: { type: 'boolean' },
                isSecret: { type: 'boolean' },
              },
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

async function get(path: string, baseUrl?: string): Promise<Response> {
  const { url } = await serve(baseUrl === undefined ? {} : { baseUrl });
  return fetch(url + path);
}

describe('the card of the MCP server', () => {
  test.each([
    ['https://cars.example', 'example.cars/forecourt', 'https://cars.example/mcp'],
    ['https://www.cars.example/used', 'example.cars.www/forecourt', 'https://www.cars.example/used/mcp'],
    ['http://127.0.0.1:8080', 'localhost/forecourt', 'http://127.0.0.1:8080/mcp'],
    ['http://[::1]:8080', 'localhost/forecourt', 'http://[::1]:8080/mcp'],
  ])('of %s is named %s, follows the schema and leads to the server', async (baseUrl, name, url) => {
    const card: unknown = await (await get(CARD, baseUrl)).json();
    expect(card).toMatchObject({ name, remotes: [{ type: 'streamable-http', url }] });
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(SCHEMA);
    validate(card);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('names the revisions that the server speaks', async () => {
    const card = (await (await get(CARD)).json()) as {
      remotes: { supportedProtocolVersions: string[] }[];
    };
    expect(card.remotes[0].supportedProtocolVersions.toSorted()).toEqual([...REVISIONS].sort());
  });

  test('may be read by pages and kept for an hour, and is the same at the address of earlier drafts', async () => {
    const response = await get(CARD);
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('etag')).toMatch(/^W\/"/);
    const other = await get('/.well-known/mcp/server-card.json');
    expect(await other.text()).toBe(await response.text());
  });
});

test('the AI catalogue lists the card', async () => {
  const { url } = await serve();
  const response = await fetch(url + CATALOG);
  expect(response.headers.get('content-type')).toBe('application/ai-catalog+json');
  expect(await response.json()).toEqual({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:cars.example:mcp:forecourt',
        type: 'application/mcp-server-card+json',
        url: 'https://cars.example/mcp/server-card',
      },
    ],
  });
});
