// One JSON object of a settings file, read key by key. Every fault goes to one list, with its place and its rule, so
// that all of them can be told at once; a key that nobody asked for is one of them, with what was probably meant.
import { suggestNearest } from '../../listing/suggestions.ts';
import { quoted } from '../../problem.ts';

export class JsonObjectReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #label: string;
  readonly #faults: string[];
  readonly #known = new Set<string>();

  /** `label` is what sentences call the object. Anything but an object is a fault, and read as one without keys. */
  constructor(value: unknown, label: string, faults: string[]) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.#values = new Map(isObject ? Object.entries(value) : []);
    this.#label = label;
    this.#faults = faults;
    if (!isObject) this.fault(`must be an object in braces (got ${preview(value)})`);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value of a key as it stands, undefined where it is absent. */
  get(key: string): unknown {
    this.#known.add(key);
    return this.#values.get(key);
  }

  /** The value of a key as `parse` reads it; undefined where the key is absent or, with a fault, breaks the rule. */
  read<T>(key: string, parse: (value: unknown) => T | undefined, rule: string): T | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) this.fault(`${key} must be ${rule} (got ${preview(value)})`);
    return parsed;
  }

  /** The same for what may be a secret: its fault does not say what it got. */
  readSecret<T>(key: string, parse: (value: unknown) => T | undefined, rule: string): T | undefined {
    const value = this.get(key);
    const parsed = value === undefined ? undefined : parse(value);
    if (value !== undefined && parsed === undefined) this.fault(`${key} must be ${rule}`);
    return parsed;
  }

  text(key: string): string | undefined {
    return this.read(key, nonBlankText, 'a text');
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    return this.read(key, (value) => words.find((word) => word === value), `one of ${words.join(', ')}`);
  }

  fault(message: string): void {
    this.#faults.push(`${this.#label}: ${message}`);
  }

  /** Tells the keys that were never asked for. To be called once all others were. */
  rejectUnknownKeys(): void {
    for (const key of this.#values.keys()) {
      if (this.#known.has(key)) continue;
      const meant = suggestNearest(key.slice(0, 40), [...this.#known]);
      this.fault(
        `there is no setting ${quoted(key)}${meant === undefined ? '' : `; did you mean '${meant}'?`}`,
      );
    }
  }
}

/** The value where it is a text with anything in it. */
export function nonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function preview(value: unknown): string {
  return quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
}
