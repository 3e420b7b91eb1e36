// The layouts, and how a feed's layout is detected: by the first signature whose names the feed has.
import type { FeedFormat } from '../read/feed-format.ts';
import { FEED_FIELDS, INTERNAL_FIELDS } from '../record-result.ts';
import { columnKey, type Layout, type LayoutName } from './layout.ts';

const FORECOURT: Layout = {
  name: 'forecourt',
  description: "Forecourt's own names, and no others: NDJSON, a JSON array or CSV",
  signature: [['advert_url']],
  columns: [...FEED_FIELDS, ...INTERNAL_FIELDS].map((field) => ({ field, names: [field] })),
};

/** Dealer management systems: one vehicle a row, all images in one column, no dealer column. */
const DMS: Layout = {
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

/** Google vehicle listings: delimited text, RSS or Atom. They name the dealership, not its domain. */
const GOOGLE: Layout = {
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

/** Meta automotive inventory: CSV with paths as column names (`image[0].url`), or XML that nests the same names. */
const META: Layout = {
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

const XML: Layout = {
  name: 'xml',
  description:
    'XML of any names that are known: an element for each vehicle, and its values in elements or attributes',
  signature: [],
  columns: [],
};

const GENERAL: Layout = {
  name: 'general',
  description: 'CSV or JSON of any names that are known',
  signature: [],
  columns: [],
};

export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  forecourt: FORECOURT,
  dms: DMS,
  google: GOOGLE,
  meta: META,
  xml: XML,
  general: GENERAL,
};

const OWN_NAMES: ReadonlySet<string> = new Set([...FEED_FIELDS, ...INTERNAL_FIELDS]);

/** The layout of a feed with a header or a first record of these names. */
export function detectLayout(names: readonly string[], format: FeedFormat): LayoutName {
  // Exact spelling identifies Forecourt's own layout, even in a record with few of its names.
  const own = names.map((name) => name.trim().toLowerCase());
  if (format !== 'xml' && (own.includes('advert_url') || own.every((name) => OWN_NAMES.has(name)))) {
    return 'forecourt';
  }
  const found = new Set(names.map((name) => columnKey(name).key));
  const has = (signature: readonly string[]): boolean =>
    signature.every((name) => found.has(columnKey(name).key));
  const layout = [META, GOOGLE, DMS].find(({ signature }) => signature.some(has));
  return layout?.name ?? (format === 'xml' ? 'xml' : 'general');
}
