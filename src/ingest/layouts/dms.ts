// What UK dealer management systems write: a row a vehicle, all pictures in one field. The dealer is not named: a file is
// one dealer's, and its settings say whose.
import type { Layout } from './layout.ts';

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
    { field: 'id', names: ['vehicle_id', 'stock_number', 'feed_id'] },
    { field: 'registration', names: ['full_registration'] },
    { field: 'variant', names: ['variant', 'derivative'] },
    { field: 'images', names: ['picture_refs'] },
    { field: 'advert_url', names: ['vehicle_url'] },
    { field: 'price', names: ['price'] },
    { field: 'full_description', names: ['description', 'comments', 'options'] },
  ],
};
