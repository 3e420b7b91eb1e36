// The frame of pages: the head of the document, with metadata for search engines and link previews (description, URL, Open Graph,
// and a car as schema.org data in JSON-LD), the header, and the footer with links and sources. The browser uses the search page's
// header and footer too.
import { h, type Child, type ElementNode } from './element.ts';
import { renderHtml, jsonInHtml } from './render-html.ts';
import type { Vehicle } from '../api/responses.ts';
import { vehicleTitle } from './view/vehicle-words.ts';

export interface PageUrls {
  /** Path of the search page, with a final slash. */
  readonly basePath: string;
  /** Base URL of the service, without a final slash. */
  readonly baseUrl: string;
}

export interface SitePage {
  readonly title: string;
  /** URL of the search page, with a final slash; may be relative. */
  readonly siteUrl: string;
  /** The name of this page among the header's links. */
  readonly name: string;
  /** Elements of the head besides charset, viewport and title. */
  readonly head: readonly Child[];
  /** Links of the header besides those to the search and its docs. */
  readonly links?: readonly (readonly [name: string, href: string])[];
  /** The element `main`, with the id `content`. */
  readonly content: ElementNode;
}

export function sitePage({ title, siteUrl, name, head, links = [], content }: SitePage): string {
  const body = h('div', { id: 'page' }, [header(siteUrl, name, links), content, siteFooter(siteUrl)]);
  return htmlDocument(title, head, body);
}

/** A document of HTML. */
export function htmlDocument(title: string, head: Child, body: Child): string {
  return DOCTYPE + renderHtml(rootElement(title, head, body));
}

/** Precedes the root of a document. */
export const DOCTYPE = '<!DOCTYPE html>';

/** The root of a document of HTML. `data` are its attributes. */
export function rootElement(
  title: string,
  head: Child,
  body: Child,
  data: Readonly<Record<string, string>> = {},
): ElementNode {
  return h('html', { lang: 'en-GB', ...data }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', {}, title),
      head,
    ]),
    h('body', {}, body),
  ]);
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

/** The name of the docs page among links. */
export const DOCS_NAME = 'API documentation';

/** The footer. `first` precedes the links to the docs and to descriptions for programs. */
export function siteFooter(siteUrl: string, first: Child = null): ElementNode {
  const links = [
    [DOCS_NAME, `${siteUrl}docs`],
    ['OpenAPI', `${siteUrl}openapi.json`],
    ['For language models', `${siteUrl}llms.txt`],
  ] as const;
  return h('footer', {}, [
    first,
    h('p', {}, [links.map(([label, href], i) => [i === 0 ? null : ' · ', h('a', { href }, label)])]),
    // The licences of the data require these credits.
    h('p', { class: 'sources' }, [
      'Contains OS data © Crown copyright and database right 2022. Contains Royal Mail data © Royal Mail copyright and ' +
        'Database right 2020. Source: Office for National Statistics licensed under the Open Government Licence v.3.0. ' +
        'Coastline: Natural Earth.',
    ]),
  ]);
}

interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** The canonical URL of what the page shows. */
  readonly url: string;
  readonly picture: string | undefined;
}

export function linkPreview({ title, description, url, picture }: LinkPreview): Child {
  const graph: readonly (readonly [name: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'Forecourt'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ...(picture === undefined ? [] : [['og:image', new URL(picture, url).href] as const]),
  ];
  return [
    h('meta', { name: 'description', content: description }),
    h('link', { rel: 'canonical', href: url }),
    graph.map(([property, content]) => h('meta', { property, content })),
    h('meta', { name: 'twitter:card', content: picture === undefined ? 'summary' : 'summary_large_image' }),
  ];
}

const CONTEXT = 'https://schema.org';

/** The car as a schema.org `Car`. Unknown facts are omitted. */
export function structuredData(car: Vehicle): string {
  const { make, model, year, mileage, price, dealer, loc, url, images, full_description } = car;
  const { fuel_type, transmission, engine_size } = car;
  const place = loc === null ? null : { '@type': 'Place', address: loc };
  const data = {
    '@context': CONTEXT,
    '@type': 'Car',
    name: vehicleTitle(car),
    url,
    description: full_description,
    image: images.length === 0 ? null : images,
    brand: make === null ? null : { '@type': 'Brand', name: make },
    model,
    vehicleModelDate: year,
    itemCondition: `${CONTEXT}/UsedCondition`,
    mileageFromOdometer: quantity(mileage, 'SMI'),
    fuelType: fuel_type,
    vehicleTransmission: transmission,
    vehicleEngine:
      engine_size === null
        ? null
        : { '@type': 'EngineSpecification', engineDisplacement: quantity(engine_size, 'LTR') },
    offers:
      price === null
        ? null
        : known({
            '@type': 'Offer',
            url,
            price,
            priceCurrency: 'GBP',
            availability: `${CONTEXT}/InStock`,
            itemCondition: `${CONTEXT}/UsedCondition`,
            seller: dealer === null ? null : { '@type': 'AutoDealer', name: dealer },
            availableAtOrFrom: place,
          }),
  };
  return jsonInHtml(known(data));
}

/** `unitCode` is a UN/CEFACT common code. */
function quantity(value: number | null, unitCode: string) {
  return value === null ? null : { '@type': 'QuantitativeValue', value, unitCode };
}

function known(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
