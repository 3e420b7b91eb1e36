// Resolves column names by the mapping, the layout's table, then the common names. A path is looked up as a whole, then by its
// last parts; each exactly, then by its words.
import type { FeedMapping } from '../settings/feed-mapping.ts';
import {
  fieldOfWords,
  partKey,
  partWords,
  spelledOut,
  withoutIncluded,
  withoutSubject,
  wordList,
  wordsKey,
  wordsFor,
} from '../tables/feed-tables.ts';
import {
  BESIDE_NUMBERS,
  CLASS_FIELDS,
  isColumnUnit,
  isUnitField,
  SCALED_FIELDS,
  type ColumnField,
  type ColumnUnit,
} from '../tables/feed-fields.ts';
import { columnTable, pathOfKnown, type Layout } from '../tables/column-table.ts';
import { columnPath, type ColumnPath, areWrappers, holdsNothing, mayFeed } from '../tables/column-path.ts';
import { BY_NAME, type Evidence, weaker } from './evidence.ts';
import { areCodes, isMeasure, measureIn, unitNamed } from './measured-names.ts';
import { oncePerObject } from '../../memo.ts';
import { classifyFuel, classifyTransmission } from '../../vehicle/classify.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { foreignSignIn } from '../values/price.ts';
import { ADDRESS_MEMBERS } from '../values/url.ts';

interface KnownColumn extends Evidence {
  readonly field: ColumnField;
  /** The place of its name in the table, from 1; 0 for a name that is not there. */
  readonly order: number;
  readonly unit?: ColumnUnit | undefined;
  /** What its plain numbers are multiplied with: 1000 for `Mileage (000s)`. */
  readonly scale?: number | undefined;
  /** For keywords, the template of a number; for a feature with a column of its own, the feature's name. */
  readonly phrase?: string | undefined;
}

export interface ResolvedColumn extends KnownColumn {
  /** The first number in its name, which orders columns that differ in it alone. */
  readonly number: number;
  /** What its values are, for people, if they showed its field: `UK postcodes`. */
  readonly reason?: string | undefined;
}

/** Compares two columns of one field; negative if the first one counts. */
export function compareColumns(a: ResolvedColumn, b: ResolvedColumn): number {
  return a.behind - b.behind || a.order - b.order || a.number - b.number;
}

/** Further names of a feed are unknown: looking them up takes minutes where each record has names of its own. */
const MAX_NAMES = 10_000;

interface KnownColumns {
  /** Columns by the beginning of their names, which end with a place or the like: `current_quantity_*`. */
  readonly byStart: ReadonlyMap<string, KnownColumn>;
  readonly byName: ReadonlyMap<string, KnownColumn>;
  readonly byWords: ReadonlyMap<string, KnownColumn>;
}

/** Made once, because reading the words of all names takes as long as reading a small feed. Earlier rows win. */
const knownColumnsOf = oncePerObject((layout: Layout): KnownColumns => {
  const byName = new Map<string, KnownColumn>();
  const byWords = new Map<string, KnownColumn>();
  const byStart = new Map<string, KnownColumn>();
  for (const { name, field, unit, phrase } of [...layout.columns, ...columnTable().common]) {
    const { parts, words } = pathOfKnown(name);
    const key = parts.join('');
    const column: KnownColumn = { field, ...BY_NAME, order: byName.size + 1, unit, phrase };
    if (name.endsWith('*')) byStart.set(key, column);
    if (!byName.has(key)) byName.set(key, column);
    const inAnyOrder = wordsKey(words.flat());
    if (inAnyOrder !== undefined && !byWords.has(inAnyOrder)) byWords.set(inAnyOrder, column);
  }
  return { byName, byWords, byStart };
});

export class ColumnResolver {
  readonly #known: KnownColumns;
  readonly #mapped: FeedMapping['columns'];
  readonly #units: FeedMapping['units'] | undefined;
  readonly #cache = new Map<string, ResolvedColumn | null | undefined>();

