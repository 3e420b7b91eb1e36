// Cars of a web page's structured data: schema.org's Car, Vehicle and Offer.
// Sources: schema.org, Car (https://schema.org/Car) and Offer (https://schema.org/Offer); Google Search Central, Vehicle listing structured
// data (https://developers.google.com/search/docs/appearance/structured-data/vehicle-listing).
import type { Layout } from './column-fields.ts';

export const SCHEMA_ORG: Layout = {
  name: 'schema_org',
  description: 'Structured data of web pages: Car and Vehicle of schema.org',
  signature: [
    ['mileage_from_odometer'],
    ['mileage_from_odometer.value'],
    ['vehicle_model_date'],
    ['vehicle_identification_number', 'offers.price'],
    ['brand.name', 'offers.price'],
  ],
  columns: [
    { field: 'id', names: ['sku', 'product_id', 'identifier', 'identifier.value'] },
    {
      field: 'year',
      names: ['vehicle_model_date', 'model_date', 'production_date', 'date_vehicle_first_registered'],
    },
    { field: 'advert_url', names: ['url', 'offers.url', 'main_entity_of_page'] },
    { field: 'price', names: ['offers.price', 'offers.price_specification.price', 'offers.low_price'] },
    { field: 'currency', names: ['offers.price_currency', 'offers.price_specification.price_currency'] },
    { field: 'variant', names: ['vehicle_configuration'] },
    { field: 'images', names: ['image', 'image.url', 'image.content_url'] },
  ],
};
