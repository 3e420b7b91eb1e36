// The states of the store in use: the index's newest, and those of running exports. A state is released after its last use. A
// held state keeps its disk pages from being reused, so exports hold one for a limited time.
import type { StoreSnapshot } from '../store/store-snapshot.ts';

export class PinnedStores {
  readonly #users = new Map<StoreSnapshot, number>();

  /** Holds a state. Returns an idempotent function that gives it back. */
  pin(storeSnapshot: StoreSnapshot): () => void {
    this.#users.set(storeSnapshot, (this.#users.get(storeSnapshot) ?? 0) + 1);
    let isPinned = true;
    return () => {
      if (!isPinned) return;
      isPinned = false;
      const others = (this.#users.get(storeSnapshot) ?? 0) - 1;
      if (others > 0) this.#users.set(storeSnapshot, others);
      else {
        this.#users.delete(storeSnapshot);
        storeSnapshot.release();
      }
    };
  }
}
