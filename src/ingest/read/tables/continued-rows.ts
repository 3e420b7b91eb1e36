// Joins rows that continue the row before: shops export a product with a row for each further picture, other systems repeat the
// vehicle in each.
import { isPartPayment, namesOffer } from '../not-for-sale.ts';
import { ID_FIELDS, VEHICLE_ONLY_FIELDS } from '../../tables/feed-fields.ts';
import type { FeedItem, FieldOf, RawRecord } from '../feed-record.ts';
import { nameModel } from '../../../vehicle/model-name.ts';

const GROUPS: ReadonlySet<string> = new Set(['loc', 'branch', 'county']);
const KEYS: ReadonlySet<string> = new Set(ID_FIELDS);
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
      const item = given.kind === 'record' ? this.#completed(given) : given;
      const joined = item.kind === 'record' ? this.#join(item.value as Row) : undefined;
      if (item.kind === 'notice' || !this.#hasPictures) complete.push(item);
      else {
        if (joined === undefined) complete.push(...this.end());
        if (item.kind === 'record') this.#last = joined ?? item;
        else complete.push(item);
      }
    }
    return complete;
  }

  end(): FeedItem[] {
    const last = this.#last;
    this.#last = undefined;
    return last === undefined ? [] : [last];
  }

  /** A row with what rows above it say of it too, and without the price of a deposit. */
  #completed(record: RawRecord): RawRecord {
    const row = record.value as Row;
    this.#hasPictures ||= Object.keys(row).some((name) => this.#fieldOf(name) === 'images');
    const value = this.#withGroupAbove(this.#withMakeAbove(this.#withoutPartPayment(row)));
    return value === row ? record : { ...record, value, source: undefined };
  }

  /** The row with the place of the group that it is in, which reports say once with a count: `Truro (4)`. */
  #withGroupAbove(row: Row): Row {
    this.#places ??= Object.keys(row).filter((name) => GROUPS.has(this.#fieldOf(name) ?? ''));
    const name = this.#places.find((one) => row[one] !== '' || this.#group?.column === one);
    if (name === undefined) return row;
    const [, text, count] = COUNTED.exec(String(row[name])) ?? [];
    if (text !== undefined) this.#group = { column: name, text, left: Number(count) };
    else if (row[name] !== '' || this.#group === undefined || this.#group.left === 0) return row;
    this.#group.left -= 1;
    return { ...row, [name]: this.#group.text };
  }

  /** A row without a make, whose model is of the make above: sheets say it once, over merged cells. */
  #withMakeAbove(row: Row): Row {
    this.#named ??= (['make', 'model'] as const).map((field) =>
      Object.keys(row).find((name) => this.#fieldOf(name) === field),
    );
    const [make, model] = this.#named;
    if (make === undefined || model === undefined) return row;
    const [said, named] = [row[make], row[model]];
    if (said !== '') this.#make = said;
    const above = this.#make;
    if (said !== '' || typeof above !== 'string' || typeof named !== 'string') return row;
    // Several makes have a `3`.
    const isOfMake = /\p{L}{2}/u.test(named) && nameModel(above, named) !== undefined;
    return isOfMake ? { ...row, [make]: above } : row;
  }

  /** A row of a deposit or the like has no price of the vehicle. */
  #withoutPartPayment(row: Row): Row {
    this.#offers ??= Object.keys(row).filter(namesOffer);
    if (!this.#offers.some((name) => isPartPayment(row[name]))) return row;
    const members = Object.entries(row).map(([name, said]) => [
      name,
      this.#fieldOf(name) === 'price' ? '' : said,
    ]);
    return Object.fromEntries(members) as Row;
  }

  /** The last record with the values of a row that continues it; undefined if the row does not. */
  #join(row: Row): RawRecord | undefined {
    if (this.#last === undefined) return undefined;
    const before = this.#last.value as Row;
    const value = this.#furtherPictures(row, before) ?? this.#continued(row, before);
    return value && { ...this.#last, value, source: undefined };
  }

  #continued(row: Row, before: Row): Row | undefined {
    const [key] = Object.keys(row);
    if (key === undefined || row[key] === '' || before[key] !== row[key]) return undefined;
    const isSaid = ([name, said]: [string, unknown]): boolean => said !== '' && this.#isOfVehicle(name);
    const isFurther = !Object.entries(row).some((member) => member[0] !== key && isSaid(member));
    if (!isFurther || !Object.entries(before).some(isSaid)) return undefined;
    const joined: Record<string, unknown> = { ...before };
    for (const [name, said] of Object.entries(row)) {
      if (said === '' || name === key) continue;
      const earlier = joined[name];
      if (earlier === '') joined[name] = said;
      else if (this.#fieldOf(name) === 'images') joined[name] = [earlier, said].flat();
    }
    return joined;
  }

  /** The row before with the pictures too of a row that repeats all else that is known; undefined if it does not. */
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
    return further.length === 0 ? undefined : { ...before, ...Object.fromEntries(further) };
  }

  #columnsIn(row: Row): { readonly keys: readonly string[]; readonly all: readonly string[] } {
    const all = Object.keys(row).filter((name) => {
      const field = this.#fieldOf(name);
      return field !== undefined && field !== 'images' && field !== 'thumbnail';
    });
    return { keys: all.filter((name) => KEYS.has(this.#fieldOf(name) ?? '')), all };
  }

  #isOfVehicle(name: string): boolean {
    const field = this.#fieldOf(name);
    return field !== undefined && field !== 'price' && (VEHICLE_ONLY_FIELDS.has(field) || field === 'title');
  }
}
