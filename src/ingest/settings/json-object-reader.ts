// Reads one JSON object of a settings file key by key, and collects faults with location, rule and, for keys, suggestion.
import { suggestNearest } from '../../vehicle/name-key.ts';
import { isObject } from '../../json.ts';
import { errorMessage, invalidConfiguration } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';

/** The JSON of a settings file, which `what` names. Throws a Problem `invalid_configuration` if it is none. */
export function parseSettingsJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw invalidConfiguration(`${what} is not JSON: ${errorMessage(error)}.`, error);
  }
}

export class JsonObjectReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #label: string;
  readonly #faults: string[];
  readonly #known = new Set<string>();

  /** `label` names the object in messages. Anything but an object is a fault, and read as an object without keys. */
  constructor(value: unknown, label: string, faults: string[]) {
    this.#values = new Map(isObject(value) ? Object.entries(value) : []);
    this.#label = label;
    this.#faults = faults;
    if (!isObject(value)) this.fault(`must be an object in braces (got ${preview(value)})`);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): unknown {
    this.#known.add(key);
    return this.#values.get(key);
  }

  /** The parsed value of a key; undefined if the key is absent or, with a fault, if `parse` returns undefined. */
  read<T>(key: string, parse: (value: unknown) => T | undefined, rule: string): T | undefined {
    return this.readSecret(key, parse, `${rule} (got ${preview(this.get(key))})`);
  }

  /** Like `read`, but the fault does not quote the value, which may be a secret. */
  readSecret<T>(key: string, parse: (value: unknown) => T | undefined, rule: string): T | undefined {
    const value = this.get(key);
    const parsed = value === undefined ? undefined : parse(value);
    if (value !== undefined && parsed === undefined) this.fault(`${key} must be ${rule}`);
    return parsed;
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    return this.read(key, (value) => words.find((word) => word === value), `one of ${words.join(', ')}`);
  }

  fault(message: string): void {
    this.#faults.push(`${this.#label}: ${message}`);
  }

  /** Adds a fault for each key that was never read. Call it last. */
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

/** The trimmed string; undefined for blank strings and other types. */
export function nonBlankText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The trimmed string, if it has this form. */
export function textLike(form: RegExp): (value: unknown) => string | undefined {
  return (value) => [nonBlankText(value) ?? ''].find((text) => form.test(text));
}

function preview(value: unknown): string {
  return quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
}
