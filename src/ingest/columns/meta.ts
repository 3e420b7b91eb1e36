// Automotive inventory of Meta, and of TikTok and Microsoft, whose names are the same or mean the same: CSV with paths as column
// names (`image[0].url`), or XML that nests the same names.
// Sources: TikTok, Available fields for Automotive Ads inventory catalogs
// (https://ads.tiktok.com/help/article/available-fields-for-automotive-ads-inventory-catalogs); Microsoft Advertising, Automotive listing
// inventory ads' dynamic data feeds (https://help.ads.microsoft.com/apex/index/3/en/60112).
import type { Layout } from './column-fields.ts';

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
    { field: 'images', names: ['image.url', 'image'] },
    { field: 'variant', names: ['trim'] },
    { field: 'address', names: ['address'] },
    { field: 'loc', names: ['address.city'] },
    { field: 'dealer_name', names: ['dealer_name'] },
    { field: 'keywords', names: ['exterior_color', 'interior_color', 'body_style', 'drivetrain'] },
  ],
};
