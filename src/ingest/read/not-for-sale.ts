// Recognizes names of things that are not for sale: lists of sold vehicles, and offers of a part of a payment, such as a deposit.
import { partWords, type WordUse, wordList, wordsFor } from '../tables/feed-tables.ts';

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
