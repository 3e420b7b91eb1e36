// The layouts, and how a feed's layout is detected: by the first signature whose names the feed has.
import type { FeedFormat } from '../read/feed-format.ts';
import { FEED_FIELDS, INTERNAL_FIELDS } from '../record-result.ts';
import { AUTOTRADER } from './autotrader.ts';
import { columnPath } from './column-path.ts';
import { areWrappers } from './parents.ts';
import { DMS } from './dms.ts';
import { GOOGLE } from './google.ts';
import type { Layout, LayoutName } from './column-fields.ts';
import { META } from './meta.ts';
import { SCHEMA_ORG } from './schema-org.ts';
import { SHOPIFY } from './shopify.ts';
import { WORDPRESS } from './wordpress.ts';

const FORECOURT: Layout = {
  name: 'forecourt',
  description: "Forecourt's own names: NDJSON, a JSON array or CSV",
  signature: [['advert_url']],
  columns: [...FEED_FIELDS, ...INTERNAL_FIELDS].map((field) => ({ field, names: [field] })),
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

const OWN_NAMES: ReadonlySet<string> = new Set([...FEED_FIELDS, ...INTERNAL_FIELDS]);

export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  forecourt: FORECOURT,
  dms: DMS,
  autotrader: AUTOTRADER,
  google: GOOGLE,
  meta: META,
  schema_org: SCHEMA_ORG,
  wordpress: WORDPRESS,
  shopify: SHOPIFY,
  xml: XML,
  general: GENERAL,
};

const DETECTED: readonly Layout[] = [META, GOOGLE, DMS, AUTOTRADER, SCHEMA_ORG, SHOPIFY, WORDPRESS];

/** The layout of a feed with a header or a first record of these names. */
export function detectLayout(names: readonly string[], format: FeedFormat): LayoutName {
  // Exact spelling identifies Forecourt's own layout, even in a record with few of its names.
  const own = names.map((name) => name.trim().toLowerCase());
  if (format !== 'xml' && (own.includes('advert_url') || own.every((name) => OWN_NAMES.has(name)))) {
    return 'forecourt';
  }
  const found = new Set(names.flatMap(keysOf));
  const has = (signature: readonly string[]): boolean =>
    signature.every((name) => found.has(columnPath(name).parts.join('')));
  const layout = DETECTED.find(({ signature }) => signature.some(has));
  return layout?.name ?? (format === 'xml' ? 'xml' : 'general');
}

/** A name's key, and those of what is left without the parents that say nothing. */
function keysOf(name: string): string[] {
  const { parts } = columnPath(name);
  const keys: string[] = [];
  for (let start = 0; start < parts.length && areWrappers(parts.slice(0, start)); start++) {
    keys.push(parts.slice(start).join(''));
  }
  return keys;
}

/** Whether a name is one of Forecourt's own. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name);
}
