// What pages have around their contents: the head of the document, the header, and the footer with links and sources, the search page's in
// the browser too.
import { h, type Child, type ElementNode } from './element.ts';
import { renderHtml } from './render-html.ts';

export interface SitePage {
  readonly title: string;
  /** URL of the search page, with a final slash; may be relative. */
  readonly siteUrl: string;
  /** The name of this page among the links of the header. */
  readonly name: string;
  /** Elements of the head beside charset, viewport and title. */
  readonly head: readonly Child[];
  /** Links of the header beside those to the search and its docs. */
  readonly links?: readonly (readonly [name: string, href: string])[];
  /** The element `main`, with the id `content`. */
  readonly content: ElementNode;
}

export function sitePage({ title, siteUrl, name, head, links = [], content }: SitePage): string {
  const document = h('html', { lang: 'en' }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', {}, title),
      ...head,
    ]),
    h('body', {}, h('div', { id: 'page' }, [header(siteUrl, name, links), content, siteFooter(siteUrl)])),
  ]);
  return `<!DOCTYPE html>${renderHtml(document)}`;
}

function header(siteUrl: string, name: string, more: NonNullable<SitePage['links']>): ElementNode {
  const links = [['Search', siteUrl] as const, [DOCS_NAME, `${siteUrl}docs`] as const, ...more];
  return h('header', { class: 'site' }, [
    h('a', { class: 'skip', href: '#content' }, 'Skip to content'),
    h('p', { class: 'brand' }, h('a', { href: siteUrl }, 'Forecourt')),
    h('nav', { 'aria-label': 'Pages' }, [
      h('ul', {}, [
        links.map(([label, href]) =>
          h('li', {}, h('a', { href, 'aria-current': label === name ? 'page' : null }, label)),
        ),
      ]),
    ]),
  ]);
}

/** The name of the docs among the links of a page. */
export const DOCS_NAME = 'API documentation';

/** `first` comes before the links to the docs and to descriptions for programs. */
export function siteFooter(siteUrl: string, first: Child = null): ElementNode {
  const links = [
    [DOCS_NAME, `${siteUrl}docs`],
    ['OpenAPI', `${siteUrl}openapi.json`],
    ['For language models', `${siteUrl}llms.txt`],
  ] as const;
  return h('footer', {}, [
    first,
    h('p', {}, [links.map(([label, href], i) => [i === 0 ? null : ' · ', h('a', { href }, label)])]),
    // As the licences of the data require.
    h('p', { class: 'sources' }, [
      'Contains OS data © Crown copyright and database right 2022. Contains Royal Mail data © Royal Mail copyright and ' +
        'Database right 2020. Source: Office for National Statistics licensed under the Open Government Licence v.3.0. ' +
        'Coastline: Natural Earth.',
    ]),
  ]);
}
