// Joins rows that continue the row before: shops export a product with a row for each further picture, other systems repeat the
// vehicle in each.
import { isPartPayment, namesOffer } from '../not-for-sale.ts';
import { VEHICLE_ONLY_FIELDS } from '../../tables/feed-fields.ts';
import type { FeedItem, FieldOf, RawRecord } from '../feed-record.ts';
import { nameModel } from '../../../vehicle/model-name.ts';
import { isObject } from '../../../json.ts';

const GROUPS: ReadonlySet<string> = new Set(['loc', 'branch', 'county']);
const KEYS: ReadonlySet<string> = new Set(['id', 'vin', 'registration']);
/** More than a listing keeps. */
const MAX_PICTURES = 1000;
const COUNTED = /^(.{0,100}\S) ?\(([0-9]{1,4})\)$/;

type Row = Readonly<Record<string, unknown>>;

export class ContinuedRows {
  readonly #fieldOf: FieldOf;
  #last: RawRecord | undefined;
  /** Whether the table has pictures. Rows of other tables are not held back. */
  #hasPictures = false;
  /** The table's columns that say which of a product's offers a row is. */
  #offers: readonly string[] | undefined;
  #named: readonly (string | undefined)[] | undefined;
  #places: readonly string[] | undefined;
  #group: { readonly column: string; readonly text: string; left: number } | undefined;
  #make: unknown;
  /** The known columns other than pictures, and those of them that say which vehicle it is. */
  #repeated: { readonly keys: readonly string[]; readonly all: readonly string[] } | undefined;

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf;
  }

  push(items: readonly FeedItem[]): FeedItem[] {
    const complete: FeedItem[] = [];
    for (const given of items) {
      const item = this.#withGroupAbove(this.#withMakeAbove(this.#withoutPartPayment(given)));
      if (item.kind === 'record')
        this.#hasPictures ||= isObject(item.value) && this.#namesPictures(item.value);
      if (item.kind === 'notice' || !this.#hasPictures) {
        complete.push(item);
        continue;
      }
      const joined = item.kind === 'record' ? this.#join(item) : undefined;
      if (joined === undefined) complete.push(...this.end());
      if (item.kind === 'record') this.#last = joined ?? item;
      else complete.push(item);
    }
    return complete;
  }

  end(): FeedItem[] {
    const last = this.#last;
    this.#last = undefined;
    return last === undefined ? [] : [last];
  }

  /** The row with the place of the group that it is in, which reports say once with a count: `Truro (4)`. */
  #withGroupAbove(item: FeedItem): FeedItem {
    if (item.kind !== 'record' || !isObject(item.value)) return item;
    const { value } = item;
    this.#places ??= Object.keys(value).filter((name) => GROUPS.has(this.#fieldOf(name) ?? ''));
    const name = this.#places.find((one) => value[one] !== '' || this.#group?.column === one);
    if (name === undefined) return item;
    const [, text, count] = COUNTED.exec(String(value[name])) ?? [];
    if (text !== undefined) this.#group = { column: name, text, left: Number(count) };
    else if (value[name] !== '' || this.#group === undefined || this.#group.left === 0) return item;
    this.#group.left -= 1;
    return { ...item, value: { ...value, [name]: this.#group.text }, source: undefined };
  }

  /** A row without a make, whose model is of the make above: sheets say it once, over merged cells. */
  #withMakeAbove(item: FeedItem): FeedItem {
    if (item.kind !== 'record' || !isObject(item.value)) return item;
    const { value } = item;
    this.#named ??= (['make', 'model'] as const).map((field) =>
      Object.keys(value).find((name) => this.#fieldOf(name) === field),
    );
    const [make, model] = this.#named;
    if (make === undefined || model === undefined) return item;
    const [said, named] = [value[make], value[model]];
    if (said !== '') this.#make = said;
    const above = this.#make;
    if (said !== '' || typeof above !== 'string' || typeof named !== 'string') return item;
    // Several makes have a `3`.
    if (!/\p{L}{2}/u.test(named) || nameModel(above, named) === undefined) return item;
    return { ...item, value: { ...value, [make]: above }, source: undefined };
  }

  /** A row of a deposit or the like has no price of the vehicle. */
  #withoutPartPayment(item: FeedItem): FeedItem {
    if (item.kind !== 'record' || !isObject(item.value)) return item;
    const { value } = item;
    this.#offers ??= Object.keys(value).filter(namesOffer);
    if (!this.#offers.some((name) => isPartPayment(value[name]))) return item;
    const members = Object.entries(value).map(([name, said]) => [
      name,
      this.#fieldOf(name) === 'price' ? '' : said,
    ]);
    return { ...item, value: Object.fromEntries(members), source: undefined };
  }

  /** The last record with the values of a row that continues it; undefined if the row does not. */
  #join({ value }: RawRecord): RawRecord | undefined {
    const before = this.#last;
    if (before === undefined || !isObject(value) || !isObject(before.value)) return undefined;
    const further = this.#furtherPictures(value, before.value);
    if (further !== undefined)
      return { ...before, value: { ...before.value, ...further }, source: undefined };
    const [key] = Object.keys(value);
    if (key === undefined || value[key] === '' || before.value[key] !== value[key]) return undefined;
    if (!this.#isContinuation(value, key)) return undefined;
    if (!Object.entries(before.value).some(([name, said]) => said !== '' && this.#isOfVehicle(name)))
      return undefined;
    const joined: Record<string, unknown> = { ...before.value };
    for (const [name, said] of Object.entries(value)) {
      if (said === '' || name === key) continue;
      const earlier = joined[name];
      if (earlier === '') joined[name] = said;
      else if (this.#fieldOf(name) === 'images') joined[name] = [earlier, said].flat();
    }
    return { ...before, value: joined, source: undefined };
  }

  /** The columns of pictures with those of a row too that repeats all else that is known; undefined if it does not. */
  #furtherPictures(row: Row, before: Row): Row | undefined {
    this.#repeated ??= this.#columnsIn(row);
    const { keys, all } = this.#repeated;
    const isSaid = (name: string): boolean => row[name] !== undefined && row[name] !== '';
    if (!keys.some((name) => isSaid(name) && row[name] === before[name])) return undefined;
    if (all.some((name) => row[name] !== before[name])) return undefined;
    if (!all.some((name) => isSaid(name) && this.#isOfVehicle(name) && !keys.includes(name)))
      return undefined;
    const further = Object.keys(row).flatMap((name): [string, unknown][] => {
      const [said, earlier] = [row[name], [before[name]].flat()];
      const isFurther = this.#fieldOf(name) === 'images' && isSaid(name) && !earlier.includes(said);
      return isFurther && earlier.length < MAX_PICTURES ? [[name, [...earlier, said]]] : [];
    });
    return further.length === 0 ? undefined : Object.fromEntries(further);
  }

  #columnsIn(row: Row): { readonly keys: readonly string[]; readonly all: readonly string[] } {
    const all = Object.keys(row).filter((name) => {
      const field = this.#fieldOf(name);
      return field !== undefined && field !== 'images' && field !== 'thumbnail';
    });
    return { keys: all.filter((name) => KEYS.has(this.#fieldOf(name) ?? '')), all };
  }

  #isContinuation(row: Row, key: string): boolean {
    return Object.entries(row).every(
      ([name, said]) => said === '' || name === key || !this.#isOfVehicle(name),
    );
  }

  #isOfVehicle(name: string): boolean {
    const field = this.#fieldOf(name);
    return field !== undefined && field !== 'price' && (VEHICLE_ONLY_FIELDS.has(field) || field === 'title');
  }

  #namesPictures(row: Row): boolean {
    return Object.keys(row).some((name) => this.#fieldOf(name) === 'images');
  }
}
