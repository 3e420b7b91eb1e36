// Adds to records the facts that a document states around them: the place of a branch above its vehicles, the currency of all
// prices, and objects elsewhere that records name.
import { isObject } from '../../../json.ts';
import { isEmptyValue } from '../../values/text.ts';
import { siteIn } from '../../values/url.ts';
import { noticeOf, type FeedNotice, type FieldOf } from '../feed-record.ts';
import { flatten, isNested } from '../flatten.ts';
import { LinkedRecords } from './linked-records.ts';
import { PLACE_FIELDS } from '../../tables/feed-fields.ts';
import { isPlaceName } from '../../tables/column-path.ts';
import { canonicalMake } from '../../../vehicle/makes.ts';
import { nameModel } from '../../../vehicle/model-name.ts';

const NAMES: readonly string[] = ['make', 'make_model', 'title'];
/** Groups of fields: a record with a field of its own takes no other field of that group from around it. */
const GROUPS: readonly (readonly string[])[] = [PLACE_FIELDS, ['currency'], ['mileage_unit'], NAMES];

/** Maximum depth of nested objects that are searched for places. */
const MAX_DEPTH = 8;

type Named = Readonly<Record<string, unknown>>;

export class Surroundings {
  readonly #fieldOf: FieldOf;
  readonly #said = new WeakMap<object, Named>();
  readonly linked: LinkedRecords;

  constructor(fieldOf: FieldOf, dealer?: string) {
    this.#fieldOf = fieldOf;
    this.linked = new LinkedRecords(fieldOf, dealer);
  }

  /**
   * Takes the facts that `container` states about all its records, and returns a notice of each other value; undefined if there
   * are no facts. A fact with several values holds for none of the records.
   */
  add(container: object, named: object, line: number): FeedNotice[] | undefined {
    const said = [...flatten(named)];
    const postcodes = new Set(
      said.flatMap(([path, value]) => (this.#fieldOf(path) === 'postcode' ? value : [])),
    );
    const areSeveral = postcodes.size > 1 || hasSeveralPlaces(named);
    const isOfAll = (group: readonly string[] | undefined): boolean =>
      group !== undefined && !(group === PLACE_FIELDS && areSeveral);
    // A vehicle or a list beside the records, such as a search, says nothing about them.
    const isOfMake =
      !Object.values(named).some(Array.isArray) && !said.some(([path]) => this.#fieldOf(path) === 'model');
    // A name above the records is the make of all of them, as on a manufacturer's site.
    const isMake = (path: string, value: unknown): boolean =>
      this.#fieldOf(path) === 'make' && typeof value === 'string' && canonicalMake(value) !== undefined;
    const found = said.filter(
      ([path, value]) =>
        isOfAll(this.#groupOf(path)) &&
        !Array.isArray(value) &&
        !/^https?:/i.test(String(value)) &&
        (this.#groupOf(path) !== NAMES || (isOfMake && isMake(path, value))),
    );
    if (found.length === 0) return undefined;
    const earlier = this.#said.get(container);
    const isOther = (path: string, value: unknown): boolean =>
      earlier !== undefined && Object.hasOwn(earlier, path) && earlier[path] !== value;
    const known = found.map(([path, value]) => [path, isOther(path, value) ? null : value] as const);
    this.#said.set(container, { ...earlier, ...Object.fromEntries(known) });
    return said
      .filter((one) => !found.includes(one) && !isEmptyValue(one[1]))
      .map(([path, value]) => noticeOf('outside_records', line, `${path}: ${String(value)}`));
  }

  /** The record, with the innermost container's facts for each group of which the record has no field. */
  around(given: unknown, containers: readonly object[]): unknown {
    if (!isObject(given)) return given;
    const record = this.linked.resolve(given);
    const said = containers.map((container) => this.#said.get(container)).filter((one) => one !== undefined);
    if (said.length === 0) return record;
    const values = [...flatten(record)];
    const own = new Set(values.map(([path]) => this.#groupOf(path)));
    const isOf = (make: unknown): boolean =>
      values.some(
        ([path, model]) =>
          this.#fieldOf(path) === 'model' &&
          typeof model === 'string' &&
          nameModel(String(make), model) !== undefined,
      );
    const more = GROUPS.filter((group) => !own.has(group)).flatMap((group) => {
      const ofGroup = said.map((one) =>
        Object.entries(one).filter(
          ([path, value]) => this.#groupOf(path) === group && (group !== NAMES || isOf(value)),
        ),
      );
      return ofGroup.findLast(({ length }) => length > 0) ?? [];
    });
    return more.length === 0 ? record : { ...record, ...Object.fromEntries(more) };
  }

  #groupOf(path: string): readonly string[] | undefined {
    const field = this.#fieldOf(path);
    return field === undefined ? undefined : GROUPS.find((group) => group.includes(field));
  }
}

/** Whether a value has a list of places: a postcode of only one of them does not hold for all. */
function hasSeveralPlaces(value: unknown, name = '', depth = 0): boolean {
  if (!isNested(value) || depth > MAX_DEPTH) return false;
  if (Array.isArray(value) && value.filter(isObject).length > 1 && isPlaceName(name)) return true;
  return Object.entries(value).some(([inner, member]) =>
    hasSeveralPlaces(member, Array.isArray(value) ? name : inner, depth + 1),
  );
}

/** The notice of a value outside the records. The dealer's site comes first if it is escaped or would be cut off. */
export function outsideNotice(
  line: number,
  name: string,
  text: string,
  dealer: string | undefined,
): FeedNotice {
  const site = siteIn(text.replaceAll('\\/', '/'), dealer);
  const own = noticeOf('outside_records', line, `${name}: ${text}`);
  const isCut = site !== undefined && siteIn(own.text, dealer) === undefined;
  return isCut ? noticeOf('outside_records', line, `${name}: https://${site} ${text}`) : own;
}
