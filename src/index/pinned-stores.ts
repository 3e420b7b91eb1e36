// Which states of the store are in use: the index's newest, and those of exports under way. A state is released once nobody uses
// it any more. Held states keep disk pages from being reused, so whoever holds one for long limits its time.
import type { StoreSnapshot } from '../store/store-snapshot.ts';

export class PinnedStores {
  readonly #users = new Map<StoreSnapshot, number>();

  /** Returns how it is given back, which is idempotent. */
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
