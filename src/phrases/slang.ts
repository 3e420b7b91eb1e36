// Matches slang words for cars: `whip`, `set of wheels`.
import type { Matcher } from './match.ts';
import { LISTS } from './stop-words.ts';

export const matchSlang: Matcher = (phrase, at) => {
  const car = LISTS.car.find(phrase, at);
  if (car !== undefined) return { length: car.length, meaning: { kind: 'stop_words' } };
  if (phrase.words[at].key === 'wheels' && (at === 0 || LISTS['before wheels'].has(phrase.words[at - 1].key)))
    return { length: 1, meaning: { kind: 'stop_words' } };
  return undefined;
};
