// A condition without which somebody wants nothing asks for what it names: `if it isn't automatic I'm not interested`, `I won't look at one
// unless it's a diesel`. Two refusals make a request, so neither excludes anything. The words are in assets/phrases/preferences.tsv.
import type { Matcher, Meaning } from './match.ts';
import { PREFERENCES } from './preferences.ts';
import type { Phrase } from './tokenized-phrase.ts';

/** Of the words of a condition: a negative among them turns no limit round (`if it isn't under 5k I'm out`). */
export const CONDITION: Meaning = { kind: 'stop_words' };

const ENDS_SENTENCE = /[.;?!\n]/;

/** Matches the condition and the refusal of one sentence, each of which has no meaning without the other. */
export const matchCondition: Matcher = (phrase, at) => {
  const condition = PREFERENCES.unless.lengthAt(phrase, at);
  const refusal = condition > 0 ? 0 : PREFERENCES['refused otherwise'].lengthAt(phrase, at);
  if (condition + refusal === 0) return undefined;
  const other = PREFERENCES[condition > 0 ? 'refused otherwise' : 'unless'];
  const length = condition + refusal;
  return sentenceHas(phrase, at, length, (i) => other.lengthAt(phrase, i) > 0)
    ? { length, meaning: CONDITION }
    : undefined;
};

/** Whether a sentence has something at one of its words other than `length` words from `at`. */
function sentenceHas({ words }: Phrase, at: number, length: number, isAt: (at: number) => boolean): boolean {
  for (let i = at + length; i < words.length && !ENDS_SENTENCE.test(words[i].gap); i++)
    if (isAt(i)) return true;
  for (let i = at; i > 0 && !ENDS_SENTENCE.test(words[i].gap); i--) if (isAt(i - 1)) return true;
  return false;
}
