// The HTML document of the search page, with results, so that it works before its script loads and without script. The style is inlined,
// because on slow phones a second round trip delays the first paint.
import { jsonInHtml, renderHtml, withContents } from '../render-html.ts';
import { h, type Child } from '../element.ts';
import { linkPreview } from '../link-preview.ts';
import { cardPictures } from './view/car-parts.ts';
import type { PageModel, PageState, PageUrls } from './view/page-model.ts';
import { feedUrl, toQueryString } from './view/search-state.ts';
import { serverMap, type MapParts } from './view/map-picture.ts';
import { page, pageTitle } from './view/page.ts';

export interface DocumentParts {
  /** Path of the script's folder below the base path, with a final slash. */
  readonly assetsPath: string;
  readonly style: string;
  /** Undefined: no map is drawn. */
  readonly map?: MapParts | undefined;
}

/** Of the search itself, however it was asked for; its picture is that of the first car. */
function previewOf(model: PageModel): Child {
  const { baseUrl, search, results } = model;
  const query = toQueryString(search);
  return linkPreview({
    title: pageTitle(model),
    description: 'Search for used cars: in your own words, with filters, on a map.',
    url: `${baseUrl}/${query === '' ? '' : `?${query}`}`,
    picture: results?.cars.flatMap(cardPictures)[0],
  });
}

export function searchDocument(
  urls: PageUrls,
  state: PageState,
  { assetsPath, style, map }: DocumentParts,
): string {
  const model: PageModel = { ...urls, ...state, saved: new Set(), kept: new Set(), filtersAreOpen: false };
  const assetsUrl = `${model.basePath}${assetsPath}`;
  const document = h(
    'html',
    { lang: 'en', 'data-root': model.basePath, 'data-site': model.baseUrl, 'data-folder': assetsUrl },
    [
      h('head', {}, [
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        previewOf(model),
        model.phase === 'retrying'
          ? h('meta', { 'http-equiv': 'refresh', content: model.retrySeconds + 1 })
          : null,
        h('title', {}, pageTitle(model)),
        // The policy allows this style by its digest.
        withContents(h('style', {}), style),
        h('script', { type: 'module', src: `${assetsUrl}page.js` }),
        h('link', {
          rel: 'alternate',
          type: 'application/atom+xml',
          title: 'This search as a feed',
          href: feedUrl(model.basePath, model.search),
        }),
        h('link', { rel: 'icon', href: `${assetsUrl}icon.svg`, type: 'image/svg+xml' }),
      ]),
      h('body', {}, [
        page(model, serverMap(model, map)),
        withContents(h('script', { type: 'application/json', id: 'state' }), jsonInHtml(state)),
      ]),
    ],
  );
  return `<!DOCTYPE html>${renderHtml(document)}`;
}
