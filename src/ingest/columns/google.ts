// Google vehicle ads and vehicle listings: delimited text, RSS or Atom. They name the dealership, not its domain.
// Sources: Google Merchant Center Help, Create a primary feed for vehicle ads (https://support.google.com/merchants/answer/11192663);
// Vehicle ads Content API guidelines (https://support.google.com/merchants/answer/11190480), for `link_template`; Vehicle listings,
// Feed specification (https://developers.google.com/vehicle-listings/reference/feed-specification).
import type { Layout } from './column-fields.ts';

export const GOOGLE: Layout = {
  name: 'google',
  description:
    'Google vehicle listings, as text with columns or as XML; the dealer comes from the settings of the feed',
  signature: [
    ['image_link', 'link'],
    ['image_link', 'link_template'],
    ['dealership_name'],
    ['vehicle_option', 'image_link'],
  ],
  columns: [
    { field: 'id', names: ['id'] },
    { field: 'advert_url', names: ['link', 'link_template', 'canonical_link'] },
    { field: 'price', names: ['sale_price', 'price', 'vehicle_all_in_price'] },
    { field: 'images', names: ['image_link', 'additional_image_link'] },
    { field: 'variant', names: ['trim'] },
    { field: 'dealer_name', names: ['dealership_name'] },
    { field: 'address', names: ['dealership_address'] },
    { field: 'keywords', names: ['vehicle_option', 'certified_pre_owned'] },
  ],
};
