// Recognizes names of things that are not for sale: lists of sold vehicles, and offers of a part of a payment, such as a deposit.
import { isObject } from '../../json.ts';
import { holdsNothing } from '../tables/column-path.ts';
import { fieldOfWords, partWords, type WordUse, wordList, wordsFor } from '../tables/feed-tables.ts';
import { readSaleStatus } from '../values/sale-status.ts';
import { withoutNamespace } from '../values/text.ts';

const MAX_LENGTH = 100;

/** Whether a column of this name says which of a product's offers a row is. */
export function namesOffer(name: string): boolean {
  const words = partWords(name).map((word) => word.replace('#', ''));
  return wordsFor('variant name').has(words.join(' '));
}

/** Whether an offer is only part of a payment: `Reserve (deposit)`. */
export function isPartPayment(offer: unknown): boolean {
  if (typeof offer !== 'string' || offer.length > MAX_LENGTH) return false;
  const words = ` ${(offer.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ')} `;
  const says = (use: WordUse): boolean => wordList(use).some((phrase) => words.includes(` ${phrase} `));
  return says('part payment') && !says('whole payment');
}

const KIND = /^\p{L}[\p{L} _/()-]{0,40}$/u;

/** Whether one of several prices says that it is not that of the vehicle: `per month`, the unit `MON`, `StrikethroughPrice`. */
export function isOtherPrice(price: unknown): boolean {
  return isObject(price) && Object.values(price).some((said) => saysOtherPrice(said) || isOtherPrice(said));
}

/** Whether a text beside a price says that it is not that of the vehicle. */
export function saysOtherPrice(said: unknown): boolean {
  const kind = typeof said === 'string' ? withoutNamespace(said) : '';
  if (!KIND.test(kind) || !holdsNothing(kind)) return false;
  // A vehicle that has only a price for the trade is not for sale.
  return !namesPrice(kind) && readSaleStatus(kind) === undefined;
}

/** Whether a text beside a price says only that it is the price: `Customer`, `Retail`. */
export function namesPrice(kind: string): boolean {
  return fieldOfWords([...partWords(kind), 'price']) === 'price';
}

let notForSale: RegExp | undefined;

/** Whether a list, element or sheet of this name repeats vehicles, or holds some that are not for sale: `recently_sold_cars`. */
export function isNotForSale(name: string): boolean {
  if (notForSale === undefined) {
    const words = wordList('not for sale').join('|');
    const nouns = wordList('stock').join('|');
    notForSale = new RegExp(`^(?:recently[_ ]?)?(?:${words})(?:[_ ]?(?:${nouns}|[0-9]{2,4})){0,3}$`, 'i');
  }
  return notForSale.test(name);
}

const BESIDE_STOCK =
  /^(?:errors?|warnings?|messages?|links?|pages?|pagination|filters?|facets?|aggregations?|dealers?|branch(?:es)?|locations?|includes?|included|references?)$/i;

/** Whether a list or elements of this name are not the stock, whatever they hold. */
export function isBesideStock(name: string): boolean {
  return BESIDE_STOCK.test(name);
}
