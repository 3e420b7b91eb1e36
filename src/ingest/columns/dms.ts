// The CSV that UK dealer management systems and stock managers send to classified sites: one vehicle a row, all pictures in one
// column, no column for the dealer. `Feed_Id` names the dealer's branch, not the vehicle.
// Source: Carsnip, How to format your stock feed (https://help.carsnip.com/hc/en-us/articles/115001367129).
import type { Layout } from './column-fields.ts';

export const DMS: Layout = {
  name: 'dms',
  description: 'CSV of a UK dealer management system; the dealer comes from the settings of the feed',
  signature: [
    ['vehicle_id', 'full_registration'],
    ['full_registration', 'picture_refs'],
    ['vehicle_id', 'picture_refs'],
    ['full_registration', 'vehicle_url'],
  ],
  columns: [
    { field: 'id', names: ['vehicle_id', 'stock_number'] },
    { field: 'registration', names: ['full_registration'] },
    { field: 'variant', names: ['variant', 'derivative'] },
    { field: 'images', names: ['picture_refs'] },
    { field: 'advert_url', names: ['vehicle_url'] },
    { field: 'price', names: ['price'] },
    { field: 'full_description', names: ['description', 'comments', 'options'] },
  ],
};