  constructor(layout: Layout, mapping?: Partial<Pick<FeedMapping, 'columns' | 'units'>>) {
    this.#mapped = new Map(Array.from(mapping?.columns ?? [], ([name, field]) => [mappedKey(name), field]));
    this.#units = mapping?.units;
    this.#known = knownColumnsOf(layout);
  }

  /** Null for a column that the mapping excludes or that never holds a fact, undefined for an unknown one. */
  resolve(name: string): ResolvedColumn | null | undefined {
    const found = this.#cache.get(name);
    if (found !== undefined || this.#cache.size === MAX_NAMES || this.#cache.has(name)) return found;
    const column = this.#lookUp(name);
    this.#cache.set(name, column);
    return column;
  }

  #lookUp(name: string): ResolvedColumn | null | undefined {
    const mapped = this.#mapped.get(mappedKey(name));
    if (mapped === null) return null;
    const { parts, number } = columnPath(name);
    const readAs = mapped?.readAs;
    const known = this.#named(readAs ?? name) ?? this.#translated(name) ?? this.#grouped(name);
    if (mapped !== undefined && readAs === undefined) {
      const { field, unit = this.#unitOf(field), scale = this.#measured(name)?.scale, reason } = mapped;
      const by = reason === undefined ? 'mapping' : 'values';
      return { field, by, behind: 0, order: 0, number, unit, scale, phrase: known?.phrase, reason };
    }
    if (known === undefined) return JSON_LD_KEYWORD.test(parts.at(-1) ?? '') ? null : undefined;
    return { ...known, number };
  }

  #translated(name: string): KnownColumn | undefined {
    const translated = inEnglish(name);
    const column = translated === name ? undefined : this.#named(translated);
    if (column !== undefined) return weaker(column, 'translation');
    const meant = meaningOf(name);
    const known = meant === undefined ? undefined : this.#named(meant);
    return known && weaker(known, 'meaning');
  }

