// What dealers' systems write about a sale, from assets/feeds/statuses.tsv: whether a vehicle is for sale, whether it is new, and
// whether its price is without VAT.
import { rowMistake, tableRows, tableText, UniqueKeys } from '../columns/table.ts';
import { OMISSIONS, type OmissionReason } from '../run/record-result.ts';

export type SaleStatus = 'listed' | OmissionReason;

export interface StatusTable {
  /** Statuses that count anywhere in a text, by their words without spaces. */
  readonly anywhere: ReadonlyMap<string, SaleStatus>;
  /** Statuses that mean other things among other words. */
  readonly alone: ReadonlyMap<string, SaleStatus>;
  readonly conditions: ReadonlyMap<string, 'new' | 'used'>;
  /** Whether the price is without VAT, by the text in lower case. */
  readonly isWithoutVat: ReadonlyMap<string, boolean>;
}

let loaded: StatusTable | undefined;

export function statusTable(): StatusTable {
  return (loaded ??= parseStatuses(tableText('statuses')));
}

/** Throws an error that names the line of the first mistake. */
export function parseStatuses(text: string): StatusTable {
  const [anywhere, alone] = [new Map<string, SaleStatus>(), new Map<string, SaleStatus>()];
  const conditions = new Map<string, 'new' | 'used'>();
  const isWithoutVat = new Map<string, boolean>();
  const unique = new UniqueKeys();
  for (const { cells, place } of tableRows('statuses', text, ['status', 'means', 'where'])) {
    const { status, means, where } = cells;
    if (where !== 'anywhere' && where !== 'alone')
      throw rowMistake(place, `where must be anywhere or alone (got '${where}')`);
    const key = (status.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('');
    if (means === 'with VAT' || means === 'without VAT') {
      unique.add(`VAT ${status}`, `'${status}' about VAT`, place);
      isWithoutVat.set(status, means === 'without VAT');
    } else if (means === 'new' || means === 'used') {
      unique.add(`condition ${key}`, `'${status}' about the condition`, place);
      conditions.set(key, means);
    } else {
      if (means !== 'listed' && !isOmission(means))
        throw rowMistake(place, `'${means}' is no meaning of a status`);
      unique.add(`sale ${key}`, `'${status}' about the sale`, place);
      (where === 'anywhere' ? anywhere : alone).set(key, means);
      continue;
    }
    if (where === 'anywhere') throw rowMistake(place, `'${means}' is read from whole values: write alone`);
  }
  return { anywhere, alone, conditions, isWithoutVat };
}

function isOmission(text: string): text is OmissionReason {
  return Object.hasOwn(OMISSIONS, text);
}
