// Counts of duplicates: listings that share an advert URL, a registration or a VIN with another dealer's listing. (A dealer
// has one listing per vehicle.) Stored as totals, because counting them would scan all listings.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';

/** JSON data. A listing counts once for each identifier that it shares. */
export interface DuplicateListings {
  readonly adverts: number;
  readonly registrations: number;
  readonly vins: number;
}

type DuplicateKind = 'advert' | 'registration' | 'vin';

const META_KEY = 'duplicates';
const NO_DUPLICATES: DuplicateListings = { adverts: 0, registrations: 0, vins: 0 };

export function readDuplicateListings(file: LmdbFile, transaction?: Transaction): DuplicateListings {
  const text = file.tables.meta.get(META_KEY, transaction && { transaction });
  return text === undefined ? NO_DUPLICATES : (file.parse(text, 'meta', META_KEY) as DuplicateListings);
}

/** The changes of the totals in one transaction. */
export class DuplicateCounts {
  readonly #file: LmdbFile;
  readonly #gains: Record<DuplicateKind, number> = { advert: 0, registration: 0, vin: 0 };

  constructor(file: LmdbFile) {
    this.#file = file;
  }

  /** Records that the number of listings with one advert URL or identifier changed from `before` to `after`. */
  change(kind: DuplicateKind, before: number, after: number): void {
    this.#gains[kind] += duplicatesAmong(after) - duplicatesAmong(before);
  }

  /** Writes the changes; returns the totals. */
  write(): DuplicateListings {
    const { advert, registration, vin } = this.#gains;
    const before = readDuplicateListings(this.#file);
    if (advert === 0 && registration === 0 && vin === 0) return before;
    const after: DuplicateListings = {
      adverts: before.adverts + advert,
      registrations: before.registrations + registration,
      vins: before.vins + vin,
    };
    this.#file.tables.meta.put(META_KEY, JSON.stringify(after));
    this.#gains.advert = this.#gains.registration = this.#gains.vin = 0;
    return after;
  }
}

function duplicatesAmong(listings: number): number {
  return listings > 1 ? listings : 0;
}
