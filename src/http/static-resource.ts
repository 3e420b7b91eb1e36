// Resources that depend on the base URL alone: the OpenAPI document, the documentation, files for crawlers. Each is rendered
// once per base URL.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteName } from '../metrics/request-metrics.ts';
import type { HttpContext } from './http-context.ts';
import { matchesIfNoneMatch } from './negotiation.ts';

export interface StaticResource {
  readonly path: string;
  /** The route's name in metrics. */
  readonly name: RouteName;
  readonly type: string;
  /** Beside content-type, etag and cache-control. Names in lower case. */
  readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
  readonly render: (baseUrl: string) => string;
}

interface Rendered {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Behind a trusted proxy clients may choose the base URL, so the cache is bounded. */
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

  const config = { name: resource.name, cost: 'low' } as const;
  app.get(resource.path, { config }, (request: FastifyRequest, reply: FastifyReply) => {
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
