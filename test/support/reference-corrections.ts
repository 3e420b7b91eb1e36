// The semantics of corrected names: a make or model that no listing has is read as the only one that is one slip away. Every word of
// every listing is tried in the place of every word of the request.
import type { Listing } from '../../src/listing/listing.ts';
import type { Correction, SearchQuery } from '../../src/query/search-query.ts';
import type { Values } from '../../src/listing/field.ts';
import { makeKey, splitTitle } from '../../src/vehicle/model-terms.ts';
import { canonicalMake, namesOfMake } from '../../src/vehicle/makes.ts';
import { ukModels } from '../../src/vehicle/models.ts';
import { nameKey, modelKey } from '../../src/vehicle/name-key.ts';
import { distance as editDistance } from '../engine/engine-model.ts';
import { saysModel } from './reference-titles.ts';

interface Word {
  readonly key: string;
  readonly written: string;
}

export class ReferenceCorrections {
  readonly #listings: readonly Pick<Listing, 'make' | 'model'>[];
  readonly #known = new Map<string, string>();

  constructor(listings: readonly Listing[]) {
    const names = listings.map(({ make, model }) => JSON.stringify({ make, model }));
    this.#listings = [...new Set(names)].map((name) => JSON.parse(name) as Pick<Listing, 'make' | 'model'>);
  }

  correct(query: SearchQuery): { query: SearchQuery; corrections: readonly Correction[] } {
    const corrections: Correction[] = [];
    const read = (parameter: 'make' | 'model', values: Values | undefined, makes: readonly string[]) => {
      const readAll = (texts: readonly string[] = []): string[] => {
        const all = texts.map((from) => {
          const to = this.#once(parameter, from, makes);
          if (to !== from) corrections.push({ parameter, from, to });
          return to;
        });
        return [...new Set(all)].sort();
      };
      const any = readAll(values?.any);
      const none = readAll(values?.none);
      return { ...(any.length > 0 && { any }), ...(none.length > 0 && { none }) };
    };
    const make: Values = read('make', query.make, []);
    const model: Values = read('model', query.model, make.any ?? []);
    if (corrections.length === 0) return { query, corrections };
    return {
      query: { ...query, ...(query.make && { make }), ...(query.model && { model }) },
      corrections,
    };
  }

  #once(parameter: 'make' | 'model', from: string, makes: readonly string[]): string {
    if (from.startsWith('"') && from.endsWith('"') && from.length > 1) return from;
    const key = JSON.stringify([parameter, from, makes]);
    const to = this.#known.get(key) ?? (parameter === 'make' ? this.#make(from) : this.#model(from, makes));
    this.#known.set(key, to);
    return to;
  }

  #make(from: string): string {
    const key = makeKey(from);
    const own = canonicalMake(from);
    if (own !== undefined && isSlip(nameKey(own), nameKey(from))) return own;
    const makes = this.#listings.map(({ make }) => make).filter((make) => make !== null);
    if (canonicalMake(from) !== undefined || makes.some((make) => makeKey(make) === key)) return from;
    if (!isWord(key)) return from;
    const near = makes.filter((make) => namesOfMake(makeKey(make)).some((name) => isSlip(name, key)));
    return new Set(near.map(makeKey)).size === 1 ? near.sort()[0] : from;
  }

  #model(from: string, makes: readonly string[]): string {
    const keys = makes.map(makeKey);
    const titles = this.#listings.filter(
      ({ make }) => keys.length === 0 || (make !== null && keys.includes(makeKey(make))),
    );
    const isSaid = (text: string): boolean =>
      titles.some(({ make, model }) => model !== null && saysModel({ make, model }, text, makes));
    const isName = (key: string): boolean =>
      ukModels().models.some(
        ({ make, names }) =>
          (keys.length === 0 || keys.includes(makeKey(make))) && names.some((name) => name.key === key),
      );
    if (isName(modelKey(from)) || isSaid(from)) return from;
    for (const wordsOf of [baseWords, variantWords]) {
      const all = this.#listings.flatMap(wordsOf);
      const found = new Map<string, string>();
      const parts = from.split(BREAKS);
      parts.forEach((part, at) => {
        const key = nameKey(part);
        if (!isWord(key) || isName(key)) return;
        for (const near of new Set(all.filter((word) => isSlip(word.key, key)).map((word) => word.key))) {
          const written = all.filter((word) => word.key === near).map((word) => word.written);
          const text = parts.with(at, written.sort()[0]).join('');
          if (isSaid(text)) found.set(modelKey(text), text);
        }
      });
      if (found.size > 0) return found.size === 1 ? [...found.values()][0] : from;
    }
    return from;
  }
}

const BREAKS = /([\s/|()\u2010-\u2015-]+)/u;

function baseWords({ make, model }: Pick<Listing, 'make' | 'model'>): Word[] {
  if (model === null) return [];
  const { base, names } = splitTitle(make, model);
  const known = ukModels()
    .models.filter((one) => make === null || one.make === make)
    .flatMap((one) => one.names);
  return [
    ...(make === null ? [] : namesOfMake(makeKey(make)).map((key) => ({ key, written: make }))),
    ...names.map((key) => ({ key, written: known.find((name) => name.key === key)?.name ?? base })),
    ...base.split(BREAKS).map((word) => ({ key: nameKey(word), written: word })),
  ].filter(({ key }) => /^\p{L}+$/u.test(key));
}

function variantWords({ make, model }: Pick<Listing, 'make' | 'model'>): Word[] {
  if (model === null) return [];
  return splitTitle(make, model)
    .variant.split(BREAKS)
    .map((word) => ({ key: nameKey(word), written: word }))
    .filter(({ key }) => /^\p{L}+$/u.test(key));
}

function isWord(key: string): boolean {
  return /^\p{L}{4,}$/u.test(key);
}

function isSlip(known: string, sent: string): boolean {
  return known.length > 3 && Math.abs(known.length - sent.length) < 2 && editDistance(known, sent) === 1;
}
