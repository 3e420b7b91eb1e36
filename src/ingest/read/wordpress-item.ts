// Items of a WordPress export (WXR, https://wordpress.org/documentation/article/tools-export-screen/): drops WordPress's own fields, and recognizes items
// that are no vehicles.
import { noticeOf, type FieldOf, type FeedNotice, type RawRecord } from './feed-record.ts';

/** Kinds of posts that WordPress and its page builders make themselves. */
const OWN_TYPES =
  /^(?:attachment|page|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_.*|shop_order.*|shop_coupon)$/;
/** A plugin's note on the field of the same name without the underscore. */
const FIELD_NOTE = /^field_[0-9a-f]+$/;
/** Fields of WordPress and its page builders about the post itself. */
const OWN_FIELD =
  /^_(?:edit_l(?:ast|ock)|thumbnail_id|(?:wp|menu_item|oembed|yoast|aioseo|elementor|wpb|vc|et|fl|wc)_.*|encloseme|pingme|product_version)$/;
const VEHICLE_FIELDS: ReadonlySet<string> = new Set([
  'make',
  'model',
  'mileage',
  'registration',
  'price',
  'vin',
]);

type Values = Readonly<Record<string, string | string[]>>;

export function isWordPressItem(values: Values): boolean {
  return typeof values['post_type'] === 'string' && values['post_id'] !== undefined;
}

/** The item as a record, or the notice that it is no vehicle. */
export function wordPressRecord(value: Values, line: number, fieldOf: FieldOf): RawRecord | FeedNotice {
  const type = String(value['post_type']);
  const isPost =
    type === 'post' && !Object.keys(value).some((name) => VEHICLE_FIELDS.has(fieldOf(name) ?? ''));
  if (OWN_TYPES.test(type) || isPost)
    return noticeOf('not_a_vehicle', line, `${type}: ${String(value['title'] ?? '')}`);
  const record = Object.create(null) as Record<string, string | string[]>;
  for (const [name, part] of Object.entries(value)) {
    const isNote =
      name.startsWith('_') &&
      (OWN_FIELD.test(name) ||
        FIELD_NOTE.test(String(part)) ||
        String(value[name.slice(1)]) === String(part));
    if (!isNote) record[name] = part;
  }
  return { kind: 'record', line, value: record };
}
