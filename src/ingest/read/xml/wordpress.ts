// Records of WordPress's own export (https://wordpress.org/documentation/article/tools-export-screen/): its posts with their
// fields, and pictures that are posts of their own before or behind those that name them by their ids.
import { type FeedItem, type FeedNotice, type FieldOf, noticeOf, type RawRecord } from '../feed-record.ts';
import type { Values } from './xml-element.ts';

const OWN_TYPES =
  /^(?:attachment|page|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_.*|shop_order.*|shop_coupon)$/;
/** A plugin's note about the field of the same name without the underscore. */
const FIELD_NOTE = /^field_[0-9a-f]+$/;
/** Fields of WordPress and its page builders about the post itself. */
const OWN_FIELD =
  /^_(?:edit_l(?:ast|ock)|thumbnail_id|(?:wp|menu_item|oembed|yoast|aioseo|elementor|wpb|vc|et|fl|wc)_.*|encloseme|pingme|product_version)$/;
const VEHICLE_FIELDS: ReadonlySet<string> = new Set('make model mileage registration price vin'.split(' '));

export function isWordPressItem(values: Readonly<Values>): boolean {
  return typeof values['post_type'] === 'string' && values['post_id'] !== undefined;
}

function wordPressRecord(value: Readonly<Values>, line: number, fieldOf: FieldOf): RawRecord | FeedNotice {
  const type = String(value['post_type']);
  const isPost =
    type === 'post' && !Object.keys(value).some((name) => VEHICLE_FIELDS.has(fieldOf(name) ?? ''));
  if (OWN_TYPES.test(type) || isPost)
    return noticeOf('not_a_vehicle', line, `${type}: ${String(value['title'] ?? '')}`);
  const record = Object.create(null) as Values;
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

/** A list of ids, also as PHP writes it: `2102,2103`, `a:2:{i:0;s:4:"2102";…}`. */
const IDS = /^(?:[0-9]{1,9}(?:[,|;] ?[0-9]{1,9})*|a:[0-9]+:\{[^{}]*\})$/;
const ID = /(?<=^|[,|;] ?|")[0-9]{1,9}(?=$|[,|;"])|(?<=i:[0-9]+;i:)[0-9]{1,9}(?=;)/g;
/** Posts that wait for their pictures. */
const MAX_WAITING = 500;

export class WordPressPosts {
  readonly #fieldOf: FieldOf;
  readonly #pictures = new Map<string, string>();
  #waiting: RawRecord[] = [];

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  add(value: Readonly<Values>, line: number): FeedItem[] {
    const { post_id: id, attachment_url: address } = value;
    if (typeof id === 'string' && typeof address === 'string') this.#pictures.set(id, address);
    const item = wordPressRecord(value, line, this.#fieldOf);
    if (item.kind === 'notice') return [item];
    this.#waiting.push(item);
    return this.#waiting.length > MAX_WAITING ? this.end() : [];
  }

  /** The records that wait, with the addresses of their pictures as far as these are known. */
  end(): FeedItem[] {
    return this.#waiting.splice(0).map((item) => {
      const values = Object.entries(item.value as Values).map(([name, value]) => [
        name,
        this.#picturesOf(name, value),
      ]);
      return { ...item, value: Object.fromEntries(values) as object };
    });
  }

  #picturesOf(name: string, value: Values[string]): Values[string] {
    const text =
      typeof value === 'string' && IDS.test(value) && this.#fieldOf(name) === 'images' ? value : '';
    const pictures = (text.match(ID) ?? []).map((id) => this.#pictures.get(id));
    const known = pictures.filter((address) => address !== undefined);
    return known.length > 0 && known.length === pictures.length ? known : value;
  }
}
