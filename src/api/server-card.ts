// Lets MCP clients and registries find the server before they connect: its card (SEP-2127, "MCP Server Cards",
// https://modelcontextprotocol.io/seps/2127-mcp-server-cards), and the site's AI catalogue, which lists it
// (https://github.com/Agent-Card/ai-catalog).
import { DOCS_PATH, MCP_PATH, LLMS_PATH, OPENAPI_PATH, OPENAPI_YAML_PATH, SEARCH_PATH } from './paths.ts';
import { VERSION } from '../package-files.ts';

/** Paths of the card: that of the proposal, and that of its drafts. */
export const SERVER_CARD_PATHS = [`${MCP_PATH}/server-card`, '/.well-known/mcp/server-card.json'] as const;
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

export const AI_CATALOG_PATH = '/.well-known/ai-catalog.json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';

/** At most 100 characters. */
const DESCRIPTION =
  'Searches used-vehicle listings of dealers in the United Kingdom, with exact totals. Read-only.';

/** Newest first. test/http/routes/server-card.test.ts compares them with the running server. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** `baseUrl` has no final slash. */
export function serverCard(baseUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${hostOf(baseUrl).split('.').reverse().join('.')}/forecourt`,
    title: 'Forecourt',
    description: DESCRIPTION,
    version: VERSION,
    websiteUrl: `${baseUrl}${DOCS_PATH}`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}${MCP_PATH}`,
        supportedProtocolVersions: PROTOCOL_VERSIONS,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer and a token, if this service requires tokens.',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** `baseUrl` has no final slash. */
export function aiCatalog(baseUrl: string) {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${hostOf(baseUrl)}:mcp:forecourt`,
        type: SERVER_CARD_TYPE,
        url: `${baseUrl}${SERVER_CARD_PATHS[0]}`,
      },
    ],
  };
}

/** The host's name without a port; `localhost` for an IP address, which cannot form a name. */
function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /^[0-9.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
}

// /.well-known/api-catalog (RFC 9727): the APIs and their descriptions as a link set (RFC 9264).

export const API_CATALOG_PATH = '/.well-known/api-catalog';
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** `baseUrl` has no final slash. */
export function apiCatalog(baseUrl: string) {
  return {
    linkset: [
      {
        anchor: `${baseUrl}${SEARCH_PATH}`,
        'service-desc': [
          { href: `${baseUrl}${OPENAPI_PATH}`, type: 'application/json' },
          { href: `${baseUrl}${OPENAPI_YAML_PATH}`, type: 'application/yaml' },
        ],
        'service-doc': [
          { href: `${baseUrl}${DOCS_PATH}`, type: 'text/html' },
          { href: `${baseUrl}${LLMS_PATH}`, type: 'text/plain' },
        ],
        status: [{ href: `${baseUrl}/readyz`, type: 'application/json' }],
      },
      {
        anchor: `${baseUrl}${MCP_PATH}`,
        'service-desc': [{ href: `${baseUrl}${SERVER_CARD_PATHS[0]}`, type: SERVER_CARD_TYPE }],
        'service-doc': [{ href: `${baseUrl}${LLMS_PATH}`, type: 'text/plain' }],
      },
    ],
  };
}
