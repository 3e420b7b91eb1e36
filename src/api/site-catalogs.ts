// The catalogues of the site under /.well-known/: the AI catalogue (https://github.com/Agent-Card/ai-catalog), which lists the
// MCP server's card, and the API catalogue (RFC 9727), the APIs and their descriptions as a link set (RFC 9264).
import { DOCS_PATH, LLMS_PATH, MCP_PATH, OPENAPI_PATH, OPENAPI_YAML_PATH, SEARCH_PATH } from './paths.ts';
import { hostOf, SERVER_CARD_PATHS, SERVER_CARD_TYPE } from './server-card.ts';

export const AI_CATALOG_PATH = '/.well-known/ai-catalog.json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';

export const API_CATALOG_PATH = '/.well-known/api-catalog';
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

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
