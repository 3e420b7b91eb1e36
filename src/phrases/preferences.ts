// Matches what somebody does not want (`anything but diesel`) or has no preference about (`don't mind the colour`, `gearbox doesn't matter`).
// The words after an indifference limit nothing. The words are in assets/phrases/preferences.tsv.
import { matchClass } from './classes.ts';
import type { MatchContext, Matcher } from './match.ts';
import { PhraseReader } from './phrase-reader.ts';
import { COMPARATORS_BEFORE } from './quantity-words.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { PART, PHRASES, WORDS, named, phrasesMeaning, readLists } from './word-lists.ts';

const LISTS = readLists('preferences', {
  indifferent: PHRASES,
  /** What somebody may have no preference about. `searchable`: also after `any`. */
  topic: phrasesMeaning(named('searchable', 'other')),
  any: WORDS,
  link: WORDS,
  joint: WORDS,
  unimportant: PHRASES,
  /** `any colour but`, `steer clear of`. */
  exclusion: PHRASES,
  all: PART,
  but: PART,
  negation: PHRASES,
});

const MAX_TOPICS = 4;

export const matchIndifference: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const stopWords = { kind: 'stop_words' } as const;
  if (reader.take(LISTS.indifferent) !== undefined) {
    takeTopics(reader, phrase, context);
    return { length: reader.length, meaning: stopWords };
  }
  if (LISTS.any.has(reader.key)) {
    reader.next++;
    // `any estate` still wants an estate.
    return reader.take(LISTS.topic) === 'searchable'
      ? { length: reader.length, meaning: stopWords }
      : undefined;
  }
  reader.skip(LISTS.link, 1);
  const hasTopic = reader.take(LISTS.topic) !== undefined;
  return hasTopic && reader.take(LISTS.unimportant) !== undefined
    ? { length: reader.length, meaning: stopWords }
    : undefined;
};

/** Reads `the colour`, `if it's petrol or diesel`. */
function takeTopics(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
  for (let i = 0; i < MAX_TOPICS; i++) {
    const start = reader.next;
    if (i > 0 && LISTS.joint.has(reader.key)) reader.next++;
    else if (i > 0) return;
    reader.skip(LISTS.link, 4);
    if (takeTopic(reader, phrase, context)) continue;
    reader.next = start;
    return;
  }
}

function takeTopic(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
  if (reader.word === undefined) return false;
  if (reader.take(LISTS.topic) !== undefined) return true;
  const found = matchClass(phrase, reader.next, context, undefined);
  reader.next += found?.length ?? 0;
  return found !== undefined;
}

export const matchExclusion: Matcher = (phrase, at) => {
  const found = LISTS.exclusion.find(phrase, at);
  // `no more than` is a limit.
  if (found === undefined || phrase.words.at(at + found.length)?.key === 'than') return undefined;
  return { length: found.length, meaning: { kind: 'negation' } };
};

export const matchNegation: Matcher = (phrase, at) => {
  const found = LISTS.negation.find(phrase, at);
  // `but not more than` is a limit.
  const isLimit =
    found !== undefined && found.length > 1 && (COMPARATORS_BEFORE.find(phrase, at + 1)?.length ?? 0) > 1;
  return found === undefined || isLimit ? undefined : { length: found.length, meaning: { kind: 'negation' } };
};
