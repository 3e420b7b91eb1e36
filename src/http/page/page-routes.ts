// GET / for people, and the files that their page needs. What is on the page comes from the public API, which is asked in
// process as a client would ask it: the same parameters, the same answers, the same refusals. Programs get the addresses
// of the service instead.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { insufficientScope, missingToken } from '../../auth/auth-problem.ts';
import { Problem } from '../../problem.ts';
import { searchDocument } from '../../web/document.ts';
import { modelFor, withoutResults, type ApiAnswer } from '../../web/page-model.ts';
import type { Model } from '../../web/view/model.ts';
import { searchOf } from '../../web/view/search.ts';
import { rootOf } from '../base-url.ts';
import type { Site } from '../http-options.ts';
import { parseQueryString } from '../query-string.ts';
import { sendWelcome } from '../status-routes.ts';
import { bestEncoding, compressOnce, compressQuickly, type Encoding } from './compressed.ts';
import { pageFiles } from './page-files.ts';

const FOLDER = 'page/';

export function addPageRoutes(app: FastifyInstance, site: Site): void {
  app.get('/', { onSend: sayItToPeople }, (request, reply) => {
    void reply.header('vary', 'Accept, Accept-Encoding');
    return isForPeople(request) ? sendPage(app, site, request, reply) : sendWelcome(request, reply, site);
  });
  addPageFiles(app);

  /** Whoever refused the page, and wherever: what comes is a page, which says what to do next. */
  function sayItToPeople(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void {
    if (request.problemCode === undefined || typeof payload !== 'string' || !isForPeople(request)) {
      return done(null, payload);
    }
    const [, query] = (request.raw.url ?? '').split('?', 2);
    const { model } = withoutResults(
      searchOf(new URLSearchParams(query)),
      placeOf(site, request),
      answerOf(reply.statusCode, payload, reply.getHeader('retry-after')),
    );
    void reply.headers({ ...headersOfPage(site, request), 'cache-control': 'no-store' });
    done(null, documentOf(model));
  }
}

/** What a page says of its search while too many pages are in flight. Its script asks for the results soon after. */
const BUSY: ApiAnswer = { status: 503, body: { code: 'overloaded', detail: 'The service is busy.' } };

function isForPeople({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').includes('text/html');
}

async function sendPage(
  app: FastifyInstance,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkPermission(site, request);
  const { raw, headers } = request;
  const ask = async (target: string): Promise<ApiAnswer> => {
    if (request.isCrowded) return BUSY;
    const answer = await app.inject({ url: target, headers: headersForApi(headers) });
    return answerOf(answer.statusCode, answer.payload, answer.headers['retry-after']);
  };
  const { status, model } = await modelFor(parseQueryString(raw.url ?? ''), placeOf(site, request), ask);
  const body = Buffer.from(documentOf(model));
  const encoding = bestEncoding(headers['accept-encoding']);
  if (encoding !== 'identity') void reply.header('content-encoding', 'gzip');
  return reply
    .code(request.isCrowded ? 200 : status)
    .headers({ ...headersOfPage(site, request), ...(request.isCrowded && { 'cache-control': 'no-store' }) })
    .send(encoding === 'identity' ? body : await compressQuickly(body));
}

/** The page asks in process, past the gate. It shows nobody what the API would not. */
function checkPermission({ authenticator }: Site, { caller }: FastifyRequest): void {
  if (authenticator?.isConfigured !== true || !authenticator.isRequired) return;
  if (caller === undefined) throw missingToken();
  if (!caller.permissions.has('search')) throw insufficientScope('search');
}

function answerOf(status: number, payload: string, retryAfter: unknown): ApiAnswer {
  const retrySeconds = retryAfter === undefined ? undefined : Number(retryAfter);
  return { status, body: JSON.parse(payload), retrySeconds };
}

function placeOf(site: Site, { headers }: FastifyRequest) {
  const baseUrl = site.baseUrlOf(headers);
  return { root: rootOf(baseUrl), site: baseUrl };
}

function documentOf(model: Model): string {
  const { version, style } = pageFiles();
  return searchDocument(model, { folder: `${FOLDER}${version}/`, style });
}

function headersOfPage(site: Site, { headers }: FastifyRequest): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(site.baseUrlOf(headers), pageFiles().styleDigest),
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

function addPageFiles(app: FastifyInstance): void {
  const kept = new Map<string, Buffer>();

  app.get<{ Params: { version: string; '*': string } }>(`/${FOLDER}:version/*`, (request, reply) => {
    const { version, '*': path } = request.params;
    const { files, version: current } = pageFiles();
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
      .send(compressed(path, file.body, encoding));
  });

  function compressed(path: string, body: Buffer, encoding: Encoding): Buffer {
    const name = `${encoding} ${path}`;
    const found = kept.get(name) ?? compressOnce(body, encoding);
    kept.set(name, found);
    return found;
  }
}
