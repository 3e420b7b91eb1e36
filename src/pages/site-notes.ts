// Links and sources at the foot of every page, the search page's in the browser too.
import { h, type ElementNode } from './element.ts';

/** The name of the docs among the links of a page. */
export const DOCS_NAME = 'API documentation';

/** `more` links stand before those to the docs and to descriptions for programs. */
export function siteFooter(
  siteUrl: string,
  more: readonly (readonly [label: string, href: string])[] = [],
): ElementNode {
  const links = [
    ...more,
    [DOCS_NAME, `${siteUrl}docs`],
    ['OpenAPI', `${siteUrl}openapi.json`],
    ['For language models', `${siteUrl}llms.txt`],
  ] as const;
  return h('footer', {}, [
    h('p', {}, [links.map(([label, href], i) => [i === 0 ? null : ' · ', h('a', { href }, label)])]),
    // As the licences of the data require.
    h('p', { class: 'sources' }, [
      'Contains OS data © Crown copyright and database right 2022. Contains Royal Mail data © Royal Mail copyright and ' +
        'Database right 2020. Source: Office for National Statistics licensed under the Open Government Licence v.3.0. ' +
        'Coastline: Natural Earth.',
    ]),
  ]);
}
