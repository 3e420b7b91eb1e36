// GET /pictures/{path}: pictures drawn on request. A path always gives the same drawing, so browsers may cache it for good. Its
// policy allows styles, but no scripts and no loading.
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problem.ts';
import type { HttpContext } from '../http-context.ts';

const PICTURES_PATH = '/pictures/';
const CONFIG = { name: 'picture', cost: 'low' } as const;

export function addPictureRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Params: { '*': string } }>(`${PICTURES_PATH}*`, { config: CONFIG }, (request, reply) => {
    const picture = context.drawPicture?.(PICTURES_PATH + request.params['*']);
    if (picture === undefined) throw new Problem('not_found', 'There is no such picture.');
    return reply
      .header('content-type', picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(picture.body);
  });
}
