// The HTML document of the search page, with results, so that it works before its script loads and without script. The style is inlined,
// because on slow phones a second round trip delays the first paint.
import { renderHtml, withContents } from '../render-html.ts';
import { h } from '../element.ts';
import type { PageModel } from './view/page-model.ts';
import { feedUrl } from './view/search-state.ts';
import { serverMap, type MapParts } from './view/map-picture.ts';
import { serverChart } from './view/price-chart.ts';
import { page, pageTitle } from './view/page.ts';

export interface DocumentParts {
  /** Path of the script's folder below the base path, with a final slash. */
  readonly assetsPath: string;
  /** The page's CSS. */
  readonly style: string;
  /** Undefined: no map is drawn. */
  readonly map?: MapParts | undefined;
}

export function searchDocument(model: PageModel, { assetsPath, style, map }: DocumentParts): string {
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
      h('link', {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'This search as a feed',
        href: feedUrl(model.basePath, model.search),
      }),
      h('link', { rel: 'icon', href: `${assetsUrl}icon.svg`, type: 'image/svg+xml' }),
    ),
    h('body', {}, page(model, serverMap(model, map), serverChart(model))),
  );
  // The policy allows this style by its digest.
  return `<!DOCTYPE html>${withContents(renderHtml(document), '<style>', style)}`;
}
