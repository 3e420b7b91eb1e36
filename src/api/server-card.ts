// Lets MCP clients and registries find the server before they connect: its card (SEP-2127, "MCP Server Cards",
// https://modelcontextprotocol.io/seps/2127-mcp-server-cards).
import { DOCS_PATH, MCP_PATH } from './paths.ts';
import { VERSION } from '../package-files.ts';

/** Paths of the card: that of the proposal, and that of its drafts. */
export const SERVER_CARD_PATHS = [`${MCP_PATH}/server-card`, '/.well-known/mcp/server-card.json'] as const;
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

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

/** The host's name without a port; `localhost` for an IP address, which cannot form a name. */
export function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /^[0-9.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
}
