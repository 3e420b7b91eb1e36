// Meta automotive inventory: CSV whose columns are paths (`image[0].url`), or XML that nests the same names.
import type { Layout } from './layout.ts';

export const META: Layout = {
  name: 'meta',
  description: 'Meta automotive inventory, CSV or XML; the dealer comes from the settings of the feed',
  signature: [
    ['vehicle_id', 'mileage.value'],
    ['vehicle_id', 'image[#].url'],
    ['vehicle_id', 'exterior_color'],
    ['vehicle_id', 'state_of_vehicle'],
  ],
  columns: [
    { field: 'id', names: ['vehicle_id'] },
    { field: 'advert_url', names: ['url', 'link'] },
    { field: 'mileage', names: ['mileage.value', 'mileage'] },
    { field: 'mileage_unit', names: ['mileage.unit'] },
    { field: 'price', names: ['sale_price', 'price'] },
    { field: 'images', names: ['image[#].url', 'image.url', 'image'] },
    { field: 'variant', names: ['trim'] },
    { field: 'address', names: ['address'] },
    { field: 'loc', names: ['address.city', 'address.region'] },
    { field: 'dealer_name', names: ['dealer_name'] },
    { field: 'keywords', names: ['exterior_color', 'interior_color', 'body_style', 'drivetrain', 'title'] },
  ],
};
