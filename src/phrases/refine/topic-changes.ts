// Reads changes of a limit by what it is about: `raise the budget`, `a bit higher on the miles`, `the price is too high`, `bump the miles
// up to 80k`, `my limit has gone up by a thousand`. The words are the lists `direction` and `aux` of assets/phrases/refinements.tsv.
import { KM_PER_MILE } from '../resolve-quantity.ts';
import { readAmount } from '../amount.ts';
import { MEASURES, type AmountStep } from './amount-steps.ts';
import { PhraseReader } from '../phrase-reader.ts';
import type { TokenizedPhrase, WordRange } from '../tokenized-phrase.ts';
import { ASKING_LISTS } from '../asking-words.ts';
import { REFINEMENT_LISTS, type Comparative, type Topic } from './refine-words.ts';

interface TopicChange extends WordRange {
  readonly topic: Topic;
  /** Undefined: only its new value says. */
  readonly isUp: boolean | undefined;
  readonly isLarge: boolean;
}

const MAX_ARTICLES = 3;
const MAX_AUX = 4;

/** What more and less of a topic is called. */
const COMPARATIVES: Readonly<Partial<Record<Topic, readonly [up: Comparative, down: Comparative]>>> = {
  price: ['dearer', 'cheaper'],
  'highest price': ['dearer', 'cheaper'],
  mileage: ['more miles', 'fewer miles'],
  'highest mileage': ['more miles', 'fewer miles'],
  distance: ['further', 'closer'],
  place: ['further', 'closer'],
  engine: ['bigger engine', 'smaller engine'],
};

/** More or less of what a topic is, without a number. */
export function topicComparisonAt(
  phrase: TokenizedPhrase,
  at: number,
): { readonly by: Comparative; readonly isLarge: boolean; readonly to: number } | undefined {
  const change = changeAt(phrase, at);
  const names = change && COMPARATIVES[change.topic];
  if (change?.isUp === undefined || names === undefined) return undefined;
  return { by: names[change.isUp ? 0 : 1], isLarge: change.isLarge, to: change.to };
}

/** A limit that moves by an amount, or to one. */
export function topicAmountAt(phrase: TokenizedPhrase, at: number): AmountStep | undefined {
  const change = changeAt(phrase, at);
  if (change === undefined) return undefined;
  const { key, flows } = phrase.words.at(change.to) ?? { key: '', flows: false };
  const isBy = key === 'by';
  const isTo = key === 'to' || key === 'at';
  // `raise it a grand` is by an amount, `raise it 9k` to one: the limit of the search tells which.
  const isOpen = !isBy && !isTo && change.isUp !== undefined;
  const read =
    flows && (isBy || isTo || isOpen) ? readAmount(phrase, change.to + (isOpen ? 0 : 1)) : undefined;
  if (read === undefined || read.plus || (isBy && change.isUp === undefined)) return undefined;
  const { amount, next } = read;
  if (isOpen && phrase.words.at(next)?.flows === true) return undefined;
  const isOther = amount.unit === 'other' || amount.unit === 'monthly' || amount.part === true;
  const measure = MEASURES[change.topic];
  if (isOther || (measure === undefined && change.topic !== 'limits')) return undefined;
  const size = amount.number.value * (measure === 'distance' && amount.unit !== 'km' ? KM_PER_MILE : 1);
  const step = { kind: 'amount', from: at, to: next, measure } as const;
  const added = change.isUp === true ? size : -size;
  return { ...step, ...(!isTo && { added }), ...(!isBy && { value: size, isUp: change.isUp }) };
}

/** A topic with words of a direction before or after it. */
function changeAt(phrase: TokenizedPhrase, at: number): TopicChange | undefined {
  const reader = new PhraseReader(phrase, at);
  const degrees = [reader.take(ASKING_LISTS.degree), reader.take(ASKING_LISTS.degree)];
  const before = reader.take(REFINEMENT_LISTS.direction);
  reader.skip(ASKING_LISTS.article, MAX_ARTICLES);
  const topic = reader.take(REFINEMENT_LISTS.topic) ?? (before !== undefined && isPronoun(reader) ? 'limits' : undefined); // prettier-ignore
  if (topic === undefined) return undefined;
  reader.skip(REFINEMENT_LISTS.aux, MAX_AUX);
  degrees.push(reader.take(ASKING_LISTS.degree));
  const after = reader.take(REFINEMENT_LISTS.direction);
  degrees.push(reader.take(ASKING_LISTS.degree));
  const direction = before === undefined || before === 'move' ? (after ?? before) : before;
  if (direction === undefined) return undefined;
  // `price up to 9k` is a limit.
  if (before === undefined && ['to', 'than'].includes(reader.key)) return undefined;
  return {
    from: at,
    to: reader.next,
    topic,
    isUp: direction === 'move' ? undefined : direction === 'up',
    isLarge: degrees.includes('large'),
  };
}

/** `raise it by 500`, `go up by 500`. */
function isPronoun(reader: PhraseReader): boolean {
  return (
    reader.take(REFINEMENT_LISTS['that much']) !== undefined || reader.key === 'by' || reader.key === 'to'
  );
}
