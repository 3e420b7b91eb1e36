// GET /pictures/{path}: pictures drawn on request, and GET /favicon.ico, which browsers request whatever icon a page links to.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { PICTURES_PATH } from '../../api/paths.ts';
import { Problem } from '../../problem.ts';
import type { HttpContext } from '../http-context.ts';
import { packageFile } from '../../package-files.ts';

const FAVICON = packageFile('assets/web/favicon.ico');

/** A path always gives the same drawing, so browsers may cache it for good. Its policy allows styles, no scripts and no loading. */
export function addPictureRoute(app: FastifyInstance, context: HttpContext): void {
  const config = { name: 'picture', cost: 'low' } as const;
  app.get<{ Params: { '*': string } }>(`${PICTURES_PATH}*`, { config }, (request, reply) => {
    const picture = context.drawPicture?.(PICTURES_PATH + request.params['*']);
    if (picture === undefined) throw new Problem('not_found', 'There is no such picture.');
    return reply
      .header('content-type', picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(picture.body);
  });
}

export function addFaviconRoute(app: FastifyInstance): void {
  const body = readFileSync(FAVICON);
  app.get('/favicon.ico', { config: { name: 'page_file', cost: 'low' } }, (_request, reply) =>
    reply
      .header('content-type', 'image/vnd.microsoft.icon')
      .header('cache-control', 'public, max-age=604800')
      .send(body),
  );
}
