// The keys by which engines find requested models. Many requests are one key, such as the first words of a title. Others join
// keys by "and" and "or": an application that knows the stock's titles, which are few, finds the ones that match.
import type { TermRequest } from '../../src/engine/schema.ts';

export class ModelTitles {
  readonly #keysOf = new Map<string, ReadonlySet<string>>();
  readonly #known = new WeakMap<object, readonly string[]>();

  /** A listing's title and the keys that it answers to. Returns all its keys: the title is one as well. */
  add(title: string | null, keys: readonly string[]): ReadonlySet<string> {
    if (title === null) return new Set();
    const known = this.#keysOf.get(title);
    if (known !== undefined) return known;
    const all = new Set([...keys, title]);
    this.#keysOf.set(title, all);
    return all;
  }

  /** Keys of which a listing has one if the request finds it: a key that means the same, or else titles. */
  keysFor(request: TermRequest): readonly string[] {
    if (typeof request === 'string') return [request];
    const known = this.#known.get(request) ?? this.#find(request);
    this.#known.set(request, known);
    return known;
  }

  #find(request: TermRequest): readonly string[] {
    const matching = this.#titlesWith(request);
    const same = termsIn(request).find((term) => {
      const titles = this.#titlesWith(term);
      return titles.length === matching.length && titles.every((title, at) => title === matching[at]);
    });
    return same === undefined ? matching : [same];
  }

  #titlesWith(request: TermRequest): string[] {
    return Array.from(this.#keysOf).flatMap(([title, keys]) => (isMet(request, keys) ? [title] : []));
  }
}

function isMet(request: TermRequest, keys: ReadonlySet<string>): boolean {
  if (typeof request === 'string') return keys.has(request);
  return 'all' in request
    ? request.all.every((part) => isMet(part, keys))
    : request.any.some((part) => isMet(part, keys));
}

function termsIn(request: TermRequest): string[] {
  if (typeof request === 'string') return [request];
  return ('all' in request ? request.all : request.any).flatMap(termsIn);
}