  /** A heading with its group before a dash, as a name below another: `Condition - Odometer Reading (mi)`. */
  #grouped(name: string): KnownColumn | undefined {
    const [, group = '', rest = ''] = GROUPED.exec(name.trim()) ?? [];
    const known = group === '' || holdsNothing(group) ? undefined : this.#named(`${group}.${rest}`);
    const isOfCar = known !== undefined && mayFeed(known.field, columnPath(group).words.flat(), '');
    return isOfCar ? known : undefined;
  }

  #named(name: string): KnownColumn | undefined {
    const path = columnPath(name);
    const known =
      this.#knownPath(path) ??
      this.#knownValue(path) ??
      this.#sizeOfPicture(path) ??
      this.#reducedAmount(path) ??
      this.#besideNumber(path) ??
      this.#feature(path.parts, name);
    if (known === undefined) {
      const measured = CURRENCY_ALONE.test(name) ? this.#known.byName.get('price') : this.#measured(name);
      return measured && { ...measured, unit: measured.unit ?? this.#unitOf(measured.field) };
    }
    // `_id` is a database's key.
    const isSubstitute = name.startsWith('_') || foreignSignIn(name) !== undefined;
    const column = { ...known, unit: this.#unitOf(known.field) ?? known.unit };
    return isSubstitute ? weaker(column, 'substitute') : column;
  }

  /** The column whose name ends with what its numbers are in, `Mileage (km)`, `price_pence`, or with where it comes from. */
  #measured(name: string): KnownColumn | undefined {
    const { bareName, added, isApart } = measureIn(name);
    const isFurther = !isApart && isMeasure(added);
    const column =
      bareName === ''
        ? undefined
        : (this.#knownPath(columnPath(bareName)) ?? (isFurther ? this.#measured(bareName) : undefined));
    // `Web £`
    if (column === undefined && name.includes('£'))
      return this.#knownPath(columnPath(name.replace('£', ' price ')));
    if (column === undefined) return undefined;
    // `Mileage (product.metafields.mileage)`, `*Action(SiteID=UK|Version=1193)`.
    if (isApart && /[.=]/.test(added)) return column;
    // `Fuel (P/D/H/E)`: the codes of its values.
    if (isApart && areCodes(added) && !SCALED_FIELDS.includes(column.field)) return column;
    // `Make (lookup)`: a note, unless it says that another thing is meant.
    const isNote = isApart && !SCALED_FIELDS.includes(column.field);
    const note = columnPath(added).words.flat();
    if (isNote && note.every((word) => mayFeed(column.field, [word], columnPath(bareName).parts.join(''))))
      return weaker(column, 'note');
    let { unit, scale = 1 } = column;
    for (const word of added.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
      const size = wordsFor('scale').get(word);
      const named = unitNamed(word);
      if (size === undefined ? named === undefined : !SCALED_FIELDS.includes(column.field)) return undefined;
      if (size !== undefined) scale *= Number(size);
      else if (named !== undefined && isColumnUnit(named)) unit = named;
    }
    return { ...column, unit, ...(scale !== 1 && { scale }) };
  }

  /** The column by its whole path, else by its last parts if those above say nothing else. */
  #knownPath({ parts, words }: ColumnPath): KnownColumn | undefined {
    for (let start = 0; start < parts.length; start++) {
      const parents = parts.slice(0, start);
      const inner = words.slice(start);
      const found = this.#knownName(parts.slice(start)) ?? this.#knownWords(inner.flat());
      // `unit.odometer.reading` is not an `odometer_reading_unit`.
      if (found === undefined || (parts[start] === 'unit' && found.field.endsWith('_unit'))) continue;
      // Nor is `money.vat` a price.
      if (start < parts.length - 1 && found.by === 'words' && wordsFor('on top').has(parts.at(-1) ?? ''))
        continue;
      const names = [parts[start] ?? '', (inner[0] ?? []).map(spelledOut).join('')];
      if (!names.every((name) => mayFeed(found.field, parents, name))) continue;
      return areWrappers(parents) ? found : weaker(found, 'end');
    }
    return undefined;
  }

  /** Whatever is below a list of features names a feature: `equipment.safety`. */
  #feature(parts: readonly string[], name: string): KnownColumn | undefined {
    const at = parts.indexOf('feature');
    if (at === -1 || at === parts.length - 1 || NO_FEATURE.test(parts.at(-1) ?? '')) return undefined;
    const feature = this.#known.byName.get('feature');
    const words =
      name
        .slice(name.lastIndexOf('.') + 1)
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    return feature && { ...feature, phrase: words.join(' ') };
  }

  /** The column whose value the last part of a path is: `consumer_price.value`, `price.minorUnits`. */
  #knownValue({ parts, words, number }: ColumnPath): KnownColumn | undefined {
    const ending = parts.at(-1) ?? '';
    const scale = wordsFor('scale').get(ending);
    if (parts.length < 2 || (scale === undefined && !wordsFor('value').has(ending))) return undefined;
    const column = this.#knownPath({ parts: parts.slice(0, -1), words: words.slice(0, -1), number });
    if (column === undefined || scale === undefined) return column && asText(column, ending);
    return SCALED_FIELDS.includes(column.field) ? { ...column, scale: Number(scale) } : undefined;
  }

  /** The pictures of a size that is not small: `media.sizes.xl`. */
  #sizeOfPicture({ parts, words, number }: ColumnPath): KnownColumn | undefined {
    const end = parts.lastIndexOf('image') + 1;
    const [size = '', ...more] = parts.slice(end).filter((part) => part !== 'size' && !areWrappers([part]));
    if (end === 0 || more.length > 0 || !isLargeSize(size)) return undefined;
    const picture = this.#knownPath({ parts: parts.slice(0, end), words: words.slice(0, end), number });
    return picture?.field === 'images' ? picture : undefined;
  }

  /** The price for an amount with a word for a reduced price: `amount.discounted`. */
  #reducedAmount({ parts, words, number }: ColumnPath): KnownColumn | undefined {
    const [amount, kind = ''] = parts.slice(-2);
    if (amount !== 'amount' || !wordsFor('reduced price').has(kind)) return undefined;
    return this.#knownPath({ parts: parts.with(-1, 'price'), words: words.with(-1, ['price']), number });
  }

  /** A name below that of a number as below the field's: `asking_price.vat` as `price.vat`, `odo_read.unit` as `mileage.unit`. */
  #besideNumber({ parts, words, number }: ColumnPath): KnownColumn | undefined {
    const above = this.#knownPath({ parts: parts.slice(0, -1), words: words.slice(0, -1), number })?.field;
    if (above === undefined) return undefined;
    const column = this.#knownName([partKey(above), parts.at(-1) ?? '']);
    return BESIDE_NUMBERS[above]?.flat().includes(column?.field ?? '') === true ? column : undefined;
  }

  #knownName(parts: readonly string[]): KnownColumn | undefined {
    const name = parts.join('');
    const direct = this.#known.byName.get(name);
    if (direct !== undefined) return direct;
    if (parts.length > 1) return undefined;
    const [, numbered] = /^(.*[^#])#$/.exec(name) ?? [];
    if (numbered !== undefined) {
      const list = this.#known.byName.get(numbered);
      return list !== undefined && LIST_FIELDS.has(list.field) ? list : undefined;
    }
    const [, bare, ending = ''] = /^(.+?)(name|label|text|value|gbp)$/.exec(name) ?? [];
    if (bare !== undefined) {
      const column = this.#known.byName.get(bare);
      return column && asText(column, ending);
    }
    const start = [...this.#known.byStart.keys()].find((known) => name.startsWith(known));
    return start === undefined ? this.#withoutPrefix(name) : this.#known.byStart.get(start);
  }

  /** The column without beginnings of its name that say nothing: `stm_car_location`. */
  #withoutPrefix(name: string): KnownColumn | undefined {
    for (const prefix of wordsFor('prefix').keys()) {
      if (name.length === prefix.length || !name.startsWith(prefix)) continue;
      const rest = name.slice(prefix.length);
      return this.#known.byName.get(rest) ?? this.#withoutPrefix(rest);
    }
    return undefined;
  }

  #knownWords(words: readonly string[]): KnownColumn | undefined {
    const find = (some: readonly string[]): KnownColumn | undefined =>
      this.#known.byWords.get(wordsKey(some) ?? '') ?? this.#byWordsAlone(some);
    const about = withoutSubject(words);
    const exact = about.length < words.length ? this.#known.byName.get(about.join('')) : undefined;
    const found = find(words) ?? exact ?? find(about);
    if (found !== undefined) return found;
    // `Buy now price (inc. premium)`
    const asked = find(withoutIncluded(words));
    if (asked?.field === 'price') return weaker(asked, 'words');
    // `Photo URL 1`: one of several pictures. `Body Desc`: what the body is called.
    const unnumbered = words.map((word) => word.replace('#', '')).filter((word) => word !== '');
    const image = words.some((word) => word.includes('#'))
      ? (find(unnumbered) ?? find(withoutSubject(unnumbered)))
      : undefined;
    if (image?.field === 'images') return image;
    if (spelledOut(about.at(-1) ?? '') !== 'description') return undefined;
    const described = this.#known.byWords.get(wordsKey(about.slice(0, -1)) ?? '');
    return described !== undefined && DESCRIBED_FIELDS.has(described.field) ? described : undefined;
  }

  #byWordsAlone(words: readonly string[]): KnownColumn | undefined {
    const field = fieldOfWords(words);
    if (field === undefined) return undefined;
    const column: KnownColumn = weaker({ field, ...BY_NAME, order: 0 }, 'words');
    return words.some((word) => spelledOut(word) === 'code') ? weaker(column, 'code') : column;
  }

  #unitOf(field: string): ColumnUnit | undefined {
    return isUnitField(field) ? this.#units?.get(field) : undefined;
  }
}

