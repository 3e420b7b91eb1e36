// The stock after each change as the plain model has it: what any answer is held to. The newest few are kept, because making one
// takes a while.
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { ListingModel } from '../../test/support/model.ts';
import { listingsOf } from '../../test/support/stock.ts';
import type { StockPlan } from './stock-plan.ts';

const KEPT = 6;

export class Models {
  readonly gazetteer = loadGazetteer();
  readonly #plan: StockPlan;
  readonly #models = new Map<number, Promise<ListingModel>>();

  constructor(plan: StockPlan) {
    this.#plan = plan;
  }

  at(sequence: number): Promise<ListingModel> {
    const found = this.#models.get(sequence) ?? this.#make(sequence);
    this.#models.set(sequence, found);
    for (const other of [...this.#models.keys()].sort((a, b) => b - a).slice(KEPT))
      this.#models.delete(other);
    return found;
  }

  async #make(sequence: number): Promise<ListingModel> {
    return new ListingModel(await listingsOf(this.#plan.stockAt(sequence)), this.gazetteer);
  }
}
