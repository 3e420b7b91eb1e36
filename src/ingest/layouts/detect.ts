// Every layout, and which of them a feed has: the first whose signs are all among the feed's names.
import type { FeedFormat } from '../read/feed-format.ts';
import { FEED_FIELDS, INTERNAL_FIELDS } from '../record-result.ts';
import { columnKey } from './column-key.ts';
import { DMS } from './dms.ts';
import { GOOGLE } from './google.ts';
import type { Layout, LayoutName } from './layout.ts';
import { META } from './meta.ts';

const FORECOURT: Layout = {
  name: 'forecourt',
  description: "Forecourt's own names, and no others: NDJSON, a JSON array or CSV",
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
  // Forecourt's own names are told by their spelling: a record of a few of them has no sign but that.
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
