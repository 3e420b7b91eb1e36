// GET / for people, and the files that their page needs. What is on the page comes from the public API, which is asked in
// process as a client would ask it: the same parameters, the same answers, the same refusals. Programs get the addresses
// of the service instead.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { searchDocument } from '../../web/document.ts';
import { modelFor, type ApiAnswer } from '../../web/page-model.ts';
import { rootOf } from '../base-url.ts';
import type { Site } from '../http-options.ts';
import { parseQueryString } from '../query-string.ts';
import { sendWelcome } from '../status-routes.ts';
import { bestEncoding, compressOnce, compressQuickly, type Encoding } from './compressed.ts';
import { pageFiles } from './page-files.ts';

const FOLDER = 'page/';

export function addPageRoutes(app: FastifyInstance, site: Site): void {
  app.get('/', (request, reply) => {
    void reply.header('vary', 'Accept, Accept-Encoding');
    const isBrowser = String(request.headers.accept ?? '').includes('text/html');
    return isBrowser ? sendPage(app, site, request, reply) : sendWelcome(request, reply, site);
  });
  addPageFiles(app);
}

async function sendPage(
  app: FastifyInstance,
  site: Site,
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const baseUrl = site.baseUrlOf(headers);
  const ask = async (target: string): Promise<ApiAnswer> => {
    const answer = await app.inject({ url: target, headers: headersForApi(headers) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const place = { root: rootOf(baseUrl), site: baseUrl };
  const { status, model } = await modelFor(parseQueryString(raw.url ?? ''), place, ask);
  const { version, startModules } = pageFiles();
  const body = Buffer.from(searchDocument(model, { folder: `${FOLDER}${version}/`, modules: startModules }));
  const encoding = bestEncoding(headers['accept-encoding']);
  if (encoding !== 'identity') void reply.header('content-encoding', 'gzip');
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', contentSecurityPolicy(baseUrl))
    .header('referrer-policy', 'no-referrer')
    .send(encoding === 'identity' ? body : await compressQuickly(body));
}

/** What the addresses in its answers are made from. */
function headersForApi(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const names = ['host', 'x-forwarded-proto', 'x-forwarded-host'];
  return Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
}

/**
 * Only our own style and script, and no way to make markup of a text. Pictures of listings are where dealers have them, so
 * they may come from anywhere, but encrypted.
 */
function contentSecurityPolicy(baseUrl: string): string {
  const own = URL.canParse(baseUrl) ? ` ${new URL(baseUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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
