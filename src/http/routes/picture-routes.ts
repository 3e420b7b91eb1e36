// GET /pictures/{path}: pictures drawn on request. GET /favicon.ico: browsers request it whatever icon a page links to.
import { readFileSync } from 'node:fs';
import { PICTURES_PATH } from '../../api/paths.ts';
import { Problem } from '../../problem.ts';
import type { Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { packageFile } from '../../package-files.ts';

const FAVICON = packageFile('assets/web/favicon.ico');

/** A path always has the same drawing, so browsers may keep it. Its policy allows styles, no scripts and no loading. */
export function pictureRoute(context: HttpContext): Route {
  return {
    path: `${PICTURES_PATH}*`,
    config: { name: 'picture', cost: 'low' },
    handle({ params }) {
      const picture = context.drawPicture?.(`${PICTURES_PATH}${params['*']}`);
      if (picture === undefined) throw new Problem('not_found', 'There is no such picture.');
      const headers = {
        'content-type': picture.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      };
      return { headers, body: picture.body };
    },
  };
}

export function faviconRoute(): Route {
  const body = readFileSync(FAVICON);
  const headers = { 'content-type': 'image/vnd.microsoft.icon', 'cache-control': 'public, max-age=604800' };
  return {
    path: '/favicon.ico',
    config: { name: 'page_file', cost: 'low' },
    handle: () => ({ headers, body }),
  };
}
