// Reads what a removal is about, by name: `the colour and the price limit`.
import type { TokenizedPhrase } from '../tokenized-phrase.ts';
import { LISTS, type Topic } from './refine-words.ts';

export interface NamedTopics {
  readonly found: Topic[];
  /** After the last of them. */
  readonly end: number;
  /** Whether they are called limits. */
  readonly isLimit: boolean;
}

/** Topics that are limits by their names. */
const LIMITS = /limits$|^(?:least|highest|earliest|latest|smallest|largest) /;

export function topicsAt(phrase: TokenizedPhrase, from: number): NamedTopics {
  const isWord = (words: ReadonlySet<string>, at: number, isFirst: boolean): boolean => {
    const word = phrase.words.at(at);
    return word !== undefined && (isFirst || word.flows) && words.has(word.key);
  };
  const isComma = (at: number): boolean => /^\s*,\s*$/.test(phrase.words.at(at)?.gap ?? '');
  const found: Topic[] = [];
  let end = from;
  let isLimit = false;
  for (let at = from; ;) {
    while (isWord(LISTS.article, at, at === from)) at++;
    const continues = at === from || phrase.words.at(at)?.flows === true || isComma(at);
    const topic = continues ? LISTS.topic.find(phrase, at) : undefined;
    if (topic === undefined) return { found, end, isLimit };
    found.push(topic.meaning);
    at += topic.length;
    while (isWord(LISTS.limit, at, false)) [isLimit, at] = [true, at + 1];
    isLimit ||= LIMITS.test(topic.meaning);
    end = at;
    const joint = LISTS.conjunction.find(phrase, at);
    if (joint !== undefined) at += joint.length;
    else if (!isComma(at)) return { found, end, isLimit };
  }
}
