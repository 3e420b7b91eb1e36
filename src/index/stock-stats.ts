// How large the searchable stock is, and how far behind the data folder: numbers for those who watch a server.

export interface StockStats {
  /** Whether searches are answered. */
  readonly isReady: boolean;
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
  readonly lagMs: number;
  /** How long the last change took from being seen in the folder to being shown. */
  readonly updateMs: number;
}

/** What is known of changes from looking at two numbers again and again. The clock is handed in. */
export class FreshnessTracker {
  #visible: number | undefined;
  #changedAt = 0;
  #laggingSince: number | undefined;
  #updateMs = 0;

  /** The stock has come to `committed`, and searches show `visible`; undefined before they show any. */
  update(committed: number, visible: number | undefined, now: number): void {
    if (visible !== this.#visible) {
      if (this.#laggingSince !== undefined) this.#updateMs = now - this.#laggingSince;
      this.#visible = visible;
      this.#changedAt = now;
      this.#laggingSince = undefined;
    }
    if (committed === visible) this.#laggingSince = undefined;
    else this.#laggingSince ??= now;
  }

  /** As of `now`. */
  read(now: number): Pick<StockStats, 'changedAt' | 'lagMs' | 'updateMs'> {
    return {
      changedAt: this.#changedAt,
      lagMs: this.#laggingSince === undefined ? 0 : Math.max(0, now - this.#laggingSince),
      updateMs: this.#updateMs,
    };
  }
}
