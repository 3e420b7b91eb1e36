// Pages that say what the service is, and depend on nothing but the base URL: the OpenAPI document, the documentation,
// what crawlers and clients look for. Each is made once for a base URL and then sent as it is.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from './etag.ts';
import type { HttpContext } from './http-context.ts';

export interface StaticResource {
  readonly path: string;
  readonly type: string;
  /** Beside type, tag and how long it may be kept. Names in lower case. */
  readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
  readonly render: (baseUrl: string) => string;
}

interface Rendered {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client behind a trusted proxy may choose the base URL, so only so many are kept. */
const MAX_CACHED = 16;

export function addStaticResource(
  app: FastifyInstance,
  context: HttpContext,
  resource: StaticResource,
): void {
  const cache = new Map<string, Rendered>();

  function renderOnce(baseUrl: string): Rendered {
    const cached = cache.get(baseUrl);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED) cache.clear();
    const rendered = render(resource, baseUrl, context.trustProxy);
    cache.set(baseUrl, rendered);
    return rendered;
  }

  app.get(resource.path, (request: FastifyRequest, reply: FastifyReply) => {
    const { body, headers } = renderOnce(context.baseUrlOf(request.headers));
    void reply.headers(headers);
    if (matchesIfNoneMatch(request.headers['if-none-match'], headers['etag'])) return reply.code(304).send();
    return reply.send(body);
  });
}

function render({ type, headers, render }: StaticResource, baseUrl: string, trustProxy: boolean): Rendered {
  const body = Buffer.from(render(baseUrl));
  return {
    body,
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      etag: `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
      ...(trustProxy && { vary: 'X-Forwarded-Proto, X-Forwarded-Host' }),
      ...headers?.(baseUrl),
    },
  };
}
