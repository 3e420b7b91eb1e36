// Remembers what was made of texts that were asked for lately. People search for the same few thousand words again and again.

/** Longer texts are not remembered. */
const MAX_LENGTH = 64;

export class Memo<Value extends boolean | number | object> {
  readonly #limit: number;
  readonly #make: (text: string) => Value;
  /** At most `limit` values that were asked for since `#older` was the newer one. */
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** Holds at most twice `limit` values. `make` must be pure, and callers must not change its result. */
  constructor(limit: number, make: (text: string) => Value) {
    this.#limit = limit;
    this.#make = make;
  }

  get(text: string): Value {
    const known = this.#newer.get(text);
    if (known !== undefined) return known;
    const value = this.#older.get(text) ?? this.#make(text);
    if (text.length <= MAX_LENGTH) this.#add(text, value);
    return value;
  }

  #add(text: string, value: Value): void {
    if (this.#newer.size >= this.#limit) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(text, value);
  }
}