function isLargeSize(word: string): boolean {
  const sizes = wordList('picture size');
  return sizes.indexOf(word) >= sizes.indexOf('m');
}

/** The column, unless `ending` cannot be its value. */
function asText(column: KnownColumn, ending: string): KnownColumn | undefined {
  if (column.field === 'make_model')
    return /^(?:name|title|label|displayvalue)$/.test(ending) ? column : undefined;
  // What kind of thing it is: `"make": { "type": "reference" }`, `"location": { "type": "Point" }`.
  if (ending === 'type' && NAME_FIELDS.has(column.field)) return undefined;
  if (SCALED_FIELDS.includes(column.field) && WORD_PARTS.test(ending)) return weaker(column, 'text');
  const isAddress = ending === 'link' || ADDRESS_MEMBERS.includes(ending);
  if (!ADDRESS_FIELDS.has(column.field)) return isAddress ? undefined : column;
  return isAddress || /^(?:value|string)$/.test(ending) ? column : undefined;
}

/** Shorter words of other languages are too much like others, unless a longer one is beside them: `Prix HT`. */
const MIN_FOREIGN_LENGTH = 4;

function inEnglish(name: string): string {
  if (name.length > MAX_FOREIGN_LENGTH) return name;
  const text = name.normalize('NFC');
  const translations = wordsFor('translation');
  // As it is first: a `Händler` is no handler.
  const meaning = (word: string): string | undefined =>
    translations.get(word.toLowerCase()) ?? translations.get(nameKey(word));
  const isForeign = (text.match(/\p{L}+/gu) ?? []).some(
    (word) => word.length >= MIN_FOREIGN_LENGTH && meaning(word) !== undefined,
  );
  return isForeign ? text.replace(/\p{L}+/gu, (word) => meaning(word) ?? word) : name;
}

