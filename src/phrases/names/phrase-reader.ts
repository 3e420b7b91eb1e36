// Reads a phrase from left to right, for matchers whose parts are lists of phrases, numbers and names.
import type { PhraseContext, Match } from '../words/match.ts';
import {
  matchBadge,
  matchMakeOrModel,
  matchMisspeltName,
  matchMisspeltSecondWord,
} from './make-and-model.ts';
import { matchSpokenName } from './short-names.ts';
import type { PhraseMatcher } from '../words/phrase-matcher.ts';
import { oncePerWord, type PhraseToken, type Phrase } from '../words/tokenized-phrase.ts';

export class PhraseReader {
  readonly #phrase: Phrase;
  readonly #from: number;
  next: number;

  constructor(phrase: Phrase, from: number) {
    this.#phrase = phrase;
    this.#from = from;
    this.next = from;
  }

  /** The next word, unless a clause ends before it. */
  get word(): PhraseToken | undefined {
    const word = this.#phrase.words.at(this.next);
    return this.next === this.#from || word?.flows === true ? word : undefined;
  }

  get key(): string {
    return this.word?.key ?? '';
  }

  /** Number of words read. */
  get length(): number {
    return this.next - this.#from;
  }

  take<Meaning>(list: PhraseMatcher<Meaning>): Meaning | undefined {
    const found = this.word === undefined ? undefined : list.find(this.#phrase, this.next);
    this.next += found?.length ?? 0;
    return found?.meaning;
  }

  /** Reads up to `limit` words as long as they are in the set. */
  skip(words: ReadonlySet<string>, limit: number): void {
    for (let i = 0; i < limit && words.has(this.key); i++) this.next++;
  }

  takeName(context: PhraseContext): boolean {
    const length = this.word === undefined ? 0 : nameLengthAt(this.#phrase, this.next, context);
    this.next += length;
    return length > 0;
  }
}

const nameLengthAt = oncePerWord((phrase, at, context: PhraseContext): number => {
  let next = at;
  let previous: Match | undefined;
  const goesOn = (): boolean =>
    phrase.words.at(next)?.flows === true && !phrase.words[next].gap.includes(':');
  for (let parts = 0; parts < 2 && (next === at || goesOn()); parts++) {
    const found =
      matchSpokenName(phrase, next, context, previous) ??
      matchMakeOrModel(phrase, next, context, previous) ??
      matchBadge(phrase, next, context, previous) ??
      matchMisspeltSecondWord(phrase, next, context, previous) ??
      matchMisspeltName(phrase, next, context, previous);
    if (found === undefined || (previous !== undefined && found.meaning.kind === 'make')) break;
    previous = { from: next, to: next + found.length, meaning: found.meaning };
    next = previous.to;
    if (found.meaning.kind === 'model') break;
  }
  return next - at;
});
