// GET / for people, and the files that their page needs. What is on the page comes from the public API, which is asked in
// process as a client would ask it: the same parameters, the same answers, the same refusals. Programs get the addresses
// of the service instead.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { insufficientScope, missingToken } from '../../auth/auth-problem.ts';
import { Problem } from '../../problem.ts';
import { searchDocument } from '../../pages/search/html-document.ts';
import { loadPage, withoutResults, type ApiResponse } from '../../pages/search/load-page.ts';
import type { PageModel } from '../../pages/search/view/page-model.ts';
import { toSearchState } from '../../pages/search/view/search-state.ts';
import { basePathOf } from '../base-url.ts';
import type { HttpContext } from '../http-context.ts';
import { parseQueryString } from '../query-string.ts';
import { sendServiceIndex } from './status-routes.ts';
import { bestEncoding, compressBest, compressFast, type Encoding } from '../../pages/compression.ts';
import { pageAssets } from '../../pages/assets.ts';

const ASSETS_PATH = 'page/';

export function addPageRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/', { onSend: renderProblemPage }, (request, reply) => {
    void reply.header('vary', 'Accept, Accept-Encoding');
    return prefersHtml(request)
      ? sendPage(app, context, request, reply)
      : sendServiceIndex(request, reply, context);
  });
  addPageAssets(app);

  /** Whoever refused the page, and wherever: what comes is a page, which says what to do next. */
  function renderProblemPage(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void {
    if (request.problemCode === undefined || typeof payload !== 'string' || !prefersHtml(request)) {
      return done(null, payload);
    }
    const [, query] = (request.raw.url ?? '').split('?', 2);
    const { model } = withoutResults(
      toSearchState(new URLSearchParams(query)),
      pageUrls(context, request),
      toApiResponse(reply.statusCode, payload, reply.getHeader('retry-after')),
    );
    void reply.headers({ ...headersOfPage(context, request), 'cache-control': 'no-store' });
    done(null, renderDocument(model));
  }
}

/** What a page says of its search while too many pages are in flight. Its script asks for the results soon after. */
const OVERLOADED_RESPONSE: ApiResponse = {
  status: 503,
  body: { code: 'overloaded', detail: 'The service is busy.' },
};

function prefersHtml({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').includes('text/html');
}

async function sendPage(
  app: FastifyInstance,
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkPermission(context, request);
  const { raw, headers } = request;
  const callApi = async (target: string): Promise<ApiResponse> => {
    if (request.isOverloaded) return OVERLOADED_RESPONSE;
    const response = await app.inject({ url: target, headers: headersForApi(headers) });
    return toApiResponse(response.statusCode, response.payload, response.headers['retry-after']);
  };
  const { status, model } = await loadPage(
    parseQueryString(raw.url ?? ''),
    pageUrls(context, request),
    callApi,
  );
  const body = Buffer.from(renderDocument(model));
  const encoding = bestEncoding(headers['accept-encoding']);
  if (encoding !== 'identity') void reply.header('content-encoding', 'gzip');
  return reply
    .code(request.isOverloaded ? 200 : status)
    .headers({
      ...headersOfPage(context, request),
      ...(request.isOverloaded && { 'cache-control': 'no-store' }),
    })
    .send(encoding === 'identity' ? body : await compressFast(body));
}

/** The page asks in process, past the gate. It shows nobody what the API would not. */
function checkPermission({ authenticator }: HttpContext, { caller }: FastifyRequest): void {
  if (authenticator?.isConfigured !== true || !authenticator.isRequired) return;
  if (caller === undefined) throw missingToken();
  if (!caller.permissions.has('search')) throw insufficientScope('search');
}

function toApiResponse(status: number, payload: string, retryAfter: unknown): ApiResponse {
  const retrySeconds = retryAfter === undefined ? undefined : Number(retryAfter);
  return { status, body: JSON.parse(payload), retrySeconds };
}

function pageUrls(context: HttpContext, { headers }: FastifyRequest) {
  const baseUrl = context.baseUrlOf(headers);
  return { basePath: basePathOf(baseUrl), baseUrl: baseUrl };
}

function renderDocument(model: PageModel): string {
  const { version, style } = pageAssets();
  return searchDocument(model, { assetsPath: `${ASSETS_PATH}${version}/`, style });
}

function headersOfPage(context: HttpContext, { headers }: FastifyRequest): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(context.baseUrlOf(headers), pageAssets().styleDigest),
    'referrer-policy': 'no-referrer',
  };
}

/** What the addresses in its answers are made from. */
function headersForApi(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const names = ['host', 'x-forwarded-proto', 'x-forwarded-host'];
  return Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
}

/**
 * This one style, our own script, and no way to make markup of a text. Pictures of listings are where dealers have them, so
 * they may come from anywhere, but encrypted.
 */
function contentSecurityPolicy(baseUrl: string, styleDigest: string): string {
  const own = URL.canParse(baseUrl) ? ` ${new URL(baseUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleDigest}'`,
    "connect-src 'self'",
    `img-src 'self' https:${own}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function addPageAssets(app: FastifyInstance): void {
  const cache = new Map<string, Buffer>();

  app.get<{ Params: { version: string; '*': string } }>(`/${ASSETS_PATH}:version/*`, (request, reply) => {
    const { version, '*': path } = request.params;
    const { files, version: current } = pageAssets();
    const file = files.get(path);
    if (file === undefined) throw new Problem('not_found', 'The search page has no such file.');
    const encoding = bestEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    // A page from before an update still gets what there is now.
    const isCurrent = version === current;
    return reply
      .header('content-type', file.type)
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'Accept-Encoding')
      .send(compressOnce(path, file.body, encoding));
  });

  function compressOnce(path: string, body: Buffer, encoding: Encoding): Buffer {
    const key = `${encoding} ${path}`;
    const compressed = cache.get(key) ?? compressBest(body, encoding);
    cache.set(key, compressed);
    return compressed;
  }
}
