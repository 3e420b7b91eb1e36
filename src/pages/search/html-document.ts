// The document that the server sends: the page with all that it found, so that it can be used before any script has come,
// and without one. Its style is in it, because a phone that is far away would see nothing for another round trip. It loads
// nothing but its own script.
import { renderHtml } from '../render-html.ts';
import { h } from '../element.ts';
import type { PageModel } from './view/page-model.ts';
import { page, pageTitle } from './view/page.ts';

export interface DocumentParts {
  /** Where the script is, below the root, with a slash at the end. */
  readonly assetsPath: string;
  /** CSS of our own. */
  readonly style: string;
}

export function searchDocument(model: PageModel, { assetsPath, style }: DocumentParts): string {
  const assetsUrl = `${model.basePath}${assetsPath}`;
  const document = h(
    'html',
    { lang: 'en', 'data-root': model.basePath, 'data-site': model.baseUrl, 'data-folder': assetsUrl },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', {
        name: 'description',
        content: 'Search for used cars: in your own words, with filters, on a map.',
      }),
      model.phase === 'retrying'
        ? h('meta', { 'http-equiv': 'refresh', content: model.retrySeconds + 1 })
        : null,
      h('title', {}, pageTitle(model)),
      h('style', {}),
      h('script', { type: 'module', src: `${assetsUrl}page.js` }),
      h('link', { rel: 'icon', href: `${assetsUrl}icon.svg`, type: 'image/svg+xml' }),
    ),
    h('body', {}, page(model)),
  );
  if (/<\/|<!--/.test(style)) throw new Error('the style would end its element');
  // Elements hold texts only. This text is ours, and the policy names its digest.
  return `<!doctype html>${renderHtml(document).replace('<style></style>', () => `<style>${style}</style>`)}`;
}
