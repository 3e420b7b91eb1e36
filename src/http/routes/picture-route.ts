// GET /pictures/{path}: pictures that are drawn, not stored. A drawing never changes under its path, so it may be
// kept for good; it may hold styles and nothing that runs or loads.
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problem.ts';
import type { HttpContext } from '../http-context.ts';

const PICTURES_PATH = '/pictures/';

export function addPictureRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Params: { '*': string } }>(`${PICTURES_PATH}*`, (request, reply) => {
    const picture = context.drawPicture?.(PICTURES_PATH + request.params['*']);
    if (picture === undefined) throw new Problem('not_found', 'There is no such picture.');
    return reply
      .header('content-type', picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(picture.body);
  });
}
