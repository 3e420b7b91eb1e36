// Links and sources at the foot of every page, the search page's in the browser too.
import { h, type ElementNode } from './element.ts';

/** The name of the docs among the links of a page. */
export const DOCS_NAME = 'API documentation';

/** Links to the docs and to descriptions for programs. */
export function descriptionLinks(siteUrl: string): ElementNode {
  return h('p', {}, [
    h('a', { href: `${siteUrl}docs` }, DOCS_NAME),
    ' · ',
    h('a', { href: `${siteUrl}openapi.json` }, 'OpenAPI'),
    ' · ',
    h('a', { href: `${siteUrl}llms.txt` }, 'For language models'),
  ]);
}

/** The sources of the postcode data and of the map, as their licences require. */
export function sourcesNote(): ElementNode {
  return h('p', { class: 'sources' }, [
    'Contains OS data © Crown copyright and database right 2022. Contains Royal Mail data © Royal Mail copyright and ' +
      'Database right 2020. Source: Office for National Statistics licensed under the Open Government Licence v.3.0. ' +
      'Coastline: Natural Earth.',
  ]);
}
