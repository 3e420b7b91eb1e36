// Finds the column that holds the addresses of the adverts by its values, if no column has a name for it: addresses on the dealer's
// own site, another one in each record.
import { domainName, parseUrl } from '../../listing/domain-name.ts';
import { isEmptyValue } from './combine-columns.ts';
import { readPageUrl } from '../values/url.ts';

/** A record's values by column. */
type Row = ReadonlyMap<string, unknown>;

interface AdvertColumnOptions {
  /** Whether a column may be it: its name says no other field than a text, and the mapping does not exclude it. */
  readonly mayBeIt: (name: string) => boolean;
  /** The domain of a record's dealer; undefined if it is not known. */
  readonly dealerOf: (row: Row) => string | undefined;
  readonly idOf: (row: Row) => unknown;
}

/** Files of a dealer's site that are no adverts. */
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp4|mov|webm)$/i;

/** Its name; undefined if there is none, or several that are equally likely. */
export function findAdvertColumn(rows: readonly Row[], options: AdvertColumnOptions): string | undefined {
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  const columns = [...names].filter(options.mayBeIt).flatMap((name) => {
    const filled = rows.filter((row) => !isEmptyValue(row.get(name)));
    const addresses = filled.map((row) => advertAddress(row.get(name), options.dealerOf(row)));
    const isAddress = addresses.length * 2 > rows.length && addresses.every((one) => one !== undefined);
    if (!isAddress || new Set(addresses).size < addresses.length) return [];
    const namesVehicle = filled.every((row, n) => hasPart(addresses[n] ?? '', options.idOf(row)));
    return namesVehicle || addresses.length > 1 ? [{ name, namesVehicle }] : [];
  });
  const best = columns.filter(({ namesVehicle }) => namesVehicle);
  const candidates = best.length > 0 ? best : columns;
  return candidates.length === 1 ? candidates[0].name : undefined;
}

/** The address of a page on the dealer's site, other than its first page; undefined if the value is none. */
function advertAddress(value: unknown, dealer: string | undefined): string | undefined {
  if (typeof value !== 'string' || dealer === undefined) return undefined;
  const url = parseUrl(readPageUrl(value, dealer) ?? '');
  if (url === undefined || FILE.test(url.pathname)) return undefined;
  if (url.pathname === '/' && url.search === '') return undefined;
  const host = domainName(url.hostname) ?? '';
  return host === dealer || host.endsWith(`.${dealer}`) ? url.href : undefined;
}

/** Whether the address has the id as a whole part: `43` is in `/stock/43` and not in `/stock/431`. */
function hasPart(address: string, id: unknown): boolean {
  if (typeof id !== 'string' && typeof id !== 'number') return false;
  const at = address.toLowerCase().indexOf(String(id).trim().toLowerCase());
  const around = [address[at - 1] ?? '', address[at + String(id).trim().length] ?? ''];
  return at !== -1 && around.every((character) => !/[a-z0-9]/i.test(character));
}
