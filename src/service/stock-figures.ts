// How large the searchable stock is, and how far behind the data folder: numbers for those who watch a server.

export interface StockFigures {
  /** Whether searches are answered. */
  readonly ready: boolean;
  /** How often damage was met in the data folder. */
  readonly damageFound: number;
  readonly listings: number;
  readonly segments: number;
  /** Memory that the index's columns take up. */
  readonly bytes: number;
  /** Number of the last change that searches show. */
  readonly sequence: number;
  /** When searches began to show it, in milliseconds since 1970; 0 before the first. */
  readonly changedAt: number;
  /** For how long there has been a change that searches do not show; 0 when there is none. */
  readonly behindMs: number;
  /** How long the last change took from being seen in the folder to being shown. */
  readonly delayMs: number;
}

/** What is known of changes from looking at two numbers again and again. The clock is handed in. */
export class Freshness {
  #shown: number | undefined;
  #changedAt = 0;
  #behindSince: number | undefined;
  #delayMs = 0;

  /** The stock has come to `committed`, and searches show `shown`; undefined before they show any. */
  look(committed: number, shown: number | undefined, now: number): void {
    if (shown !== this.#shown) {
      if (this.#behindSince !== undefined) this.#delayMs = now - this.#behindSince;
      this.#shown = shown;
      this.#changedAt = now;
      this.#behindSince = undefined;
    }
    if (committed === shown) this.#behindSince = undefined;
    else this.#behindSince ??= now;
  }

  /** As of `now`. */
  read(now: number): Pick<StockFigures, 'changedAt' | 'behindMs' | 'delayMs'> {
    return {
      changedAt: this.#changedAt,
      behindMs: this.#behindSince === undefined ? 0 : Math.max(0, now - this.#behindSince),
      delayMs: this.#delayMs,
    };
  }
}
