// For indexes of tests that know nothing but what they hold now.
import type {
  HeldStock,
  ListingExport,
  ListingIndex,
  NewestListings,
  StockState,
} from '../../src/listing/listing-index.ts';

export abstract class WithoutStates implements Pick<
  ListingIndex,
  'openExport' | 'findNewest' | 'state' | 'hold' | 'onChange'
> {
  openExport(): Promise<ListingExport> {
    return noStates();
  }

  findNewest(): Promise<NewestListings> {
    return noStates();
  }

  get state(): StockState {
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