const MAX_FOREIGN_LENGTH = 60;
/** `Custom 1 (Odometer mi)`, `UDF2: Gearbox`. */
const CUSTOM = /^(\p{L}[\p{L} _-]*?)[ _-]*[0-9]{0,2}\s*(?:\(([^()]{2,40})\)|[:\u2013-]\s*(\p{L}.{1,40}))$/u;

/** The name that a name explains itself with, or that of the classes of which it consists: `Manual/Auto`. */
function meaningOf(name: string): string | undefined {
  const [, custom = '', inside, behind] = CUSTOM.exec(name.trim()) ?? [];
  if (wordsFor('custom field').has(partWords(custom).join(' '))) return inside ?? behind;
  const classes = name.length > MAX_FOREIGN_LENGTH ? [] : name.split(/[/|]|\bor\b/i);
  if (classes.length < 2) return undefined;
  if (classes.every((one) => classifyFuel(one.trim()) !== undefined)) return 'fuel_type';
  return classes.every((one) => classifyTransmission(one.trim()) !== undefined) ? 'transmission' : undefined;
}

const GROUPED = /^(\p{L}[^.\u2013-]{1,40}) [\u2013-] (\p{L}.{1,80})$/u;
const CURRENCY_ALONE = /^[\s(]*£[\s)]*$/;

const LIST_FIELDS: ReadonlySet<ColumnField> = new Set(['images', 'keywords', 'full_description']);
const DESCRIBED_FIELDS: ReadonlySet<ColumnField> = new Set([
  ...['make', 'model', 'variant', ...CLASS_FIELDS, 'engine', 'gears', 'keywords', 'title'],
  ...['status', 'condition', 'loc', 'branch'],
]);
const NAME_FIELDS: ReadonlySet<ColumnField> = new Set(['make', 'model', 'loc', 'branch', 'county', 'title']);
/** Parts of a number's name that hold words as often as the number. */
const WORD_PARTS = /^(?:type|title|description|label|text|name)$/;
export const ADDRESS_FIELDS: ReadonlySet<ColumnField> = new Set(
  'images thumbnail advert_url id dealer'.split(' '),
);
const JSON_LD_KEYWORD = /^@(?:type|context|id)$/;
const NO_FEATURE =
  /^(?:.*id|key|.*code|.*type|.*url|.*price|slug|image|icon|position|order|group|link|href|#)$/;

/** Whether a column is the one that a mapping names, or lists pairs of which one may be. */
export function holdsColumn(column: string, mapped: string): boolean {
  const own = mappedKey(column);
  return mappedKey(mapped) === own || mappedKey(mapped).startsWith(`${own}.`);
}

/** The name with its numbers: a mapping may distinguish `Image 1` and `Image 2`. */
function mappedKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}
