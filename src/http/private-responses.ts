// Responses to requests with credentials are private: no shared cache may keep them for others. One hook for all routes, so that none
// can forget it. Credentials that are invalid, or that no one asked for, make no difference.
import type { FastifyInstance } from 'fastify';

/** Must be called before routes are added. */
export function addPrivateResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.headers.authorization !== undefined)
      void reply.header('cache-control', privateCacheControl(reply.getHeader('cache-control')));
    done(null, payload);
  });
}

/** The same caching, but by the client alone. `no-store` forbids more, and stays. */
function privateCacheControl(cacheControl: unknown): string {
  const directives =
    typeof cacheControl === 'string' ? cacheControl.split(',').map((directive) => directive.trim()) : [];
  if (directives.includes('no-store')) return 'no-store';
  const others = directives.filter((directive) => directive !== 'public' && directive !== 'private');
  return ['private', ...others].join(', ');
}
