// Descriptions of the service for people, programs and crawlers: /docs, /openapi.json, /openapi.yaml, /llms.txt, /robots.txt, the
// API catalogue, and the MCP server's card in the AI catalogue. Each is rendered once per base URL, on which alone it depends.
// There is no security.txt: only an operator has a contact for it.
import { BoundedMap } from '../../memo.ts';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { llmsText } from '../../api/llms-text.ts';
import { openApiDocument } from '../../api/openapi.ts';
import { DOCS_PATH, LLMS_PATH, OPENAPI_PATH, OPENAPI_YAML_PATH, REDIRECT_PATH } from '../../api/paths.ts';
import { SERVER_CARD_PATHS, SERVER_CARD_TYPE, serverCard } from '../../api/server-card.ts';
import {
  AI_CATALOG_PATH,
  AI_CATALOG_TYPE,
  aiCatalog,
  API_CATALOG_PATH,
  API_CATALOG_TYPE,
  apiCatalog,
} from '../../api/site-catalogs.ts';
import { docsPage } from '../../pages/docs-page.ts';
import { pageStyle } from '../../pages/assets.ts';
import { varyByBaseUrl } from '../protocol/base-url.ts';
import type { Effort } from '../compression/codecs.ts';
import { EncodedForms } from '../compression/encoded-forms.ts';
import type { Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { matchesIfNoneMatch } from '../protocol/negotiation.ts';
import { pagePolicy } from '../page-policy.ts';
import { packageFile } from '../../package-files.ts';

interface Description {
  readonly path: string;
  readonly name: 'docs' | 'description';
  readonly type: string;
  /** Beside content-type, etag and cache-control. Names in lower case. */
  readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
  readonly render: (baseUrl: string) => string | Promise<string>;
}

interface RenderedDescription {
  readonly body: Buffer;
  readonly encodedForms: EncodedForms;
  readonly headers: Readonly<Record<string, string>>;
}

/** Maximum base URLs with cached descriptions: --allowed-hosts makes several. */
const MAX_CACHED = 16;

const DOCS_SCRIPT = packageFile('assets/docs/page.js');

const YAML_OPTIONS = {
  // Quoted strings cannot be read as another type. Keys such as `no` are quoted for parsers of YAML 1.1.
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
  lineWidth: 0,
} as const;

const DESCRIPTIONS: readonly Description[] = [
  {
    path: OPENAPI_PATH,
    name: 'description',
    // Unlike OpenAPI's own media type, browsers and clients know this one.
    type: 'application/json; charset=utf-8',
    // Without white space it is half as long: some clients read only 100,000 characters. People read the YAML.
    render: (baseUrl) => `${JSON.stringify(openApiDocument(baseUrl))}\n`,
  },
  {
    path: OPENAPI_YAML_PATH,
    name: 'description',
    type: 'application/yaml; charset=utf-8',
    render: async (baseUrl) => {
      const { stringify } = await import('yaml');
      return stringify(openApiDocument(baseUrl), YAML_OPTIONS);
    },
  },
  {
    path: DOCS_PATH,
    name: 'docs',
    type: 'text/html; charset=utf-8',
    headers: () => ({
      'content-security-policy': pagePolicy({ forms: "'self'" }),
      'referrer-policy': 'no-referrer',
    }),
    render: docsPage,
  },
  docsFile('page.css', 'text/css; charset=utf-8', pageStyle('docs/page.css')),
  docsFile('page.js', 'text/javascript; charset=utf-8', readFileSync(DOCS_SCRIPT, 'utf8')),
  { path: LLMS_PATH, name: 'description', type: 'text/plain; charset=utf-8', render: llmsText },
  { path: '/robots.txt', name: 'description', type: 'text/plain; charset=utf-8', render: robotsText },
  {
    path: API_CATALOG_PATH,
    name: 'description',
    type: API_CATALOG_TYPE,
    // Required by RFC 9727, for HEAD requests.
    headers: (baseUrl) => ({ link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"` }),
    render: (baseUrl) => `${JSON.stringify(apiCatalog(baseUrl), undefined, 2)}\n`,
  },
  ...SERVER_CARD_PATHS.map((path): Description => {
    const render = (baseUrl: string) => `${JSON.stringify(serverCard(baseUrl), undefined, 2)}\n`;
    return { path, name: 'description', type: SERVER_CARD_TYPE, render };
  }),
  {
    path: AI_CATALOG_PATH,
    name: 'description',
    type: AI_CATALOG_TYPE,
    render: (baseUrl) => `${JSON.stringify(aiCatalog(baseUrl), undefined, 2)}\n`,
  },
];

export function descriptionRoutes(context: HttpContext): Route[] {
  return [
    ...DESCRIPTIONS.map((description) => descriptionRoute(context, description)),
    // The page's links are relative to /docs.
    {
      path: `${DOCS_PATH}/`,
      config: { name: 'docs', cost: 'low' },
      handle: () => ({ status: 308, headers: { location: `..${DOCS_PATH}` } }),
    },
  ];
}

function descriptionRoute(context: HttpContext, description: Description): Route {
  const cache = new BoundedMap<string, Promise<RenderedDescription>>(MAX_CACHED);
  const vary = varyByBaseUrl(context);
  let renderings = 0;

  function renderOnce(baseUrl: string): Promise<RenderedDescription> {
    return cache.getOrMake(baseUrl, () => {
      // The best compression takes a tenth of a second, so requests must not be able to repeat it.
      renderings += 1;
      return render(description, baseUrl, vary, renderings > MAX_CACHED ? 'fast' : 'best');
    });
  }

  return {
    path: description.path,
    config: { name: description.name, cost: 'low' },
    async handle({ request }) {
      const { body, encodedForms, headers } = await renderOnce(context.baseUrlOf(request.headers));
      return matchesIfNoneMatch(request.headers['if-none-match'], headers['etag'])
        ? { status: 304, headers }
        : { headers, body, encodedForms };
    },
  };
}

async function render(
  { type, headers, render }: Description,
  baseUrl: string,
  vary: string | undefined,
  effort: Effort,
): Promise<RenderedDescription> {
  const body = Buffer.from(await render(baseUrl));
  return {
    body,
    encodedForms: new EncodedForms(body, effort),
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      etag: `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
      ...(vary !== undefined && { vary }),
      ...headers?.(baseUrl),
    },
  };
}

function docsFile(name: string, type: string, text: string): Description {
  return { path: `${DOCS_PATH}/${name}`, name: 'docs', type, render: () => text };
}

/** Disallows redirects only, because each leads to a page outside the service, one per listing. */
function robotsText(baseUrl: string): string {
  const { pathname } = new URL(`${baseUrl}${REDIRECT_PATH.slice(0, -1)}`);
  return `User-agent: *\nDisallow: ${pathname}\nAllow: /\n`;
}
