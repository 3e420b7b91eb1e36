// The resources. The cards are an MCP App (SEP-1865, https://github.com/modelcontextprotocol/ext-apps), which hosts show beside a
// tool's result, in a frame of their own. They are one HTML document with its script and style inside, because it cannot load
// anything from this server. Results come from the host, as messages. Pictures that this server draws are resources too; the
// cards read them through their host. Pictures of dealers are never fetched.
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { PICTURES_PATH } from '../api/paths.ts';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { h } from '../pages/element.ts';
import { withContents } from '../pages/render-html.ts';
import { htmlDocument } from '../pages/site-frame.ts';
import { coastline, pageStyle } from '../pages/assets.ts';
import { packageFile } from '../package-files.ts';

const CARDS_URI = 'ui://forecourt/cards.html';
const APP_TYPE = 'text/html;profile=mcp-app';

/** The extension, for the capabilities of clients and servers. */
export const APP_EXTENSION = { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } };

/** The `_meta` of a tool whose results the cards show. Hosts before January 2026 read the second name. */
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

/** A resource; undefined if there is none with this URI. */
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

/** A host may show pictures from these origins only. The cards may connect to none. */
function uiMeta(sources: PictureSources): { readonly ui: object } {
  return { ui: { csp: { connectDomains: [], resourceDomains: imageOrigins(sources) }, prefersBorder: true } };
}

function imageOrigins({ baseUrl, pictureOrigins = [] }: PictureSources): string[] {
  const { origin } = new URL(baseUrl);
  // A proxy may send any host name, and this one becomes part of a policy.
  return [...new Set([...(/^https?:\/\/[\w.:[\]-]+$/.test(origin) ? [origin] : []), ...pictureOrigins])];
}

const SCRIPT = packageFile('dist/page/cards.js');

interface Parts {
  readonly script: string;
  readonly style: string;
  readonly land: string;
}

let parts: Parts | undefined;

/** The cards' document. Pictures may come from `data:` URLs and from `imageOrigins`, given as in a content security policy. */
function cardsDocument(imageOrigins: readonly string[]): string {
  const { script, style, land } = (parts ??= loadParts());
  return htmlDocument(
    'Used cars',
    [
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy(script, style, imageOrigins) }),
      withContents(h('style', {}), style),
    ],
    [h('main', { id: 'cards', 'data-land': land }), withContents(h('script', { type: 'module' }), script)],
  );
}

/** Has no Trusted Types: some hosts write the document more than once, and the first one's policy would refuse the second. */
function policy(script: string, style: string, imageOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    ['img-src data:', ...imageOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

function loadParts(): Parts {
  const script = readFileSync(SCRIPT, 'utf8').trim();
  const style = pageStyle('web/car.css', 'web/cards.css');
  return { script, style, land: coastline('outline').join('') };
}
