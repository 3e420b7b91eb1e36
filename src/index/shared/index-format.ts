// The format of rows. It changes with everything that makes other rows of the same listings, because an index with such rows
// would give different results.
import { crc32 } from 'node:zlib';
import type { Schema } from '../../engine/schema.ts';
import { MAKES_VERSION } from '../../vehicle/makes.ts';
import { ukModels } from '../../vehicle/models.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { factReader } from '../words/stated-facts.ts';
import { TAGS_VERSION } from '../words/tags.ts';
import { LISTING_SCHEMA, TEXT_FIELDS } from './listing-schema.ts';

/** A hash of the tables that rows are made with: makes, models, fuels, gearboxes, and the trade's terms and wordings. */
export function indexedTablesVersion(): string {
  return `${tradeTerms().version}-${factReader().version}-${ukModels().version}-${MAKES_VERSION}`;
}

/** What the tags of rows depend on, besides the schema's columns. */
export function tagsFormat(
  tagWeight = LISTING_SCHEMA.tagWeight,
  tables = indexedTablesVersion(),
): readonly unknown[] {
  return [TAGS_VERSION, tagWeight, tables];
}

/**
 * Number of the layout of rows and segments. Raise it if the same schema makes different rows of a listing, or different arrays
 * of a segment. Changes of the schema itself change its checksum.
 */
const LAYOUT = 11;

/** The format of index files: the layout's number, and a checksum of schema, terms and models, for example `3-1x8k2fz`. */
export function indexFormatOf(
  schema: Schema,
  textFields: readonly (readonly string[])[] = TEXT_FIELDS,
  tables: string = indexedTablesVersion(),
): string {
  const { values, numbers, labels, texts, tagWeight, tieBreaker, shuffle } = schema;
  const tags = tagsFormat(tagWeight, tables);
  const ties = [tieBreaker, shuffle];
  const columns = [values.map(({ name }) => name), numbers, labels, texts, textFields, tags, ties];
  return `${LAYOUT}-${crc32(JSON.stringify(columns)).toString(36)}`;
}

/** The current format. Files of another format are rebuilt, because their rows would give different results. */
export function indexFormat(): string {
  return (ownFormat ??= indexFormatOf(LISTING_SCHEMA));
}

let ownFormat: string | undefined;
