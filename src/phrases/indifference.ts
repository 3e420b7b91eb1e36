// Matches what somebody has no preference about: `don't mind the colour`, `any make`, `gearbox doesn't matter`. The words after it
// limit nothing: `don't mind if it's petrol or diesel`.
import { matchClass } from './fuel-and-transmission.ts';
import type { Matcher } from './match.ts';
import { PhraseReader } from './phrase-reader.ts';
import type { MatchContext } from './match.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { LISTS } from './preference-words.ts';

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
