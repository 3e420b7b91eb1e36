// The HTML document of the search page as the server sends it, with results, which works before its script loads and without
// script. The style is inlined, because a second round trip delays the first paint on slow phones.
import { h, type Child, type ElementNode } from '../element.ts';
import { jsonInHtml, withContents } from '../render-html.ts';
import { linkPreview, rootElement, type PageUrls } from '../site-frame.ts';
import { firstPicture } from '../view/car-parts.ts';
import { feedUrl, toQueryString } from '../view/search-state.ts';
import { serverMap, type MapParts } from './view/map-picture.ts';
import { page, pageTitle } from './view/page-layout.ts';
import { firstModel, type PageModel, type PageState } from './view/page-model.ts';

interface DocumentParts {
  /** Path of the script's folder below the base path, with a final slash. */
  readonly assetsPath: string;
  readonly style: string;
  /** Undefined if no map is drawn. */
  readonly map?: MapParts | undefined;
}

/** The link preview of the search, however it was requested. Its picture is the first car's. */
function previewOf(model: PageModel, title: string): Child {
  const { baseUrl, search, results } = model;
  const query = toQueryString(search);
  return linkPreview({
    title,
    description: 'Search for used cars: in your own words, with filters, on a map.',
    url: `${baseUrl}/${query === '' ? '' : `?${query}`}`,
    picture: firstPicture(results?.cars ?? []),
  });
}

/** The root of the document. */
export function searchDocument(
  urls: PageUrls,
  state: PageState,
  { assetsPath, style, map }: DocumentParts,
): ElementNode {
  const model = firstModel(urls, state);
  const assetsUrl = `${model.basePath}${assetsPath}`;
  const title = pageTitle(model);
  return rootElement(
    title,
    [
      previewOf(model, title),
      model.phase === 'retrying'
        ? h('meta', { 'http-equiv': 'refresh', content: model.retrySeconds + 1 })
        : null,
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
    ],
    [
      page(model, serverMap(model, map)),
      withContents(h('script', { type: 'application/json', id: 'state' }), jsonInHtml(state)),
    ],
    { 'data-root': model.basePath, 'data-site': model.baseUrl, 'data-folder': assetsUrl },
  );
}
