// What search engines and previews of links read of a page: its description, its address, Open Graph, and a car as structured data of
// schema.org (JSON-LD).
import { h, type Child } from './element.ts';
import type { Vehicle } from '../api/responses.ts';
import { jsonInHtml } from './render-html.ts';
import { vehicleTitle } from './search/view/labels.ts';

export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** The one address of what the page shows. */
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

/** As a schema.org `Car`. Unknown facts are left out. */
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

/** `unitCode` is of the common codes of UN/CEFACT. */
function quantity(value: number | null, unitCode: string) {
  return value === null ? null : { '@type': 'QuantitativeValue', value, unitCode };
}

function known(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
