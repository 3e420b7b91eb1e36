// Pages that say what the service is, and depend on nothing but the base URL: the OpenAPI document, the documentation,
// what crawlers and clients look for. Each is made once for a base URL and then sent as it is.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listsTag } from './etag.ts';
import type { Site } from './http-options.ts';

export interface FixedPage {
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
const MOST_KEPT = 16;

export function addFixedPage(app: FastifyInstance, site: Site, page: FixedPage): void {
  const kept = new Map<string, Rendered>();

  function rendered(baseUrl: string): Rendered {
    const found = kept.get(baseUrl);
    if (found !== undefined) return found;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = render(page, baseUrl, site.trustProxy);
    kept.set(baseUrl, made);
    return made;
  }

  app.get(page.path, (request: FastifyRequest, reply: FastifyReply) => {
    const { body, headers } = rendered(site.baseUrlOf(request.headers));
    void reply.headers(headers);
    if (listsTag(request.headers['if-none-match'], headers['etag'])) return reply.code(304).send();
    return reply.send(body);
  });
}

function render({ type, headers, render }: FixedPage, baseUrl: string, trustProxy: boolean): Rendered {
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
