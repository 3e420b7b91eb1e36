// Phrases that ask for a sort order. `cheap` only hints at one; `cheapest` and `newest first` ask for it and win.
import { ASKING, PHRASES, phrasesMeaning, readLists } from '../words/word-lists.ts';
import { SORT_ROWS } from '../../query/sorts.ts';
import type { PhraseContext, Matcher, MeaningOf } from '../words/match.ts';
import type { PhraseMatch } from '../words/phrase-matcher.ts';
import { termLengthAt } from './term.ts';
import { keyAt, type Phrase } from '../words/tokenized-phrase.ts';
import { isNameKey } from '../words/vocabulary.ts';

type Order = Pick<MeaningOf<'sort'>, 'sort' | 'strength'> | 'none';

const ORDERS: Readonly<Record<string, Order>> = {
  none: 'none',
  ...Object.fromEntries(
    ['alone ', 'perhaps ', ''].flatMap((word, strength) =>
      SORT_ROWS.map(({ name: sort }) => [word + sort, { sort, strength } as const]),
    ),
  ),
};

const ORDER_WORDS = readLists('orders', {
  by: PHRASES,
  order: phrasesMeaning(ORDERS),
  'order after by': phrasesMeaning(ORDERS),
  direction: phrasesMeaning({ rising: '_asc', falling: '_desc' }),
  hint: phrasesMeaning(ORDERS),
  adjective: phrasesMeaning(ORDERS),
});

function orderAt(phrase: Phrase, at: number, context: PhraseContext): PhraseMatch<Order> | undefined {
  const by = ORDER_WORDS.by.lengthAt(phrase, at);
  const named =
    by === 0
      ? []
      : [ORDER_WORDS.order, ORDER_WORDS['order after by']].map((list) => list.next(phrase, at + by));
  const adjective = ORDER_WORDS.adjective.find(phrase, at);
  const describes = adjective !== undefined && isDescribable(phrase, at + adjective.length, context);
  const found = [
    describes ? adjective : undefined,
    ORDER_WORDS.order.find(phrase, at),
    ORDER_WORDS.hint.find(phrase, at),
    ...named.map((order) => order && { ...order, length: by + order.length }),
  ];
  return found.reduce((one, other) => ((other?.length ?? 0) > (one?.length ?? 0) ? other : one), undefined);
}

function isDescribable(phrase: Phrase, at: number, { vocabulary }: PhraseContext): boolean {
  const key = keyAt(phrase, at);
  if (key === '') return false;
  const isWord = termLengthAt(phrase, at) > 0 || ASKING.noun.find(phrase, at) !== undefined;
  return isWord || isNameKey(key, vocabulary);
}

export const matchSort: Matcher = (phrase, at, context) => {
  const found = orderAt(phrase, at, context);
  if (found === undefined) return undefined;
  // `sorted by price, highest first`, `by price instead, highest first`
  const end = at + found.length;
  const instead = end + (ASKING['replace after'].next(phrase, end)?.length ?? 0);
  const direction =
    phrase.words.at(instead)?.flows === false ? ORDER_WORDS.direction.find(phrase, instead) : undefined;
  const length = direction === undefined ? found.length : instead + direction.length - at;
  const order = found.meaning;
  const isTurned = direction !== undefined && order !== 'none';
  const meaning = isTurned
    ? (ORDERS[order.sort.replace(/_(?:asc|desc)$/, direction.meaning)] ?? 'none')
    : order;
  return meaning === 'none'
    ? { length, meaning: { kind: 'unsupported', reason: 'There is no such order.' } }
    : { length, meaning: { kind: 'sort', ...meaning } };
};
