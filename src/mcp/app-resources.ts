// The resources: the cards, an MCP App (SEP-1865, https://github.com/modelcontextprotocol/ext-apps) that hosts show beside a tool's
// result, and the pictures that this server draws, which the cards read through their host. Pictures of dealers are never fetched.
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { PICTURES_PATH } from '../api/paths.ts';
import { cardsDocument } from '../pages/cards/cards-document.ts';

const CARDS_URI = 'ui://forecourt/cards.html';
const APP_TYPE = 'text/html;profile=mcp-app';

/** In the capabilities of clients and servers. */
export const APP_EXTENSION = { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } };

/** The `_meta` of a tool whose results the cards show. The second name is that of hosts before January 2026. */
export const CARDS_TOOL_META = { ui: { resourceUri: CARDS_URI }, 'ui/resourceUri': CARDS_URI };

export interface PictureSources {
  /** The base of every URL in a result, without a final slash. */
  readonly baseUrl: string;
  /** Origins of dealers' pictures, such as `https://*.images.example`, that hosts are asked to allow. */
  readonly pictureOrigins?: readonly string[] | undefined;
  /** Draws the picture of a path that starts with `/pictures/`; undefined if there is none. */
  readonly drawPicture?:
    ((path: string) => { readonly type: string; readonly body: string } | undefined) | undefined;
}

export function listResources(sources: PictureSources): ListResourcesResult {
  return {
    resources: [
      {
        uri: CARDS_URI,
        name: 'cards',
        title: 'Cards of used cars',
        description: 'Shows results of search_vehicles, get_vehicles and compare_vehicles as cards.',
        mimeType: APP_TYPE,
        _meta: uiMeta(sources),
      },
    ],
  };
}

export function listResourceTemplates({ baseUrl, drawPicture }: PictureSources): ListResourceTemplatesResult {
  if (drawPicture === undefined) return { resourceTemplates: [] };
  const uriTemplate = `${baseUrl}${PICTURES_PATH}{name}`;
  return {
    resourceTemplates: [
      { uriTemplate, name: 'picture', title: 'Picture of a demo car', mimeType: 'image/svg+xml' },
    ],
  };
}

/** Undefined if there is no such resource. */
export function readResource(uri: string, sources: PictureSources): ReadResourceResult | undefined {
  if (uri === CARDS_URI) {
    const text = cardsDocument(imageOrigins(sources));
    return { contents: [{ uri, mimeType: APP_TYPE, text, _meta: uiMeta(sources) }] };
  }
  const { baseUrl, drawPicture } = sources;
  if (!uri.startsWith(`${baseUrl}${PICTURES_PATH}`)) return undefined;
  const picture = drawPicture?.(uri.slice(baseUrl.length));
  return picture && { contents: [{ uri, mimeType: picture.type, text: picture.body }] };
}

/** A host may show pictures from these origins only, and the cards connect to none. */
function uiMeta(sources: PictureSources): { readonly ui: object } {
  return { ui: { csp: { connectDomains: [], resourceDomains: imageOrigins(sources) }, prefersBorder: true } };
}

function imageOrigins({ baseUrl, pictureOrigins = [] }: PictureSources): string[] {
  const { origin } = new URL(baseUrl);
  // A proxy may send any name, and this one becomes part of a policy.
  return [...new Set([...(/^https?:\/\/[\w.:[\]-]+$/.test(origin) ? [origin] : []), ...pictureOrigins])];
}
