// Chooses among the pictures that a record's columns give: of a picture in several sizes the largest, and no films or documents;
// the main one first, and the others in their stated order.
import { oncePerObject } from '../../memo.ts';
import type { PlannedRecord } from './mapping-plan.ts';
import { partKey, wordList, wordsFor } from '../tables/feed-tables.ts';
import { readFlag } from '../values/sale-status.ts';
import { KIND_NAMES } from '../read/flatten.ts';
import { ADDRESS_MEMBERS } from '../values/url.ts';

let sizeRanks: ReadonlyMap<string, number> | undefined;

/** The place of a word among those for sizes, the smallest first; undefined for other words. */
function rankOf(size: string): number | undefined {
  sizeRanks ??= new Map(Array.from(wordsFor('picture size').keys(), (word, rank) => [word, rank]));
  return sizeRanks.get(size.toLowerCase());
}

const SIZE_NAMES = 'size type name label rel format variant'.split(' ');
const ORDER_NAMES =
  'order position index rank sequence seq sort sort_order sortorder display_order displayorder nr no number num volgnr volgnummer'.split(
    ' ',
  );
/** What a type calls the small one beside pictures of other types: `{ "type": "thumb" }` behind `{ "type": "photo" }`. */
const SMALL = /^(?:thumb(?:nail)?|preview|teaser)$/i;

interface Column {
  readonly name: string;
  readonly value: unknown;
}

/** `small`: the first of a list's pictures that are of a small type, beside others. */
export function chosenPictures<C extends Column>(
  sources: readonly C[],
  { plan, values }: PlannedRecord,
): readonly (C & { readonly small?: unknown })[] {
  if (!sources.some(({ name }) => name.includes('.'))) return sources;
  return withoutSmallColumns(withoutMembers(sources)).map((source) => {
    const { name, value } = source;
    if (!Array.isArray(value)) return source;
    const beside = (
      members: readonly string[],
      isMeant: (texts: readonly string[]) => boolean,
    ): string[] | undefined => {
      // The name and what is above it, the nearest first: `gallery.image.`, for attributes of XML, and `gallery.`.
      const parts = name.split('.');
      const parents = parts.map((_, n) => `${parts.slice(0, parts.length - n).join('.')}.`);
      const wantedNames = parents.flatMap((parent) => members.map((member) => parent + member));
      for (const wanted of wantedNames) {
        const list = values[plan.names.findIndex((own) => own.toLowerCase() === wanted.toLowerCase())];
        if (!Array.isArray(list) || list.length !== value.length) continue;
        const texts = list.map(String);
        if (isMeant(texts)) return texts;
      }
      return undefined;
    };
    const sizes = beside(SIZE_NAMES, (texts) => texts.every((text) => rankOf(text) !== undefined));
    const types = beside(KIND_NAMES, (texts) => texts.some(isSmall) && !texts.every(isSmall));
    const mains =
      beside(mainNames(wordList('main picture')), (texts) => texts.filter(isMain).length === 1) ??
      beside(KIND_NAMES, (texts) => texts.filter(isMain).length === 1);
    const order = beside(ORDER_NAMES, (texts) => texts.every((text) => NUMBER.test(text)));
    const all = sizes === undefined ? [...value.keys()] : largest(sizes);
    const placeOf = (at: number): number => (isMain(mains?.[at]) ? -1 : Number(order?.[at] ?? 0));
    all.sort((a, b) => placeOf(a) - placeOf(b));
    const pictures = all.filter((at) => !isSmall(types?.[at] ?? '')).map((at): unknown => value[at]);
    const small: unknown = value[(types ?? []).findIndex(isSmall)];
    return { ...source, value: pictures, small };
  });
}

/** Members of a picture besides its own address: whether it is the main one, and where it has an address, its page and its sizes. */
function withoutMembers<C extends Column>(sources: readonly C[]): readonly C[] {
  const placed = sources.map((source) => {
    const [, parent = '', member = ''] = /^(.*\.)?([^.]+)$/.exec(source.name) ?? [];
    return { source, parent, member };
  });
  const addressed = new Set(
    placed.filter(({ member }) => ADDRESS_MEMBERS.includes(partKey(member))).map(({ parent }) => parent),
  );
  const mains = mainNames(wordList('main picture'));
  return placed
    .filter(({ source: { value }, parent, member }) => {
      if (
        mains.includes(member.toLowerCase()) &&
        [value].flat().every((flag) => readFlag(flag) !== undefined)
      )
        return false;
      const around = PAGE.test(member) ? parent : parent.replace(/sizes?\.$/i, '');
      return around === '' || (around === parent && !PAGE.test(member)) || !addressed.has(around);
    })
    .map(({ source }) => source);
}

const PAGE = /^(?:link|permalink)$/i;

const NUMBER = /^[0-9]{1,9}$/;

function isMain(text = ''): boolean {
  return readFlag(text) === true || wordsFor('main picture').has(text.toLowerCase());
}

/** `main`, `is_main` and `ismain`. */
const mainNames = oncePerObject((words: readonly string[]): readonly string[] =>
  words.flatMap((word) => [word, `is_${word}`, `is${word}`]),
);

function isSmall(type: string): boolean {
  return SMALL.test(type);
}

/** The column of the largest size among columns that differ only in a size, such as `photos.small` and `photos.large`. */
function withoutSmallColumns<C extends Column>(sources: readonly C[]): readonly C[] {
  const largest = new Map<string, number>();
  const sized = sources.map((source) => {
    const [, parent = '', size = ''] = /^(.*\.)?([^.]+)$/.exec(source.name) ?? [];
    const rank = parent === '' ? undefined : rankOf(size);
    if (rank !== undefined) largest.set(parent, Math.max(rank, largest.get(parent) ?? 0));
    return { source, parent, rank };
  });
  return sized
    .filter(({ parent, rank }) => rank === undefined || rank === largest.get(parent))
    .map(({ source }) => source);
}

/** The places of the largest of each picture's sizes: where a size comes again, another picture begins. */
function largest(sizes: readonly string[]): number[] {
  const places: number[] = [];
  let seen = new Set<string>();
  let best = -1;
  for (const [at, text] of sizes.entries()) {
    const size = text.toLowerCase();
    if (seen.has(size)) {
      places.push(best);
      seen = new Set();
      best = -1;
    }
    seen.add(size);
    const rank = rankOf(size) ?? 0;
    if (best === -1 || rank > (rankOf(sizes[best] ?? '') ?? 0)) best = at;
  }
  if (best !== -1) places.push(best);
  return places;
}
