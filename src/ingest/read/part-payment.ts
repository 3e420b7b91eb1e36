// Offers of a vehicle that are not the vehicle: shops sell a reservation or a deposit as a variant of the product, with a price of its own.
import { partWords } from '../columns/name-words.ts';
import { wordsFor, type WordUse } from '../columns/words.ts';

const MAX_LENGTH = 100;

/** Whether a column of this name says which of a product's offers a row is. */
export function namesOffer(name: string): boolean {
  const words = partWords(name).map((word) => word.replace('#', ''));
  return wordsFor('variant name').has(words.join(' '));
}

/** Whether an offer is a part of a payment: `Reserve (deposit)`. */
export function isPartPayment(offer: unknown): boolean {
  if (typeof offer !== 'string' || offer.length > MAX_LENGTH) return false;
  const words = ` ${(offer.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ')} `;
  const says = (use: WordUse): boolean =>
    [...wordsFor(use).keys()].some((phrase) => words.includes(` ${phrase} `));
  return says('part payment') && !says('whole payment');
}
