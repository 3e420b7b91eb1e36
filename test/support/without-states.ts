// For indexes of tests that know nothing but what they hold now.
import type { ListingExport, ListingIndex, NewestListings } from '../../src/stock/listing-index.ts';
import type { HeldStock, StockState } from '../../src/stock/stock-changes.ts';

export abstract class WithoutStates implements Pick<
  ListingIndex,
  'openExport' | 'findNewest' | 'state' | 'isStored' | 'hold' | 'onChange'
> {
  openExport(): Promise<ListingExport> {
    return noStates();
  }

  findNewest(): Promise<NewestListings> {
    return noStates();
  }

  abstract readonly version: string;
  #state: StockState | undefined;

  get state(): StockState {
    if (this.#state?.storeId !== this.version)
      this.#state = {
        storeId: this.version,
        sequence: 0,
        changedAt: 0,
        placesVersion: 'nowhere',
        indexFormat: 'terms-1',
      };
    return this.#state;
  }

  isStored(): Promise<boolean> {
    return noStates();
  }

  hold(): HeldStock {
    return noStates();
  }

  onChange(): () => void {
    return () => undefined;
  }
}

function noStates(): never {
  throw new Error('this index of a test has no states');
}
